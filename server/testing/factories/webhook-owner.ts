import { nowhereToSave } from "#/testing/factories/no-save-targets.ts";
import type { IntegrationId } from "@inlet/contract/ids.ts";
import type { Egress } from "#/egress/egress.ts";
import type { Delivering } from "#/integrations/core/deliver.ts";
import { feedArrived } from "#/integrations/core/event-feed.ts";
import { integrationAdapters } from "#/processes/setup/integration-adapters.ts";
import { deliverNow, integrationContext } from "#/testing/apps/deliver-now.ts";
import { type ThreeMessages, threeMessages } from "#/testing/apps/mail-app.ts";
import type { RealApp } from "#/testing/apps/real-app.ts";
import type { WebhookReceiver } from "#/testing/fakes/webhook-receiver.ts";

type Own = Pick<ThreeMessages["person"], "client"> & { id: string };

/** Creates users with webhooks, over the current app and receiver of a test. */
export function webhookOwners(
  parts: () => { app: RealApp; receiver: WebhookReceiver },
  egress: Egress,
) {
  const core = () => integrationContext(parts().app, egress);

  /** Creates a user with three messages and a webhook for these events. */
  async function someone(events: readonly "message.received"[] | readonly "message.classified"[]) {
    const mailbox = await threeMessages(parts().app);
    const { client, password } = mailbox.person;
    const { integration, secret } = await client.call("POST /webhooks", {
      password,
      name: "The boat",
      url: parts().receiver.url,
      events: [...events],
    });
    return { ...mailbox, client, password, id: integration.id, secret };
  }

  async function arrive({ userId, ids }: ThreeMessages, at = 0) {
    const messageId = ids[at];
    if (messageId === undefined) throw new Error("There is no such message.");
    await feedArrived(core(), { userId, messageId, isQuiet: false });
  }

  const deliver = (
    own: Pick<ThreeMessages, "userId"> & { id: IntegrationId },
    how?: Delivering,
  ) => {
    const adapters = integrationAdapters(core(), {
      telegram: null,
      slack: null,
      saving: nowhereToSave,
    });
    return deliverNow(core(), adapters, { userId: own.userId, integrationId: own.id }, how);
  };

  async function stateOf({ client, id }: Own) {
    const { integrations } = await client.call("GET /integrations", {});
    const found = integrations.find((one) => one.id === id);
    return found && { state: found.state, reason: found.reason };
  }

  const logOf = async ({ client, id }: Own) =>
    (await client.call("GET /integrations/{id}/deliveries", { id })).deliveries;

  return { someone, arrive, deliver, stateOf, logOf };
}
