import { IntegrationId } from "@inlet/contract/ids.ts";
import { RetryAfter } from "#/base/retry-after.ts";
import type { MailContext } from "#/mail/context.ts";
import { lastBrief, lateMs, nextBriefAt } from "#/mail/notify/brief-hour.ts";
import { readPreferences } from "#/mail/preferences.ts";
import { integrationById } from "#/store/integrations.ts";
import type { JobHandler } from "./worker.ts";

/**
 * The job that has an integration told of the daily brief at its hour, once a day. Throws RetryAfter until the next one,
 * and returns for good when none is wanted any more.
 */
export function briefToIntegration(
  mail: Pick<MailContext, "database" | "door" | "clock">,
): JobHandler {
  return async ({ user_id: userId, subject_id: id }) => {
    const row = await integrationById(mail.database.reader, userId, IntegrationId.parse(id));
    if (!row || row.state === "revoked" || row.brief_from === 0) return;
    const { notifications } = await readPreferences(mail, userId);
    const now = mail.clock.now();
    const { day, at } = lastBrief(notifications, now);
    // Whoever asks for it at noon hears of the next one.
    if (now - at < lateMs && at >= row.brief_from && row.state !== "paused") {
      const event = { kind: "message.received", eventId: `brief_${day}`, about: { day } } as const;
      await mail.door("event.tell", { userId, told: [{ integrationId: row.id, event }] });
    }
    throw new RetryAfter(nextBriefAt(notifications, now) - now);
  };
}
