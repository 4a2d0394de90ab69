import type { MessageId, ThreadId, UserId } from "@inlet/contract/ids.ts";
import { bit } from "#/store/engine/bit.ts";
import type { Reader } from "#/store/engine/database.ts";
import type { UndoStep } from "#/store/undo/steps.ts";
import type { Writer } from "#/store/engine/writer.ts";

/** Returns the given threads that are muted. */
async function mutedThreads(
  reader: Reader,
  userId: UserId,
  threadIds: readonly ThreadId[],
): Promise<Set<ThreadId>> {
  if (threadIds.length === 0) return new Set();
  const rows = await reader
    .selectFrom("muted_threads")
    .select("thread_id")
    .where("user_id", "=", userId)
    .where("thread_id", "in", threadIds)
    .execute();
  return new Set(rows.map((row) => row.thread_id));
}

/** Returns the given new messages that belong to muted threads, with the time of muting; marks them as muted. */
export async function inMutedThreads(
  { db }: Writer,
  userId: UserId,
  messageIds: readonly MessageId[],
): Promise<ReadonlyMap<MessageId, number>> {
  if (messageIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("messages as m")
    .innerJoin("muted_threads as t", (join) =>
      join.onRef("t.user_id", "=", "m.user_id").onRef("t.thread_id", "=", "m.thread_id"),
    )
    .select(["m.id", "t.muted_at"])
    .where("m.user_id", "=", userId)
    .where("m.id", "in", messageIds)
    .execute();
  if (rows.length > 0) {
    await db
      .updateTable("messages")
      .set({ is_muted: 1 })
      .where("user_id", "=", userId)
      .where(
        "id",
        "in",
        rows.map(({ id }) => id),
      )
      .execute();
  }
  return new Map(rows.map((row) => [row.id, row.muted_at]));
}

/** Mutes or unmutes whole threads. */
export async function muteThreads(
  writer: Writer,
  userId: UserId,
  threadIds: readonly ThreadId[],
  isMuted: boolean,
): Promise<{ steps: UndoStep[]; messageIds: MessageId[] }> {
  const { db, now } = writer;
  const before = await mutedThreads(db, userId, threadIds);
  const changing = threadIds.filter((id) => before.has(id) !== isMuted);
  if (changing.length === 0) return { steps: [], messageIds: [] };
  if (isMuted) {
    const rows = changing.map((id) => ({ user_id: userId, thread_id: id, muted_at: now }));
    await db.insertInto("muted_threads").values(rows).execute();
  } else {
    await db
      .deleteFrom("muted_threads")
      .where("user_id", "=", userId)
      .where("thread_id", "in", changing)
      .execute();
  }
  const messages = await db
    .updateTable("messages")
    .set({ is_muted: bit(isMuted) })
    .where("user_id", "=", userId)
    .where("thread_id", "in", changing)
    .returning("id")
    .execute();
  return {
    steps: changing.map((threadId) => ({ kind: "mute", threadId, was: !isMuted })),
    messageIds: messages.map(({ id }) => id),
  };
}
