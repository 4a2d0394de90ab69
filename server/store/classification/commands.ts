import type { Category, Priority } from "@inlet/contract/mail/email.ts";
import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import { sql } from "kysely";
import { inChunks } from "../engine/chunks.ts";
import type { ClassifiedPlace, UnclassifiedAccount } from "./queries.ts";
import type { ClassificationRow } from "./schema.ts";
import type { MessageRow } from "../engine/schema.ts";
import { classified, notifyIntegrations } from "../integrations/publish-events.ts";
import { queueUnclassified } from "./queue-unclassified.ts";
import type { Writer } from "../engine/writer.ts";
import type { Command } from "#/store/commands/command.ts";

/** Classification of one message. */
export type FoundOut = Omit<ClassificationRow, "user_id" | "created_at">;

/** Saves classifications. The user's own choices stay unchanged. The messages in `gone` are removed from the queue too. */
export const saveClassifications: Command<
  { userId: UserId; items: FoundOut[]; gone?: MessageId[]; isUrgent?: boolean },
  void
> = {
  durable: false,
  bulk: ({ isUrgent }) => !isUrgent,
  async run(writer, { userId, items, gone = [], isUrgent }) {
    await writer.lock(userId);
    const ids = [...new Set([...items.map((item) => item.message_id), ...gone])];
    if (ids.length === 0) return;
    const rows = await writer.db
      .selectFrom("messages")
      .select(["id", "category", "category_chosen", "priority", "priority_chosen"])
      .where("user_id", "=", userId)
      .where("id", "in", ids)
      .execute();
    const messages = new Map(rows.map((row) => [row.id, row]));
    const kept = items.filter((item) => messages.has(item.message_id));
    const turnsBefore = await turnsOf(writer, userId, ids);
    for (const some of inChunks(kept)) {
      await writer.db
        .insertInto("classifications")
        .values(some.map((item) => ({ ...item, user_id: userId, created_at: writer.now })))
        .onConflict((conflict) =>
          conflict.columns(["user_id", "message_id"]).doUpdateSet((row) => ({
            version: row.ref("excluded.version"),
            category: row.ref("excluded.category"),
            priority: row.ref("excluded.priority"),
            reason_json: row.ref("excluded.reason_json"),
            turn: row.ref("excluded.turn"),
            created_at: row.ref("excluded.created_at"),
          })),
        )
        .execute();
    }
    const changedIds = new Set<MessageId>();
    for (const item of kept) {
      const row = messages.get(item.message_id);
      if (row && (await applyTo(writer, userId, row, item))) changedIds.add(row.id);
    }
    // A message that waits for an answer is listed even without a category.
    const turned = kept.filter((one) => one.turn !== (turnsBefore.get(one.message_id) ?? ""));
    await writer.db
      .deleteFrom("unsorted_messages")
      .where("user_id", "=", userId)
      .where("message_id", "in", ids)
      .execute();
    const changed = new Set([...changedIds, ...turned.map((one) => one.message_id)]);
    await writer.change(userId, "message.changed", [...changed]);
    // Integrations are not notified of the classification of older messages.
    if (isUrgent)
      await notifyIntegrations(writer, userId, [...changedIds].map(classified(writer.now)));
  },
};

async function turnsOf(
  { db }: Writer,
  userId: UserId,
  ids: readonly MessageId[],
): Promise<Map<MessageId, string>> {
  const rows = await db
    .selectFrom("classifications")
    .select(["message_id", "turn"])
    .where("user_id", "=", userId)
    .where("message_id", "in", ids)
    .execute();
  return new Map(rows.map((row) => [row.message_id, row.turn]));
}

type ClassifiedMessage = Pick<
  MessageRow,
  "id" | "category" | "category_chosen" | "priority" | "priority_chosen"
>;

async function applyTo(
  { db }: Writer,
  userId: UserId,
  row: ClassifiedMessage,
  { category, priority }: FoundOut,
): Promise<boolean> {
  const set = {
    ...(row.category_chosen === 0 && row.category !== category && { category }),
    ...(row.priority_chosen === 0 && row.priority !== priority && { priority }),
  };
  if (Object.keys(set).length === 0) return false;
  await db
    .updateTable("messages")
    .set(set)
    .where("user_id", "=", userId)
    .where("id", "=", row.id)
    .execute();
  await db
    .updateTable("message_locations")
    .set(set)
    .where("user_id", "=", userId)
    .where("message_id", "=", row.id)
    .execute();
  return true;
}

/**
 * Queues messages between two positions that another model or other weights classified, and queues jobs for the accounts with
 * such messages.
 */
export const classifyAgain: Command<
  { version: string; after: ClassifiedPlace | null; upTo: ClassifiedPlace },
  void
