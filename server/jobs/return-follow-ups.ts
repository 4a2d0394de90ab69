import type { UserId } from "@inlet/contract/ids.ts";
import { followUpsOf } from "#/ai/follow-ups/list-follow-ups.ts";
import { settingsFor, timeZoneOf } from "#/ai/follow-ups/settings.ts";
import { RetryAfter } from "#/base/retry-after.ts";
import type { MailContext } from "#/mail/context.ts";
import { nextTime, timeOn, wallClock } from "#/mail/notify/wall-clock.ts";

/** Conversations that were due longer ago than this wait for the next morning. */
const lateMs = 6 * 3600_000;

/**
 * Moves due conversations back to the top of the inbox at the user's hour, each once, however many of its messages need a reply.
 * Throws RetryAfter until the next day, and returns if the user turned this off.
 */
export async function remindAtHour(
  mail: Pick<MailContext, "database" | "execute" | "clock">,
  userId: UserId,
): Promise<void> {
  const { returnsToTop, hour } = await settingsFor(mail, userId);
  if (!returnsToTop) return;
  const timeZone = await timeZoneOf(mail, userId);
  const now = mail.clock.now();
  const due = timeOn(timeZone, wallClock(timeZone, now).day, hour * 60);
  if (now >= due && now - due < lateMs) {
    const { followUps } = await followUpsOf(mail, userId);
    const items = followUps.map(({ kind, threadId, since }) => ({
      kind,
      threadId,
      since: Date.parse(since),
    }));
    if (items.length > 0) await mail.execute("followUps.return", { userId, items });
  }
  throw new RetryAfter(nextTime(timeZone, hour * 60, now) - now);
}
