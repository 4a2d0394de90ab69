import type {
  AccountId,
  DeliveryId,
  IntegrationId,
  MessageId,
  OutboxId,
  UserId,
} from "@inlet/contract/ids.ts";
import type { OutboxState } from "@inlet/contract/mail/send.ts";
import type { DeliveryKind } from "@inlet/contract/integrations/integrations.ts";
import { inChunks } from "#/store/engine/chunks.ts";
import type { DeliveryRow } from "./schema.ts";
import { newId } from "#/store/engine/new-id.ts";
import type { Writer } from "#/store/engine/writer.ts";

/** An event, and the ids of its subjects. */
export interface ProductEvent {
  kind: DeliveryKind;
  /** Identifies the occurrence, however often it is reported. Without a full stop: Standard Webhooks signs it before one. */
  eventId: string;
  about: Readonly<Record<string, string>>;
}

/** Time for which delivery to an unreachable integration is retried. */
export const deliveryLastsMs = 24 * 3600_000;

/** The job that delivers events to integrations. */
export const deliverJob = "deliver-integration";

/** Returns a function for the event of a message whose category or priority changed at this time. */
export function classified(now: number): (messageId: MessageId) => ProductEvent {
  return (messageId) => ({
    kind: "message.classified",
    eventId: `classified_${messageId}_${now}`,
    about: { emailId: messageId },
  });
}

/** Returns the id of the event that a message was sent, which happens once. */
export function sentEventId(id: OutboxId): string {
  return `sent_${id}`;
}

/** Queues the outcome of a try to send. A message is sent once; it may fail again after each retry. */
export async function notifyOfSending(
  writer: Writer,
  userId: UserId,
  { id, attempt, state }: { id: OutboxId; attempt: number; state: OutboxState },
): Promise<void> {
  const about = { outboxId: id };
  if (state === "accepted") {
    await notifyIntegrations(writer, userId, [
      { kind: "message.sent", eventId: sentEventId(id), about },
    ]);
  }
  if (state === "failed") {
    const eventId = `failed_${id}_${attempt}`;
    await notifyIntegrations(writer, userId, [{ kind: "message.failed", eventId, about }]);
  }
}

/** Queues the recovery of an account for integrations that were notified of its failure, once for each failure. */
export async function notifyOfRecovery(
  writer: Writer,
  userId: UserId,
  accountId: AccountId,
): Promise<void> {
  const subscribed = await writer.db
    .selectFrom("deliveries")
    .innerJoin("integrations", (join) =>
      join
        .onRef("integrations.user_id", "=", "deliveries.user_id")
        .onRef("integrations.id", "=", "deliveries.integration_id"),
    )
    .select(["integrations.id", "integrations.events_json", "deliveries.event_id"])
    .where("deliveries.user_id", "=", userId)
    .where("deliveries.kind", "=", "account.failed")
    .where("deliveries.event_id", "like", `account_${accountId}_%`)
    .where("integrations.state", "in", ["active", "failed"])
    .orderBy("deliveries.id")
    .execute();
  // If there were several failures in a row, the last one ends.
  const latest = new Map(subscribed.map((row) => [row.id, row]));
  for (const { id, events_json: json, event_id: failure } of latest.values()) {
    const kinds: unknown = JSON.parse(json);
    if (!Array.isArray(kinds) || !kinds.includes("account.recovered")) continue;
    await queueDeliveries(writer, userId, id, [
      { kind: "account.recovered", eventId: `recovered_${failure}`, about: { accountId } },
    ]);
  }
}

/** Queues events for the user's integrations that subscribe to their kind, once, in the transaction of the events. */
export async function notifyIntegrations(
  writer: Writer,
  userId: UserId,
  events: readonly ProductEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const listening = await writer.db
    .selectFrom("integrations")
    .select(["id", "events_json"])
    .where("user_id", "=", userId)
    .where("state", "in", ["active", "failed"])
    .execute();
  for (const { id, events_json: json } of listening) {
    const kinds: unknown = JSON.parse(json);
    const subscribed = events.filter(({ kind }) => Array.isArray(kinds) && kinds.includes(kind));
    await queueDeliveries(writer, userId, id, subscribed);
  }
}

/** Queues events for one integration; known events are ignored. */
export async function queueDeliveries(
  writer: Writer,
  userId: UserId,
  integrationId: IntegrationId,
  events: readonly ProductEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const { db, now } = writer;
  const rows = events.map((event): DeliveryRow => ({
    id: newId<DeliveryId>(now),
    user_id: userId,
    integration_id: integrationId,
    event_id: event.eventId,
    kind: event.kind,
    payload_json: JSON.stringify(event.about),
    state: "waiting",
    attempts: 0,
    begun: 0,
    next_at: now,
    expires_at: now + deliveryLastsMs,
    answer: "",
    link: "",
    created_at: now,
    updated_at: now,
  }));
  for (const some of inChunks(rows, 1000)) {
    await db
      .insertInto("deliveries")
      .values(some)
      .onConflict((conflict) =>
        conflict.columns(["user_id", "integration_id", "event_id"]).doNothing(),
      )
      .execute();
  }
  await writer.job(deliverJob, userId, integrationId);
}
