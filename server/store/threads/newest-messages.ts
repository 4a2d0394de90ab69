import type { MessageId, ThreadId, UserId } from "@inlet/contract/ids.ts";
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from "kysely";
import type { Reader } from "#/store/engine/database.ts";
import type { MessageRow, Tables } from "#/store/engine/schema.ts";

/** Conditions of a list on a location, in columns without a table name: they refer to the innermost table. */
type Shown = (place: ExpressionBuilder<Tables, "message_locations">) => Expression<SqlBool>;

type Place = Pick<MessageRow, "date_key" | "id" | "thread_id">;

/**
 * Locations to read first, per conversation of a page; the number grows if conversations are long. Reading again costs more than
 * reading a few locations too many.
 */
const firstLook = 3.5;
const longestLook = 2000;
/** Factor for the number of locations to read: a walk that ends just before the page is full requires another one. */
const spare = 1.25;

/**
 * Returns the keys of a page by conversations, newest first: for each one only the newest message that the list shows. The list
 * is walked from `before` on; the part above is queried only for the conversations found. The walk may be limited to a `part` of
 * the list, such as one of its folders.
 */
export async function newestOfThreads(
  reader: Reader,
  { userId, limit, before }: { userId: UserId; limit: number; before: number },
  { part, whole }: { part: Shown; whole: Shown },
): Promise<number[]> {
  const keys: number[] = [];
  const met = new Set<ThreadId>();
  const isTop = before === Number.MAX_SAFE_INTEGER;
  const asking = isTop ? new Set<ThreadId>() : returnedAbove(reader, userId, before, whole);
  let from = before;
  let looked = 0;
  for (let look = Math.ceil(limit * firstLook); keys.length < limit;) {
    const [{ rows, end }, returned] = await Promise.all([
      placesBeyond(reader, userId, { before: from, limit: look }, part),
      asking,
    ]);
    const fresh = rows.filter(({ thread_id: id }) => !met.has(id) && met.add(id));
    const asked = fresh.filter(({ thread_id: id }) => !returned.has(id));
    const above = isTop
      ? new Set<MessageId>()
      : await continued(reader, userId, { fresh: asked, before }, whole);
    keys.push(...asked.filter(({ id }) => !above.has(id)).map((row) => row.date_key));
    if (end === null) break;
    from = end;
    looked += look;
    // Enough for the missing rows, if the density stays the same.
    const expected = ((limit - keys.length) * looked) / Math.max(keys.length, 1);
    look = Math.ceil(Math.min(Math.max(expected * spare, limit / 2), look * 2, longestLook));
  }
  return keys.slice(0, limit);
}

/** Returns the same list from the bottom up, above `after`. A position whose conversation continues further up is skipped. */
export async function newestOfThreadsUp(
  reader: Reader,
  { userId, limit, after }: { userId: UserId; limit: number; after: number },
  { part, whole }: { part: Shown; whole: Shown },
): Promise<number[]> {
  const keys = new Set<number>();
  let from = after;
  const first = Math.ceil(limit * firstLook);
  for (let look = first; keys.size < limit; look = Math.min(look * 2, longestLook)) {
    const { rows, end } = await placesBeyond(reader, userId, { after: from, limit: look }, part);
    const passed = await continuedAbove(reader, userId, rows, whole);
    for (const row of rows) if (!passed.has(row.id)) keys.add(row.date_key);
    if (end === null) break;
    from = end;
  }
  return [...keys].slice(0, limit);
}

/**
 * Returns the next positions of a list in the given direction, each with its conversation, and the position after which more may
 * follow; null if none do. A message that moved between the two queries is left out here, but does not end the list.
 */
async function placesBeyond(
  reader: Reader,
  userId: UserId,
  { limit, ...from }: { limit: number } & ({ before: number } | { after: number }),
  shown: Shown,
): Promise<{ rows: Place[]; end: number | null }> {
  const isUp = "after" in from;
  const rows = await reader
    .selectFrom((list) =>
      list
        .selectFrom("message_locations")
        .select("date_key")
        .where("user_id", "=", userId)
        .where("date_key", isUp ? ">" : "<", isUp ? from.after : from.before)
        .where(shown)
        .orderBy("date_key", isUp ? "asc" : "desc")
        .limit(limit)
        .as("place"),
    )
    // Joined by key: the walk itself reads only the index.
    .leftJoin("messages", (join) =>
      join
        .on("messages.user_id", "=", userId)
        .onRef("messages.date_key", "=", "place.date_key")
        .on("messages.list_key", "=", sql.lit(0)),
    )
    .select(["place.date_key", "messages.id", "messages.thread_id"])
    .execute();
  const others = rows.filter(({ id }) => id === null).map((row) => row.date_key);
  const returned = new Map(
    (await returnedUnder(reader, userId, others)).map((row) => [row.date_key, row]),
  );
  const places = rows
    .flatMap(({ date_key: key, id, thread_id: threadId }) =>
      id === null || threadId === null
        ? (returned.get(key) ?? [])
        : { date_key: key, id, thread_id: threadId },
    )
    .toSorted((a, b) => (isUp ? a.date_key - b.date_key : b.date_key - a.date_key));
  const keys = rows.map((row) => row.date_key);
  const last = isUp ? Math.max(...keys) : Math.min(...keys);
  return { rows: places, end: rows.length < limit ? null : last };
}

