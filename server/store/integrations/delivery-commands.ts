import type { DeliveryId, IntegrationId, UserId } from "@inlet/contract/ids.ts";
import type { DeliveryRow, IntegrationRow } from "./schema.ts";
import { pairingLastsMs, pairingPrefix } from "./chat-pairing.ts";
import { plainText } from "../engine/storable-text.ts";
import {
  deliverJob,
  deliveryLastsMs,
  type ProductEvent,
  queueDeliveries,
} from "./publish-events.ts";
import type { Writer } from "../engine/writer.ts";
import { again, type Command } from "#/store/commands/command.ts";

/** Queues a delivery of its event to each of the integrations, once. */
export const queueEvents: Command<
  { userId: UserId; deliveries: { integrationId: IntegrationId; event: ProductEvent }[] },
  void
> = {
  durable: true,
  async run(writer, { userId, deliveries }) {
    for (const { integrationId, event } of deliveries) {
      // The integration may have been deleted since it was read.
      const isThere = await writer.db
        .selectFrom("integrations")
        .select("id")
        .where("user_id", "=", userId)
        .where("id", "=", integrationId)
        .executeTakeFirst();
      if (isThere) await queueDeliveries(writer, userId, integrationId, [event]);
    }
  },
};

/**
 * Records the start of a try before the other side is contacted, in case the process ends during it. Returns `cutOff` if the
 * previous try started and never ended; null if the delivery must not be tried, or not by this process.
 */
export const beginDelivery: Command<
  { userId: UserId; id: DeliveryId; attempts: number },
  "first" | "cutOff" | null
> = {
  durable: true,
  async run({ db, now }, { userId, id, attempts }) {
    const begun = await db
      .updateTable("deliveries")
      .set({ begun: attempts + 1, updated_at: now })
      .where("user_id", "=", userId)
      .where("id", "=", id)
      .where("state", "=", "waiting")
      .where("attempts", "=", attempts)
      .where("begun", "<=", attempts)
      .returning("id")
      .executeTakeFirst();
    if (begun) return "first";
    const before = await db
      .updateTable("deliveries")
      // The next try then knows it too, in case this one cannot reach the other side.
      .set({ begun: attempts + 2, updated_at: now })
      .where("user_id", "=", userId)
      .where("id", "=", id)
      .where("state", "=", "waiting")
      .where("attempts", "=", attempts)
      .returning("id")
      .executeTakeFirst();
    return before ? "cutOff" : null;
  },
};

export interface SettledDelivery {
  userId: UserId;
  integrationId: IntegrationId;
  id: DeliveryId;
  /** Value of `attempts` when the try began. */
  attempts: number;
  state: DeliveryRow["state"];
  nextAt: number;
  answer: string;
  /** Link to the created object; absent: unchanged. */
  link?: string;
  /** True if no try was made. */
  isUntried?: boolean;
  /** Nothing is delivered before this time, including later events. */
  holdUntil?: number;
  /** New state of the integration; absent: unchanged. */
  integration?: { state: "active" | "failed" | "revoked"; reason: string };
}

/** Records the outcome of a try. It does not override a pause or a replay by the user since. */
export const settleDelivery: Command<SettledDelivery, void> = {
  durable: true,
  async run(writer, settled) {
    const { db, now } = writer;
    const { userId, integrationId, holdUntil } = settled;
    await db
      .updateTable("deliveries")
      .set({
        state: settled.state,
        attempts: settled.isUntried ? settled.attempts : settled.attempts + 1,
        next_at: settled.nextAt,
        answer: plainText(settled.answer),
        ...(settled.link !== undefined && { link: plainText(settled.link) }),
        updated_at: now,
      })
      .where("user_id", "=", userId)
      .where("id", "=", settled.id)
      .where("state", "=", "waiting")
      .where("attempts", "=", settled.attempts)
      .execute();
    if (holdUntil !== undefined) {
      await db
        .updateTable("integrations")
        .set({ hold_until: holdUntil })
        .where("user_id", "=", userId)
        .where("id", "=", integrationId)
        .execute();
    }
    if (settled.integration) await stand(writer, settled, settled.integration);
  },
};

async function stand(
  writer: Writer,
  { userId, integrationId: id }: Pick<SettledDelivery, "userId" | "integrationId">,
  { state, reason }: { state: IntegrationRow["state"]; reason: string },
): Promise<void> {
  const changed = await writer.db
    .updateTable("integrations")
    .set({ state, reason: plainText(reason), updated_at: writer.now })
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .where("state", "in", ["active", "failed"])
    .where((row) => row.or([row("state", "<>", state), row("reason", "<>", plainText(reason))]))
    .returning("id")
    .executeTakeFirst();
  if (!changed) return;
  if (state === "revoked") await giveUpWaiting(writer, userId, id, reason);
  await writer.change(userId, "settings.changed", [id]);
}

export async function giveUpWaiting(
  { db, now }: Writer,
  userId: UserId,
  id: IntegrationId,
  reason: string,
): Promise<void> {
  await db
    .updateTable("deliveries")
    .set({ state: "failed", answer: plainText(reason), updated_at: now })
    .where("user_id", "=", userId)
    .where("integration_id", "=", id)
    .where("state", "=", "waiting")
    .execute();
}

/** Delivers an event again under the same id. Returns false if the delivery does not exist. */
export const replayDelivery: Command<
  { userId: UserId; integrationId: IntegrationId; id: DeliveryId },
  boolean
> = {
  durable: true,
  async run(writer, { userId, integrationId, id }) {
    const { db, now } = writer;
    const row = await db
      .updateTable("deliveries")
      .set({
        state: "waiting",
        attempts: 0,
        begun: 0,
        next_at: now,
        expires_at: now + deliveryLastsMs,
        updated_at: now,
      })
      .where("user_id", "=", userId)
      .where("integration_id", "=", integrationId)
      .where("id", "=", id)
      .returning("id")
      .executeTakeFirst();
    if (row) await writer.job(deliverJob, userId, integrationId);
    return row !== undefined;
  },
};

/** Number of deliveries that one transaction deletes. */
const pruneBatchSize = 500;

/** Deletes old deliveries, slice by slice, and Telegram chats that were not paired in time. */
export const pruneDeliveries: Command<{ before: number }, void> = {
  durable: false,
  bulk: true,
  async run({ db, now }, { before }) {
    await db
      .deleteFrom("integrations")
      .where("kind", "=", "telegram")
      .where("external_id", "like", `${pairingPrefix}%`)
      .where("created_at", "<", now - pairingLastsMs)
      .execute();
    const old = await db
      .selectFrom("deliveries")
      .select(["user_id", "id"])
      .where("state", "in", ["waiting", "delivered", "failed", "skipped"])
      .where("updated_at", "<", before)
      .limit(pruneBatchSize)
      .execute();
    for (const [userId, rows] of Map.groupBy(old, (row) => row.user_id)) {
      await db
        .deleteFrom("deliveries")
        .where("user_id", "=", userId)
        .where(
          "id",
          "in",
          rows.map(({ id }) => id),
        )
        .execute();
    }
    return old.length === pruneBatchSize ? again : undefined;
  },
};
