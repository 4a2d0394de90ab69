import { IntegrationId } from "@inlet/contract/ids.ts";
import { RetryAfter } from "#/base/retry-after.ts";
import type { MailContext } from "#/mail/context.ts";
import { lastBrief, lateMs, nextBriefAt } from "#/mail/notify/brief-hour.ts";
import { readPreferences } from "#/mail/accounts/preferences.ts";
import { integrationById } from "#/store/integrations/queries.ts";
import type { JobHandler } from "./worker.ts";

/**
 * Returns the job handler that notifies an integration of the daily brief at its hour, once a day. The handler throws RetryAfter
 * until the next one, and returns when no brief is wanted any more.
 */
export function briefToIntegration(
  mail: Pick<MailContext, "database" | "execute" | "clock">,
): JobHandler {
  return async ({ user_id: userId, subject_id: id }) => {
    const row = await integrationById(mail.database.reader, userId, IntegrationId.parse(id));
    if (!row || row.state === "revoked" || row.brief_from === 0) return;
    const { notifications } = await readPreferences(mail, userId);
    const now = mail.clock.now();
    const { day, at } = lastBrief(notifications, now);
    // If the brief is requested at noon, the next one is the first.
    if (now - at < lateMs && at >= row.brief_from && row.state !== "paused") {
      const event = { kind: "message.received", eventId: `brief_${day}`, about: { day } } as const;
      await mail.execute("event.tell", { userId, deliveries: [{ integrationId: row.id, event }] });
    }
    throw new RetryAfter(nextBriefAt(notifications, now) - now);
  };
}