/** Returns messages that returned from snoozing under the given keys, which are not the date keys of a message. */
async function returnedUnder(
  reader: Reader,
  userId: UserId,
  keys: readonly number[],
): Promise<Place[]> {
  if (keys.length === 0) return [];
  return reader
    .selectFrom("messages")
    .select(["list_key as date_key", "id", "thread_id"])
    .where("user_id", "=", userId)
    .where("list_key", ">", sql.lit(0))
    .where("list_key", "in", keys)
    .execute();
}

/** Returns the given messages that belong to a conversation which the list shows further up than them. */
async function continuedAbove(
  reader: Reader,
  userId: UserId,
  rows: readonly Place[],
  shown: Shown,
): Promise<Set<MessageId>> {
  if (rows.length === 0) return new Set();
  const existing = reader
    .selectFrom("message_locations")
    .select("uid")
    .where("user_id", "=", userId)
    .where("message_id", "=", sql.ref<MessageId>("other.id"))
    // Position of the message itself (LocationRow.date_key).
    .where(
      "date_key",
      ">",
      sql<number>`case when own.list_key > 0 then own.list_key else own.date_key end`,
    )
    .where(shown);
  const found = await reader
    .selectFrom("messages as own")
    .select("own.id")
    .where("own.user_id", "=", userId)
    .where("own.id", "in", [...new Set(rows.map(({ id }) => id))])
    .where((row) =>
      row.exists(
        row
          .selectFrom("messages as other")
          .select("other.id")
          .where("other.user_id", "=", userId)
          .whereRef("other.thread_id", "=", "own.thread_id")
          .where((other) => other.exists(existing)),
      ),
    )
    .execute();
  return new Set(found.map(({ id }) => id));
}

/** Returns the given messages that belong to a conversation which the list shows further up. */
async function continued(
  reader: Reader,
  userId: UserId,
  { fresh, before }: { fresh: readonly Place[]; before: number },
  shown: Shown,
): Promise<Set<MessageId>> {
  if (fresh.length === 0) return new Set();
  const existing = reader
    .selectFrom("message_locations")
    .select("uid")
    .where("user_id", "=", userId)
    .where("message_id", "=", sql.ref<MessageId>("other.id"))
    .where("date_key", ">=", before)
    .where(shown);
  const later = await reader
    .selectFrom("messages as own")
    .select("own.id")
    .where("own.user_id", "=", userId)
    .where(
      "own.id",
      "in",
      fresh.map(({ id }) => id),
    )
    .where((row) =>
      row.exists(
        row
          .selectFrom("messages as other")
          .select("other.id")
          .where("other.user_id", "=", userId)
          .whereRef("other.thread_id", "=", "own.thread_id")
          .where("other.date_key", ">=", before)
          .where((other) => other.exists(existing)),
      ),
    )
    .execute();
  return new Set(later.map(({ id }) => id));
}

/**
 * Returns the conversations of messages that returned from snoozing, which are above their date. They are few, and queried
 * without naming conversations, as that would read all of their messages.
 */
async function returnedAbove(
  reader: Reader,
  userId: UserId,
  before: number,
  shown: Shown,
): Promise<Set<ThreadId>> {
  const existing = reader
    .selectFrom("message_locations")
    .select("uid")
    .where("user_id", "=", userId)
    .where("message_id", "=", sql.ref<MessageId>("other.id"))
    .where("date_key", ">=", before)
    .where(shown);
  const returned = await reader
    .selectFrom("messages as other")
    .select("other.thread_id")
    .where("other.user_id", "=", userId)
    .where("other.list_key", ">", sql.lit(0))
    .where("other.list_key", ">=", before)
    .where((other) => other.exists(existing))
    .execute();
  return new Set(returned.map((row) => row.thread_id));
}
