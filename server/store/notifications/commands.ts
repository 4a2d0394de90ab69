import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import { limits } from "@inlet/contract/limits.ts";
import { inChunks } from "../engine/chunks.ts";
import type { ServerKeyRow } from "./schema.ts";
import type { Writer } from "../engine/writer.ts";
import type { Command } from "#/store/commands/command.ts";

/** Messages that arrive within this time share a notification. */
const gatherMs = 1000;

/** Queues a notification of this message; it can still be suppressed until it is due. */
export const queueNotification: Command<{ userId: UserId; messageId: MessageId }, void> = {
  durable: false,
  async run(writer, { userId, messageId }) {
    await insertDue(writer, userId, "", [messageId]);
    await writer.job("notify", userId, userId, writer.now + gatherMs);
  },
};

export interface Decided {
  userId: UserId;
  /** Messages that were decided about. */
  about: MessageId[];
  /** Messages to notify the user of. */
  notified: MessageId[];
  subscriptionIds: string[];
}

/** Records who is notified of what: open pages at once, each browser by a separate push. A decision is final. */
export const settleNotifications: Command<Decided, void> = {
  durable: true,
  async run(writer, { userId, about, notified, subscriptionIds }) {
    await writer.lock(userId);
    const open = new Set<MessageId>();
    for (const some of inChunks(about)) {
      const gone = await writer.db
        .deleteFrom("due_notifications")
        .where("user_id", "=", userId)
        .where("subscription_id", "=", "")
        .where("message_id", "in", some)
        .returning("message_id")
        .execute();
      for (const row of gone) open.add(row.message_id);
    }
    const ids = notified.filter((id) => open.has(id));
    if (ids.length === 0) return;
    await writer.change(userId, "notification.due", ids);
    for (const id of subscriptionIds) {
      await insertDue(writer, userId, id, ids);
      await writer.job("push", userId, `${userId}/${id}`);
    }
  },
};

/** Deletes the queued notifications of a browser, after they were delivered or given up. */
export const settlePush: Command<{ userId: UserId; id: string; messageIds: MessageId[] }, void> = {
  durable: true,
  async run({ db }, { userId, id, messageIds }) {
    for (const some of inChunks(messageIds)) {
      await db
        .deleteFrom("due_notifications")
        .where("user_id", "=", userId)
        .where("subscription_id", "=", id)
        .where("message_id", "in", some)
        .execute();
    }
  },
};

/** Adds a push subscription and removes it from other users. Beyond the maximum the oldest ones are dropped. */
export const addSubscription: Command<
  { userId: UserId; id: string; sessionId: string; secret: string },
  void
> = {
  durable: true,
  async run(writer, { userId, id, sessionId, secret }) {
    const { db, now } = writer;
    await writer.lock(`push ${id}`);
    // Another user of this browser no longer gets notifications here.
    const others = await db
      .selectFrom("push_subscriptions")
      .select("user_id")
      .where("id", "=", id)
      .where("user_id", "<>", userId)
      .execute();
    for (const other of others) await dropOne(writer, other.user_id, id);
    await db
      .insertInto("push_subscriptions")
      .values({ user_id: userId, id, session_id: sessionId, secret, created_at: now })
      .onConflict((conflict) =>
        conflict
          .columns(["user_id", "id"])
          .doUpdateSet({ session_id: sessionId, secret, created_at: now }),
      )
      .execute();
    const all = await db
      .selectFrom("push_subscriptions")
      .select("id")
      .where("user_id", "=", userId)
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      .execute();
    for (const old of all.filter((one) => one.id !== id).slice(limits.pushSubscriptions - 1)) {
      await dropOne(writer, userId, old.id);
    }
  },
};

/** Removes a push subscription. */
export const dropSubscription: Command<{ userId: UserId; id: string }, void> = {
  durable: true,
  run: (writer, { userId, id }) => dropOne(writer, userId, id),
};

/** State that a page reports about itself. */
export interface Presence {
  userId: UserId;
  tabId: string;
  isVisible: boolean;
  word: number;
}

/**
 * Records that a page became visible or hidden. A hidden page stays recorded for a while: the user still saw messages that
 * arrived just before.
 */
export const recordPresence: Command<Presence, void> = {
  durable: false,
  async run({ db, now }, { userId, tabId, isVisible, word }) {
    await db
      .deleteFrom("presences")
      .where("user_id", "=", userId)
      .where("visible_until", "<=", now - limits.presenceTtlMs)
      .execute();
    const until = isVisible ? now + limits.presenceTtlMs : now;
    await db
      .insertInto("presences")
      .values({ user_id: userId, tab_id: tabId, visible_until: until, word })
      .onConflict((conflict) =>
        conflict
          .columns(["user_id", "tab_id"])
          .doUpdateSet({ visible_until: until, word })
          .where("presences.word", "<", word),
      )
      .execute();
  },
};

/** Stores a key pair of this server, unless one with this name exists. */
export const storeServerKey: Command<Omit<ServerKeyRow, "created_at">, void> = {
  durable: true,
  async run({ db, now }, row) {
    await db
      .insertInto("server_keys")
      .values({ ...row, created_at: now })
      .onConflict((conflict) => conflict.column("name").doNothing())
      .execute();
  },
};

async function insertDue(
  { db, now }: Writer,
  userId: UserId,
  subscriptionId: string,
  messageIds: readonly MessageId[],
): Promise<void> {
  const rows = messageIds.map((id) => ({
    user_id: userId,
    subscription_id: subscriptionId,
    message_id: id,
    created_at: now,
  }));
  for (const some of inChunks(rows)) {
    await db
      .insertInto("due_notifications")
      .values(some)
      .onConflict((conflict) =>
        conflict.columns(["user_id", "subscription_id", "message_id"]).doNothing(),
      )
      .execute();
  }
}

async function dropOne({ db }: Writer, userId: UserId, id: string): Promise<void> {
  await db
    .deleteFrom("push_subscriptions")
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .execute();
  await db
    .deleteFrom("due_notifications")
    .where("user_id", "=", userId)
    .where("subscription_id", "=", id)
    .execute();
}
