import type { UserId } from "@inlet/contract/ids.ts";
import { type RawBuilder, sql } from "kysely";
import { isAnswered } from "#/store/messages/is-answered.ts";
import type { Engine, Reader } from "#/store/engine/database.ts";
import { findWords, holding } from "./predicates.ts";
import { isMark, isMarkOfField } from "./index-marks.ts";
import type { Predicate } from "./word-query.ts";

type Search = Parameters<typeof findWords>[2];

/**
 * A predicate with fewer matches than this is evaluated completely; a more common one lets a walk along the dates end early.
 */
const selectiveSize = 2000;
/** The same limit for searches with words, where each match is looked up separately. */
const selectiveWithWords = 200;

/**
 * Returns the date keys of candidates, newest first; visibleKeys applies predicates other than words. If an index shows that a
 * predicate is selective, only its matches are read.
 */
export async function findKeys(reader: Reader, engine: Engine, search: Search): Promise<number[]> {
  const { userId, query, limit } = search;
  const { before = Number.MAX_SAFE_INTEGER } = search;
  const [from, until] = [query.from ?? 0, Math.min(before, query.until ?? before)];
  // A single message is checked directly.
  if (until - from <= 1) return findWords(reader, engine, search);
  const sources = (query.asks ?? []).flatMap((ask) => sourcesOf(engine, userId, ask));
  const most = query.terms.length > 0 ? selectiveWithWords : selectiveSize;
  for (const { statements, isOrdered } of sources) {
    // The unary plus stops SQLite from walking the date index when the predicate's own index is not in date order.
    const key = isOrdered ? sql`date_key` : sql`+date_key`;
    const keys: number[] = [];
    for (const rows of statements) {
      if (keys.length > most) break;
      keys.push(
        ...(await keysIn(
          reader,
          sql`${rows} and ${key} < ${until} and ${key} >= ${from} limit ${most + 1}`,
        )),
      );
    }
    if (keys.length <= most) return newestOf(reader, engine, search, keys);
  }
  // An index in date order is walked as it comes; a search with words walks the matches of the words instead.
  const walked = sources.find(({ isOrdered }) => isOrdered)?.statements[0];
  if (!walked || query.terms.length > 0) return findWords(reader, engine, search);
  return keysIn(
    reader,
    sql`${walked} and date_key < ${until} and date_key >= ${from} order by date_key desc limit ${limit}`,
  );
}

/** Indexes that contain every message that matches a predicate. */
interface Source {
  /** Further conditions are appended to each; every match is in at least one of them. */
  statements: RawBuilder<unknown>[];
  isOrdered: boolean;
}

function sourcesOf(engine: Engine, userId: UserId, ask: Predicate): Source[] {
  const marks = sql`select date_key from search_marks where user_id = ${userId}`;
  const messages = sql`select date_key from messages where user_id = ${userId}`;
  switch (ask.kind) {
    case "and":
      return ask.asks.flatMap((part) => sourcesOf(engine, userId, part));
    case "or": {
      const parts = ask.asks.map((part) => sourcesOf(engine, userId, part)[0]);
      const known = parts.filter((part) => part !== undefined);
      if (known.length < parts.length) return [];
      return [{ statements: known.flatMap(({ statements }) => statements), isOrdered: false }];
    }
    case "marked":
      return [{ statements: [sql`${marks} and ${isMark(ask)}`], isOrdered: !ask.isPrefix }];
    case "field":
      return [{ statements: [sql`${marks} and ${isMarkOfField(ask)}`], isOrdered: false }];
    case "answered":
      return [{ statements: [sql`${messages} and ${isAnswered(engine)}`], isOrdered: true }];
    case "size": {
      const { above = -1, below = Number.MAX_SAFE_INTEGER } = ask;
      const rows = sql`${messages} and size_bytes > ${above} and size_bytes < ${below}`;
      return [{ statements: [rows], isOrdered: false }];
    }
    case "messageId": {
      const ids = sql`select id from accounts where user_id = ${userId}`;
      const rows = sql`${messages} and account_id in (${ids})
        and message_id_header = ${ask.id} and message_id_header <> ''`;
      return [{ statements: [rows], isOrdered: false }];
    }
    case "accounts":
    case "dates":
    case "folders":
    case "kept":
    case "listed":
    case "muted":
    case "not":
    case "outside":
    case "own":
    case "role":
    case "words":
      return [];
  }
}

/** Returns the newest of a few keys whose messages contain the words. */
async function newestOf(
  reader: Reader,
  engine: Engine,
  { userId, query, limit }: Search,
  keys: number[],
): Promise<number[]> {
  let held = [...new Set(keys)];
  for (const term of query.terms) {
    if (held.length === 0) return [];
    held = await keysIn(reader, holding(engine, userId, term, held));
  }
  return held.toSorted((a, b) => b - a).slice(0, limit);
}

async function keysIn(reader: Reader, query: RawBuilder<unknown>): Promise<number[]> {
  // The column of the search index is named rowid, that of all other indexes date_key.
  const rows = (await reader
    .selectFrom(sql`(${query})`.as("found"))
    .selectAll()
    .execute()) as { date_key?: number; rowid?: number }[];
  return rows.flatMap(({ date_key: key, rowid }) => key ?? rowid ?? []);
}
