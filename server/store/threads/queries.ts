import type { ThreadId, UserId } from "@inlet/contract/ids.ts";
import type { Reader } from "#/store/engine/database.ts";
import type { LocationRow, MessageRow } from "#/store/engine/schema.ts";

export type StoredMessage = MessageRow & Pick<LocationRow, "role" | "is_twin">;

/** Returns the newest messages of a conversation, newest first: one row per location. */
export async function messagesOfThread(
  reader: Reader,
  userId: UserId,
  threadId: ThreadId,
  limit: number,
): Promise<StoredMessage[]> {
  return reader
    .selectFrom("messages")
    .innerJoin("message_locations", (join) =>
      join
        .onRef("message_locations.user_id", "=", "messages.user_id")
        .onRef("message_locations.message_id", "=", "messages.id"),
    )
    .selectAll("messages")
    .select(["message_locations.role", "message_locations.is_twin"])
    .where("messages.user_id", "=", userId)
    .where("messages.thread_id", "=", threadId)
    .orderBy("messages.date_key", "desc")
    .limit(limit)
    .execute();
}

export type MessageOfThread = Pick<
  StoredMessage,
  | "id"
  | "thread_id"
  | "date_key"
  | "from_json"
  | "is_own"
  | "is_seen"
  | "twin_key"
  | "role"
  | "is_twin"
>;

/** Returns the messages of the conversations for a list, newest first: one row per location. */
export async function messagesOfThreads(
  reader: Reader,
  userId: UserId,
  threadIds: readonly ThreadId[],
  limit: number,
): Promise<MessageOfThread[]> {
  if (threadIds.length === 0) return [];
  // Usually, all these threads together are within the limit.
  const few = await listedOf(reader, userId, threadIds)
    .limit(limit + 1)
    .execute();
  if (few.length <= limit) return few.toSorted((a, b) => b.date_key - a.date_key);
  const long = await longThreads(reader, userId, threadIds, limit);
  const short = threadIds.filter((id) => !long.has(id));
  const threads = await Promise.all([
    ...(short.length > 0 ? [listedOf(reader, userId, short).execute()] : []),
    ...[...long].map(([id, oldest]) =>
      listedOf(reader, userId, [id]).where("messages.date_key", ">=", oldest).execute(),
    ),
  ]);
  return threads.flat().toSorted((a, b) => b.date_key - a.date_key);
}

function listedOf(reader: Reader, userId: UserId, threadIds: readonly ThreadId[]) {
  return reader
    .selectFrom("messages")
    .innerJoin("message_locations", (join) =>
      join
        .onRef("message_locations.user_id", "=", "messages.user_id")
        .onRef("message_locations.message_id", "=", "messages.id"),
    )
    .select(["messages.id", "messages.thread_id", "messages.from_json", "messages.is_own"])
    .select(["messages.is_seen", "messages.twin_key", "messages.date_key"])
    .select(["message_locations.role", "message_locations.is_twin"])
    .where("messages.user_id", "=", userId)
    .where("messages.thread_id", "in", threadIds);
}

/** Returns the threads with more messages than the limit, and the key of the oldest message within it. */
async function longThreads(
  reader: Reader,
  userId: UserId,
  threadIds: readonly ThreadId[],
  limit: number,
): Promise<Map<ThreadId, number>> {
  const lengths = await reader
    .selectFrom("messages")
    .select(["thread_id", (row) => row.fn.countAll<number>().as("count")])
    .where("user_id", "=", userId)
    .where("thread_id", "in", threadIds)
    .groupBy("thread_id")
    .execute();
  const oldest = new Map<ThreadId, number>();
  for (const { thread_id: id, count } of lengths) {
    if (count <= limit) continue;
    const row = await reader
      .selectFrom("messages")
      .select("date_key")
      .where("user_id", "=", userId)
      .where("thread_id", "=", id)
      .orderBy("date_key", "desc")
      .offset(limit - 1)
      .limit(1)
      .executeTakeFirst();
    if (row) oldest.set(id, row.date_key);
  }
  return oldest;
}
