import type { DeliveryId, IntegrationId, UserId } from "@inlet/contract/ids.ts";
import type { DeliveryRow, IntegrationRow } from "../integration-tables.ts";
import { pairingLastsMs, pairingPrefix } from "../pairings.ts";
import { plainText } from "../plain-text.ts";
import {
  deliverJob,
  deliveryLastsMs,
  type ProductEvent,
  queueDeliveries,
} from "../tell-integrations.ts";
import type { Writer } from "../writer.ts";
import { again, type Command } from "./command.ts";

/** Each of these integrations will be told of its event, once. */
export const tellOfEvent: Command<
  { userId: UserId; told: { integrationId: IntegrationId; event: ProductEvent }[] },
  void
> = {
  durable: true,
  async run(writer, { userId, told }) {
    for (const { integrationId, event } of told) {
      // Whoever asks may have read it before it was forgotten.
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
 * A try begins: written down before the other side hears of it, for whoever comes after a process that ended in between.
 * `cutOff`: the one before it began and never ended. Null: it is not to be tried, or not by this one.
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
      // So that the try after this one knows it too, should nobody be reached now.
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
  /** As it was when it was tried. */
  attempts: number;
  state: DeliveryRow["state"];
  nextAt: number;
  answer: string;
  /** Where what was made of it stands; absent: as before. */
  link?: string;
  /** It was not tried at all. */
  isUntried?: boolean;
  /** Nothing is told before this time, what happens meanwhile either. */
  holdUntil?: number;
  /** How the integration stands after; absent: as before. */
  integration?: { state: "active" | "failed" | "revoked"; reason: string };
}

/** Writes down what came of a try. What the person did meanwhile, a pause or a replay, stands. */
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

/** Tells an event once more, under its own name. False when it is not there. */
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

/** So many are forgotten in one transaction. */
const prunedAtOnce = 500;

/** Forgets what was told long ago, slice by slice, and chats that nobody tied to themselves in time. */
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
      .limit(prunedAtOnce)
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
    return old.length === prunedAtOnce ? again : undefined;
  },
};
