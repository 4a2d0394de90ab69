import type { DeliveryId, IntegrationId, UserId } from "@inlet/contract/ids.ts";
import type { IntegrationKind } from "@inlet/contract/integrations/integrations.ts";
import type { Reader } from "#/store/engine/database.ts";
import type { DeliveryRow, IntegrationRow } from "./schema.ts";

/** Returns the user's integrations, oldest first. */
export async function integrationsOf(
  reader: Reader,
  userId: UserId,
  kind?: IntegrationKind,
): Promise<IntegrationRow[]> {
  let rows = reader
    .selectFrom("integrations")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .orderBy("id");
  if (kind !== undefined) rows = rows.where("kind", "=", kind);
  return rows.execute();
}

/** Returns one integration of the user. */
export async function integrationById(
  reader: Reader,
  userId: UserId,
  id: IntegrationId,
): Promise<IntegrationRow | undefined> {
  return reader
    .selectFrom("integrations")
    .selectAll()
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/**
 * Returns the integrations with this external id, for requests that the other side initiates: the result names the users. Several
 * users may have connected the same workspace or chat.
 */
export async function integrationsByExternal(
  reader: Reader,
  kind: IntegrationKind,
  externalId: string,
): Promise<IntegrationRow[]> {
  if (externalId === "") return [];
  return reader
    .selectFrom("integrations")
    .selectAll()
    .where("kind", "=", kind)
    .where("external_id", "=", externalId)
    .orderBy("created_at")
    .execute();
}

/** Returns the deliveries of an integration that are due, the earliest first. */
export async function dueDeliveries(
  reader: Reader,
  userId: UserId,
  integrationId: IntegrationId,
  { now, limit }: { now: number; limit: number },
): Promise<DeliveryRow[]> {
  return reader
    .selectFrom("deliveries")
    .selectAll()
    .where("user_id", "=", userId)
    .where("integration_id", "=", integrationId)
    .where("state", "=", "waiting")
    .where("next_at", "<=", now)
    .orderBy("next_at")
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** Returns the time of an integration's next delivery; null if none waits. */
export async function nextDeliveryAt(
  reader: Reader,
  userId: UserId,
  integrationId: IntegrationId,
): Promise<number | null> {
  const row = await reader
    .selectFrom("deliveries")
    .select((delivery) => delivery.fn.min("next_at").as("next_at"))
    .where("user_id", "=", userId)
    .where("integration_id", "=", integrationId)
    .where("state", "=", "waiting")
    .executeTakeFirst();
  // The minimum of no rows is null, which the type does not express.
  const at: unknown = row?.next_at ?? null;
  return at === null ? null : Number(at);
}

/** Returns the deliveries of an integration, the latest first. */
export async function deliveriesOf(
  reader: Reader,
  userId: UserId,
  integrationId: IntegrationId,
  { before, limit }: { before?: DeliveryId | undefined; limit: number },
): Promise<DeliveryRow[]> {
  let rows = reader
    .selectFrom("deliveries")
    .selectAll()
    .where("user_id", "=", userId)
    .where("integration_id", "=", integrationId)
    .orderBy("id", "desc")
    .limit(limit);
  if (before !== undefined) rows = rows.where("id", "<", before);
  return rows.execute();
}

/** Returns one delivery of the user. */
export async function deliveryById(
  reader: Reader,
  userId: UserId,
  id: DeliveryId,
): Promise<DeliveryRow | undefined> {
  return reader
    .selectFrom("deliveries")
    .selectAll()
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Returns the deliveries of saving a message, one per integration. */
export async function deliveriesOfEvent(
  reader: Reader,
  userId: UserId,
  eventId: string,
): Promise<DeliveryRow[]> {
  return reader
    .selectFrom("deliveries")
    .selectAll()
    .where("user_id", "=", userId)
    .where("event_id", "=", eventId)
    .execute();
}
