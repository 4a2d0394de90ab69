import { IntegrationId, type MessageId, type UserId } from "@inlet/contract/ids.ts";
import { deliverDue } from "#/integrations/core/deliver.ts";
import type { IntegrationContext } from "#/integrations/core/context.ts";
import { feedArrived } from "#/integrations/core/event-feed.ts";
import type { IntegrationAdapter } from "#/integrations/core/adapter.ts";
import { syncDue } from "#/integrations/core/sync.ts";
import type { MailContext } from "#/mail/context.ts";
import { isQuiet, quietHoursEnd } from "#/mail/notify/quiet-hours.ts";
import { readPreferences } from "#/mail/accounts/preferences.ts";
import type { JobHandler } from "./worker.ts";

/** Queues notifications of a message that arrived and was classified to the user's integrations. */
export async function notifyIntegrationsOf(
  mail: Pick<MailContext, "database" | "execute" | "clock">,
  { userId, messageId }: { userId: UserId; messageId: MessageId },
): Promise<void> {
  const { notifications } = await readPreferences(mail, userId);
  await feedArrived(mail, {
    userId,
    messageId,
    isQuiet: isQuiet(notifications, mail.clock.now()),
  });
}

/** Returns the job handler that delivers pending events to one integration. */
export function deliverToIntegration(
  mail: MailContext & IntegrationContext,
  adapters: readonly IntegrationAdapter[],
  stopping?: AbortSignal,
): JobHandler {
  const quiet = async (userId: UserId) => {
    const { notifications } = await readPreferences(mail, userId);
    return quietHoursEnd(notifications, mail.clock.now());
  };
  return ({ user_id: userId, subject_id: id }) => {
    const integrationId = IntegrationId.parse(id);
    const how = { quietHoursEnd: quiet, ...(stopping && { stopping }) };
    return deliverDue(mail, adapters, { userId, integrationId }, how);
  };
}

/** Returns the job handler that syncs one integration with the local data. */
export function syncIntegration(
  core: IntegrationContext,
  adapters: readonly IntegrationAdapter[],
  stopping?: AbortSignal,
): JobHandler {
  return ({ user_id: userId, subject_id: id }) =>
    syncDue(
      core,
      adapters,
      { userId, integrationId: IntegrationId.parse(id) },
      { ...(stopping && { stopping }) },
    );
}
