import type { MessageId, ThreadId, UserId } from "@inlet/contract/ids.ts";
import { joinFollowUps } from "#/store/follow-ups/choice-queries.ts";
import { inChunks } from "#/store/engine/chunks.ts";
import { newId } from "#/store/engine/new-id.ts";
import type { Writer } from "#/store/engine/writer.ts";

/**
 * Returns the thread of each message, given the ids that link it: a known id decides; if there are several threads, the lowest
 * remains and the rest is merged into it; otherwise a new one begins. Also returns the older messages that were moved.
 */
export async function resolveThreads(
  writer: Writer,
  userId: UserId,
  keysOfMessages: readonly (readonly string[])[],
): Promise<{ threadIds: ThreadId[]; moved: MessageId[] }> {
  const known = await readReferences(writer, userId, keysOfMessages.flat());
  const stored = new Map(known);
  const joined = new Map<ThreadId, ThreadId>();
  const now = (id: ThreadId): ThreadId => {
    const next = joined.get(id);
    return next === undefined ? id : now(next);
  };

  const threadIds = keysOfMessages.map((keys) => {
    const candidates = [
      ...new Set(keys.flatMap((key) => known.get(key) ?? []).map(now)),
    ].toSorted();
    const [first, ...others] = candidates;
    const threadId = first ?? newId<ThreadId>(writer.now);
    for (const other of others) joined.set(other, threadId);
    for (const key of keys) known.set(key, threadId);
    return threadId;
  });

  const moved = await joinThreads(
    writer,
    userId,
    [...joined.keys()].map((from) => [from, now(from)]),
  );
  const rows = [...known]
    .filter(([key, threadId]) => stored.get(key) !== now(threadId))
    .map(([reference, threadId]) => ({ user_id: userId, reference, thread_id: now(threadId) }));
  for (const some of inChunks(rows)) {
    await writer.db
      .insertInto("thread_references")
      .values(some)
      .onConflict((conflict) =>
        conflict
          .columns(["user_id", "reference"])
          .doUpdateSet((row) => ({ thread_id: row.ref("excluded.thread_id") })),
      )
      .execute();
  }
  return { threadIds: threadIds.map(now), moved };
}

async function readReferences(
  { db }: Writer,
  userId: UserId,
  keys: string[],
): Promise<Map<string, ThreadId>> {
  const known = new Map<string, ThreadId>();
  for (const some of inChunks([...new Set(keys)])) {
    const rows = await db
      .selectFrom("thread_references")
      .select(["reference", "thread_id"])
      .where("user_id", "=", userId)
      .where("reference", "in", some)
      .execute();
    for (const row of rows) known.set(row.reference, row.thread_id);
  }
  return known;
}

/** Mutes the joined thread if one of its parts is muted. */
async function joinMuted(
  { db }: Pick<Writer, "db">,
  userId: UserId,
  from: ThreadId,
  to: ThreadId,
): Promise<void> {
  const muted = await db
    .selectFrom("muted_threads")
    .selectAll()
    .where("user_id", "=", userId)
    .where("thread_id", "in", [from, to])
    .execute();
  const [row] = muted;
  if (!row) return;
  await db
    .insertInto("muted_threads")
    .values({ ...row, thread_id: to })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .deleteFrom("muted_threads")
    .where("user_id", "=", userId)
    .where("thread_id", "=", from)
    .execute();
  await db
    .updateTable("messages")
    .set({ is_muted: 1 })
    .where("user_id", "=", userId)
    .where("thread_id", "=", to)
    .execute();
}

async function joinThreads(
  { db }: Writer,
  userId: UserId,
  joins: [ThreadId, ThreadId][],
): Promise<MessageId[]> {
  const moved: MessageId[] = [];
  for (const [from, to] of joins) {
    const rows = await db
      .updateTable("messages")
      .set({ thread_id: to })
      .where("user_id", "=", userId)
      .where("thread_id", "=", from)
      .returning("id")
      .execute();
    moved.push(...rows.map((row) => row.id));
    await joinMuted({ db }, userId, from, to);
    await joinFollowUps({ db }, userId, from, to);
    await db
      .updateTable("thread_references")
      .set({ thread_id: to })
      .where("user_id", "=", userId)
      .where("thread_id", "=", from)
      .execute();
  }
  return moved;
}
