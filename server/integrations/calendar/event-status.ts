import type { MessageId, OutboxId, UserId } from "@inlet/contract/ids.ts";
import type { InCalendar } from "@inlet/contract/integrations/invitations.ts";
import type { IntegrationContext } from "#/integrations/core/context.ts";
import { arrivedAs } from "#/integrations/core/event-feed.ts";
import type { DeliveryRow } from "#/store/integrations/schema.ts";
import { deliveriesOfEvent, integrationsOf } from "#/store/integrations/queries.ts";
import { sentEventId } from "#/store/integrations/publish-events.ts";
import { isLeftAlone } from "./protected-entries.ts";
import { takerOf } from "./default-calendar.ts";

/**
 * Returns the state of an invitation's event in a linked calendar, by the delivery of the answer or, without an answer to this
 * version, by that of the mail itself. Null if no calendar is concerned, or the delivery was deleted.
 */
export async function stateInCalendar(
  core: Pick<IntegrationContext, "database">,
  userId: UserId,
  { message, outboxId }: { message: { id: MessageId }; outboxId: OutboxId | null | undefined },
): Promise<InCalendar | null> {
  const { reader } = core.database;
  const calendars = await integrationsOf(reader, userId, "calendar");
  if (calendars.length === 0) return null;
  const taker = await takerOf(core, userId);
  const eventId = outboxId ? sentEventId(outboxId) : arrivedAs(message.id);
  const deliveries = (await deliveriesOfEvent(reader, userId, eventId)).filter(
    // A mail that was not processed yet does not concern a calendar.
    ({ state, attempts }) =>
      state !== "skipped" && (outboxId || state === "delivered" || attempts > 0),
  );
  // All calendars get the event, but only this one adds it: the rest update their own entries.
  const row = deliveries.find((one) => one.integration_id === taker) ?? deliveries.find(isDone);
  const calendar = row && calendars.find(({ id }) => id === row.integration_id);
  if (!row || !calendar) return null;
  const state = stateOf(row);
  return {
    integrationId: calendar.id,
    deliveryId: row.id,
    name: calendar.name,
    state,
    reason: state === "stands" ? "" : row.answer,
  };
}

function stateOf(row: DeliveryRow): InCalendar["state"] {
  if (row.state === "waiting") return row.attempts > 0 ? "retrying" : "waiting";
  return isDone(row) ? "stands" : "failed";
}

function isDone({ state, answer }: DeliveryRow): boolean {
  return state === "delivered" && !isLeftAlone(answer);
}
