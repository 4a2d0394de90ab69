import { DeliveryId, type IntegrationId } from "@inlet/contract/ids.ts";
import { createSecretBox } from "#/base/secret-box.ts";
import { deliveriesOf } from "#/store/integrations/queries.ts";
import { anIntegrationRow } from "./integration-row.ts";
import type { RealApp } from "#/testing/apps/real-app.ts";
import type { SignedUpUser } from "./user.ts";

/** Creates a webhook of the user that leads nowhere, and queues one delivery for it. */
export async function aDelivery(
  { database, execute }: Pick<RealApp, "database" | "execute">,
  { user: { id: userId } }: SignedUpUser,
): Promise<{ integrationId: IntegrationId; deliveryId: DeliveryId }> {
  const row = anIntegrationRow(userId, {});
  const { id } = row;
  const place = { table: "integrations", userId, rowId: id, field: "secret" };
  const secret = {
    url: "https://canary.example/hook",
    current: `whsec_${Buffer.alloc(32, 7).toString("base64")}`,
    previous: "",
    previousUntil: 0,
  };
  await execute("integration.save", {
    ...row,
    secret: createSecretBox(Buffer.alloc(32, 1)).encrypt(JSON.stringify(secret), place),
    config_json: JSON.stringify({ origin: "https://canary.example" }),
    events_json: JSON.stringify(["message.sent"]),
  });
  const event = { kind: "message.sent", eventId: "sent_canary", about: {} } as const;
  await execute("event.tell", { userId, deliveries: [{ integrationId: id, event }] });
  const [delivery] = await deliveriesOf(database.reader, userId, id, { limit: 1 });
  if (!delivery) throw new Error("Nothing was queued.");
  return { integrationId: id, deliveryId: DeliveryId.parse(delivery.id) };
}
