import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import type { Expression, SqlBool } from "kysely";
import { wordsBeginning } from "#/base/tokenize.ts";
import type { Engine, Reader } from "#/store/engine/database.ts";
import { findKeys } from "#/store/search/candidate-keys.ts";
import { filtered, type Row } from "#/store/messages/queries.ts";
import type { Selection } from "./selection.ts";
import { stillInSnapshot } from "./selection-snapshot.ts";
import { walksOf } from "./selection-walks.ts";
import type { LocationRow } from "#/store/engine/schema.ts";
import { visibleMessages } from "#/store/search/visible-keys.ts";
import type { WordQuery } from "#/store/search/word-query.ts";

/**
 * Maximum number of positions that one query reads, however few of them match: a walk through a whole mailbox takes too long.
 */
const lookBatchSize = 2000;

/** The same for a search once it has found unlisted hits: each hit is checked separately. */
const searchBatchSize = 200;

export interface SelectionSlice {
  ids: MessageId[];
  /** The key to continue from; null at the end. There may be more even if nothing was found. */
  before: number | null;
}

/** Returns the next messages older than a key that match, among the next locations. */
export async function nextOfSelection(
  reader: Reader,
  engine: Engine,
  userId: UserId,
  selection: Selection,
  { before, limit }: { before: number; limit: number },
): Promise<SelectionSlice> {
  const { words } = selection;
  if (words) {
    const search = { ...selection, words };
    const first = await nextOfSearch(reader, engine, userId, search, {
      before,
      limit,
      size: limit,
    });
    const { ids, before: next } = first;
    if (next === null || ids.length * 2 > limit || limit >= searchBatchSize) return first;
    const more = { before: next, limit: limit - ids.length, size: searchBatchSize };
    const second = await nextOfSearch(reader, engine, userId, search, more);
    return { ids: [...ids, ...second.ids], before: second.before };
  }
  const walks = (await walksOf(reader, userId, selection)).map((walk) =>
    reader
      .selectFrom("message_locations")
      .where("user_id", "=", userId)
      .where("date_key", "<", before)
      .where((row) => row.and(walk(row)))
      .orderBy("date_key", "desc"),
  );
  const lowest: number[] = [];
  for (const walk of walks) {
    const row = await walk
      .select("date_key")
      .offset(Math.ceil(lookBatchSize / walks.length) - 1)
      .limit(1)
      .executeTakeFirst();
    if (row) lowest.push(row.date_key);
  }
  // All walks cover all locations down to this key.
  const until = Math.max(0, ...lowest);
  const found: Pick<LocationRow, "date_key" | "message_id" | "folder_id" | "uid">[] = [];
  for (const walk of walks) {
    const some = await walk
      .select(["date_key", "message_id", "folder_id", "uid"])
      .where("date_key", ">=", until)
      .where((row) => row.and(asked(row, userId, selection)))
      .limit(limit)
      .execute();
    found.push(...some);
  }
  const rows = found.toSorted((a, b) => b.date_key - a.date_key).slice(0, limit);
  const end = lowest.length === 0 ? null : until;
  const existing = await stillInSnapshot(reader, userId, rows, selection.standing);
  return {
    ids: [...new Set(existing.map((row) => row.message_id))],
    before: rows.length < limit ? end : (rows.at(-1)?.date_key ?? null),
  };
}

async function nextOfSearch(
  reader: Reader,
  engine: Engine,
  userId: UserId,
  selection: Selection & { words: WordQuery },
  { before, limit, size }: { before: number; limit: number; size: number },
): Promise<SelectionSlice> {
  const { accountId, words: query } = selection;
  const keys = await findKeys(reader, engine, {
    userId,
    accountId,
    query,
    limit: size,
    before,
    wordsBeginning,
  });
  const of = { userId, accountId, asks: query.asks };
  const rows = await visibleMessages(reader, engine, of, keys);
  const listed = await onlyListed(reader, userId, selection, rows);
  const taken = listed.toSorted((a, b) => b.date_key - a.date_key).slice(0, limit);
  const end = keys.length < size ? null : (keys.at(-1) ?? null);
  return {
    ids: taken.map(({ id }) => id),
    before: taken.length < listed.length ? (taken.at(-1)?.date_key ?? null) : end,
  };
}

/** Returns the found messages that the list shows as well. */
async function onlyListed<Message extends { id: MessageId }>(
  reader: Reader,
  userId: UserId,
  selection: Selection,
  messages: Message[],
): Promise<Message[]> {
  if (messages.length === 0) return [];
  const walks = await walksOf(reader, userId, selection);
  const rows = await reader
    .selectFrom("message_locations")
    .select(["message_id", "folder_id", "uid"])
    .where("user_id", "=", userId)
    .where(
      "message_id",
      "in",
      messages.map(({ id }) => id),
    )
    .where((row) => row.or(walks.map((walk) => row.and(walk(row)))))
    .where((row) => row.and(asked(row, userId, selection)))
    .execute();
  const existing = await stillInSnapshot(reader, userId, rows, selection.standing);
  const listed = new Set(existing.map((row) => row.message_id));
  if (selection.list === "") {
    // The location of a hit is unknown here: a message with any later location stays.
    const before = new Set(existing);
    for (const row of rows) if (!before.has(row)) listed.delete(row.message_id);
  }
  return messages.filter(({ id }) => listed.has(id));
}

/** Returns the conditions of a selection on a location, besides its folder. */
function asked(row: Row, userId: UserId, selection: Selection): Expression<SqlBool>[] {
  const all = filtered(row, userId, selection);
  // Message ids are ordered by time of arrival.
  if (selection.newest !== undefined) all.push(row("message_id", "<=", selection.newest));
  return all;
}
