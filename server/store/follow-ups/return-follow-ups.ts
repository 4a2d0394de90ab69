import type { FollowUpKind } from "@inlet/contract/ai/follow-ups.ts";
import type { MessageId, OutboxId, ThreadId, UserId } from "@inlet/contract/ids.ts";
import { nextListKeys } from "../messages/list-keys.ts";
import type { Writer } from "../engine/writer.ts";
import { isWrittenByHuman } from "../classification/written-by-human.ts";
import type { Command } from "#/store/commands/command.ts";

/** Notifies the user's pages that a reminder is due. */
export const notifyOfReminder: Command<{ userId: UserId; id: OutboxId }, void> = {
  durable: false,
  run: (writer, { userId, id }) => writer.change(userId, "outbox.changed", [id]),
};

/** A conversation that is due, and the time since which it is. */
export interface Due {
  threadId: ThreadId;
  since: number;
  /** Absent if only the time is known. */
  kind?: FollowUpKind;
}

/** Returns due conversations to the top of the inbox, each once per request. */
export const returnFollowUps: Command<{ userId: UserId; items: Due[] }, void> = {
  durable: true,
  async run(writer, { userId, items }) {
    await writer.lock(userId);
    const back: MessageId[] = [];
    for (const item of items) {
      if (!(await isFirst(writer, userId, item))) continue;
      const newest = await newestInInbox(writer, userId, item.threadId);
      if (newest !== undefined) back.push(newest);
    }
    const keys = await nextListKeys(writer, userId, back.length);
    for (const [index, id] of back.entries()) {
      const key = keys[index];
      if (key !== undefined) await putAtTop(writer, userId, id, key);
    }
    await writer.change(userId, "message.changed", back);
  },
};

async function isFirst(
  { db }: Writer,
  userId: UserId,
  { threadId, since, kind }: Due,
): Promise<boolean> {
  const before = await db
    .selectFrom("follow_up_returns")
    .select("since")
    .where("user_id", "=", userId)
    .where("thread_id", "=", threadId)
    .executeTakeFirst();
  // For mail that other people owe an answer to, a later time belongs to another message, or to another reminder that the user
  // set.
  const isOther = before && kind === "they-owe" && since > before.since;
  if (before && !isOther && !(await hasOwnAfter({ db }, userId, threadId, before.since))) {
    return false;
  }
  await db
    .insertInto("follow_up_returns")
    .values({ user_id: userId, thread_id: threadId, since })
    .onConflict((conflict) => conflict.columns(["user_id", "thread_id"]).doUpdateSet({ since }))
    .execute();
  return true;
}

/** Returns true if the user wrote a message since then, which settles an earlier reminder or starts a new one. */
async function hasOwnAfter(
  { db }: Pick<Writer, "db">,
  userId: UserId,
  threadId: ThreadId,
  since: number,
): Promise<boolean> {
  const row = await db
    .selectFrom("messages as later")
    .select("later.id")
    .where("later.user_id", "=", userId)
    .where("later.thread_id", "=", threadId)
    .where("later.is_own", "=", 1)
    .where("later.internal_date", ">", since)
    .where((later) => isWrittenByHuman(later, userId))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

async function newestInInbox(
  { db }: Writer,
  userId: UserId,
  threadId: ThreadId,
): Promise<MessageId | undefined> {
  const row = await db
    .selectFrom("messages as m")
    .innerJoin("message_locations as place", (join) =>
      join.onRef("place.user_id", "=", "m.user_id").onRef("place.message_id", "=", "m.id"),
    )
    .select("m.id")
    .where("m.user_id", "=", userId)
    .where("m.thread_id", "=", threadId)
    .where("place.role", "=", "inbox")
    // A duplicate message is hidden: the user would not see its return.
    .where("place.is_twin", "=", 0)
    .orderBy("m.date_key", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

async function putAtTop({ db }: Writer, userId: UserId, id: MessageId, key: number): Promise<void> {
  await db
    .updateTable("messages")
    .set({ list_key: key })
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .execute();
  await db
    .updateTable("message_locations")
    .set({ date_key: key })
    .where("user_id", "=", userId)
    .where("message_id", "=", id)
    .execute();
}
