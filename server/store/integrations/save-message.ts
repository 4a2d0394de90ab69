import type { UserId } from "@inlet/contract/ids.ts";
import { saveEvent, type SaveRequest } from "./save-requests.ts";
import { deliverJob, deliveryLastsMs, queueDeliveries } from "./publish-events.ts";
import type { Command } from "#/store/commands/command.ts";

/**
 * Queues saving a message at an integration. If it was saved there before, the integration is asked again under the same event
 * id: it creates nothing twice. Returns false if the integration does not exist, is paused or was revoked.
 */
export const saveToIntegration: Command<{ userId: UserId; wish: SaveRequest }, boolean> = {
  durable: true,
  async run(writer, { userId, wish: request }) {
    const { db, now } = writer;
    const { integrationId } = request;
    await writer.lock(userId);
    const place = await db
      .selectFrom("integrations")
      .select("id")
      .where("user_id", "=", userId)
      .where("id", "=", integrationId)
      .where("kind", "in", ["notion", "trello"])
      .where("state", "in", ["active", "failed"])
      .executeTakeFirst();
    if (!place) return false;
    const event = saveEvent(request);
    const known = await db
      .updateTable("deliveries")
      .set({
        payload_json: JSON.stringify(event.about),
        state: "waiting",
        attempts: 0,
        next_at: now,
        expires_at: now + deliveryLastsMs,
        answer: "",
        updated_at: now,
      })
      .where("user_id", "=", userId)
      .where("integration_id", "=", integrationId)
      .where("event_id", "=", event.eventId)
      .returning("id")
      .executeTakeFirst();
    if (known) await writer.job(deliverJob, userId, integrationId);
    else await queueDeliveries(writer, userId, integrationId, [event]);
    return true;
  },
};
