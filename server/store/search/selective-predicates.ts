import type { AccountId, MessageId, UserId } from "@inlet/contract/ids.ts";
import { type Expression, sql, type SqlBool } from "kysely";
import type { Engine, Reader } from "#/store/engine/database.ts";
import { foldersOf } from "#/store/folders/queries.ts";
import type { Row } from "#/store/messages/queries.ts";
import { holding } from "./predicates.ts";
import type { Predicate, Term, WordQuery } from "./word-query.ts";

/** Predicates that match at most this many messages are evaluated before the full-text match. */
const few = 1000;

type Selective = "isStarred" | "isUnread" | "hasAttachments";

/** Literals in the statement, to let the partial indexes of locations be used. */
const places: Record<Selective, (row: Row) => Expression<SqlBool>> = {
  isStarred: (row) => row("is_starred", "=", sql.lit(1 as const)),
  isUnread: (row) => row("is_seen", "=", sql.lit(0 as const)),
  hasAttachments: (row) => row("has_attachments", "=", sql.lit(1 as const)),
};

/**
 * Returns the date keys of the messages matching the most selective indexed predicate, newest first; null if none is selective. A
 * search for starred messages among a hundred thousand hits need not read all hits.
 */
export async function selectiveKeys(
  reader: Reader,
  userId: UserId,
  {
    accountId,
    query,
    before = Number.MAX_SAFE_INTEGER,
  }: { accountId?: AccountId | undefined; query: WordQuery; before?: number | undefined },
): Promise<number[] | null> {
  const { asks = [], from = 0, until = Number.MAX_SAFE_INTEGER } = query;
  for (const rare of asks.flatMap((ask) => selectiveOf(ask) ?? [])) {
    const ids = await idsOf(reader, userId, rare, accountId);
    if (ids === null) continue;
    if (ids.length === 0) return [];
    const rows = await reader
      .selectFrom("messages")
      .select("date_key")
      .where("user_id", "=", userId)
      .where("id", "in", ids)
      .execute();
    return rows
      .map((row) => row.date_key)
      .filter((key) => key < before && key < until && key >= from)
      .toSorted((a, b) => b - a);
  }
  return null;
}

/** Returns the filter of a predicate that has an index. */
function selectiveOf(ask: Predicate): Selective | undefined {
  if (ask.kind !== "listed") return undefined;
  const { isStarred, isUnread, hasAttachments } = ask.filter;
  if (isStarred) return "isStarred";
  if (hasAttachments) return "hasAttachments";
  return isUnread ? "isUnread" : undefined;
}

/** Returns the messages that have a location with this property; null if there are many. */
async function idsOf(
  reader: Reader,
  userId: UserId,
  rare: Selective,
  accountId: AccountId | undefined,
): Promise<MessageId[] | null> {
  const ids = new Set<MessageId>();
  const marked = reader
    .selectFrom("message_locations")
    .select("message_id")
    .where("user_id", "=", userId)
    .where(places[rare])
    .limit(few + 1);
  // The index of starred locations covers all folders.
  const walks =
    rare === "isStarred"
      ? [marked]
      : (await foldersOf(reader, userId, accountId)).map(({ id }) =>
          marked.where("folder_id", "=", id),
        );
  for (const walk of walks) {
    const rows = await walk.execute();
    // A message may have several such locations: a walk that reached its limit has not found all messages.
    if (rows.length > few) return null;
    for (const row of rows) ids.add(row.message_id);
    if (ids.size > few) return null;
  }
  return [...ids];
}

/** Returns the given date keys whose messages contain all the words, in the same order. */
export async function holdingAll(
  reader: Reader,
  engine: Engine,
  userId: UserId,
  terms: readonly Term[],
  keys: readonly number[],
): Promise<number[]> {
  let left = [...keys];
  for (const term of terms) {
    if (left.length === 0) return left;
    const rows = await reader
      .selectFrom("messages")
      .select("date_key")
      .where("user_id", "=", userId)
      .where(sql<boolean>`date_key in (${holding(engine, userId, term, left)})`)
      .execute();
    const held = new Set(rows.map((row) => row.date_key));
    left = left.filter((key) => held.has(key));
  }
  return left;
}