> = {
  durable: false,
  bulk: true,
  async run(writer, { version, after, upTo }) {
    const waiting = await writer.db
      .insertInto("unsorted_messages")
      .columns(["user_id", "message_id", "account_id", "date_key"])
      .expression((db) =>
        db
          .selectFrom("classifications as c")
          .innerJoin("messages as m", (join) =>
            join.onRef("m.user_id", "=", "c.user_id").onRef("m.id", "=", "c.message_id"),
          )
          .select(["c.user_id", "c.message_id", "m.account_id", "m.date_key"])
          .where(sql<boolean>`(c.user_id, c.message_id) <= (${upTo.userId}, ${upTo.messageId})`)
          .$if(after !== null, (query) =>
            query.where(
              sql<boolean>`(c.user_id, c.message_id) > (${after?.userId}, ${after?.messageId})`,
            ),
          )
          .where("c.version", "<>", version),
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning(["user_id", "account_id"])
      .execute();
    await callAccounts(writer, waiting);
  },
};

/** Queues the classification of messages in the given accounts. */
export const callToClassify: Command<{ accounts: UnclassifiedAccount[] }, void> = {
  durable: false,
  bulk: true,
  run: (writer, { accounts }) => callAccounts(writer, accounts),
};

async function callAccounts(
  writer: Writer,
  accounts: readonly UnclassifiedAccount[],
): Promise<void> {
  const owners = new Map(accounts.map((row) => [row.account_id, row.user_id]));
  for (const [accountId, userId] of owners) await writer.job("sort-mail", userId, accountId);
}

/** Maximum number of recorded actions per user. */
const maxUses = 500;

/** Saves training examples and the weights computed from them; without weights there are more examples to process first. */
export const saveTrainingExamples: Command<
  {
    userId: UserId;
    weights?: { json: string; version: string };
    learned: { messageId: MessageId; features: string }[];
    used?: { messageId: MessageId; signals: string }[];
  },
  void
> = {
  durable: false,
  async run(writer, { userId, weights, learned, used = [] }) {
    const { db } = writer;
    for (const { messageId, signals } of used) {
      await db
        .updateTable("sorting_uses")
        .set({ signals_json: signals })
        .where("user_id", "=", userId)
        .where("message_id", "=", messageId)
        .execute();
    }
    for (const { messageId, features } of learned) {
      await db
        .updateTable("sorting_lessons")
        .set({ features_json: features })
        .where("user_id", "=", userId)
        .where("message_id", "=", messageId)
        .execute();
    }
    if (weights === undefined) return;
    await pruneUses(writer, userId);
    const made = { weights_json: weights.json, version: weights.version };
    await db
      .insertInto("sorting_weights")
      .values({ user_id: userId, ...made })
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet(made))
      .execute();
  },
};

async function pruneUses({ db }: Writer, userId: UserId): Promise<void> {
  const [first] = await db
    .selectFrom("sorting_uses")
    .select("created_at")
    .where("user_id", "=", userId)
    .orderBy("created_at", "desc")
    .offset(maxUses)
    .limit(1)
    .execute();
  if (!first) return;
  await db
    .deleteFrom("sorting_uses")
    .where("user_id", "=", userId)
    .where("created_at", "<=", first.created_at)
    .execute();
}

/** Deletes the training examples, the weights and the recorded actions. The user's settings stay. */
export const forgetTraining: Command<{ userId: UserId }, void> = {
  durable: true,
  async run(writer, { userId }) {
    for (const table of ["sorting_lessons", "sorting_weights", "sorting_uses"] as const) {
      await writer.db.deleteFrom(table).where("user_id", "=", userId).execute();
    }
    // The maximum share of High messages is a setting, and stays.
    await writer.job("learn-sorting", userId, userId);
    await writer.change(userId, "settings.changed", ["sorting"]);
  },
};

/** Sets how messages from an address are classified; null: automatically. */
export const saveSenderClassification: Command<
  {
    userId: UserId;
    address: string;
    classification: { category: Category | ""; priority: Priority | "" } | null;
  },
  void
> = {
  durable: true,
  async run(writer, { userId, address, classification }) {
    const { db } = writer;
    if (classification === null) {
      await db
        .deleteFrom("sender_sorting")
        .where("user_id", "=", userId)
        .where("address", "=", address)
        .execute();
    } else {
      await db
        .insertInto("sender_sorting")
        .values({ user_id: userId, address, ...classification, created_at: writer.now })
        .onConflict((conflict) =>
          conflict.columns(["user_id", "address"]).doUpdateSet(classification),
        )
        .execute();
    }
    await lookAgainAt(writer, userId, address);
    await writer.change(userId, "settings.changed", [address]);
  },
};

/** Number of a sender's messages that are classified again, the ones that a user may still look for. */
const lookedAtAgain = 2000;

async function lookAgainAt(writer: Writer, userId: UserId, address: string): Promise<void> {
  const escaped = JSON.stringify(address).slice(1).replaceAll(/[%_!]/g, "!$&");
  const rows = await writer.db
    .selectFrom("messages")
    .select(["user_id", "id as message_id", "account_id", "date_key"])
    .where("user_id", "=", userId)
    .where(sql<boolean>`lower(from_json) like ${`%"address":"${escaped}%`} escape '!'`)
    .orderBy("date_key", "desc")
    .limit(lookedAtAgain)
    .execute();
  await queueUnclassified(writer, rows);
}
