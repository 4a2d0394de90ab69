import type { UserId } from "@inlet/contract/ids.ts";
import { type RawBuilder, sql } from "kysely";
import type { Engine, Reader } from "./database.ts";
import { type Ask, findWords, holding } from "./search.ts";
import { isMark } from "./search-marks.ts";

type Search = Parameters<typeof findWords>[2];

/** What has fewer messages than this is looked at whole; more are common enough for a walk along the dates to end early. */
const rareSize = 2000;

/**
 * The date_keys of messages that may be meant, newest first; what is asked besides words is for visibleKeys to see. Where
 * an index tells that something asked for is rare, only that is looked at.
 */
export async function findKeys(reader: Reader, engine: Engine, search: Search): Promise<number[]> {
  const { userId, query, limit } = search;
  const bounds = boundsOf(search);
  const sources = (query.asks ?? []).flatMap((ask) => sourcesOf(userId, ask));
  for (const source of sources) {
    const keys = await keysIn(reader, sql`${source.rows} and ${bounds} limit ${rareSize + 1}`);
    if (keys.length <= rareSize) return newestOf(reader, engine, search, keys);
  }
  // In the order of the dates its index walks by itself; where words are asked for too, these are walked.
  const walked = sources.find(({ isOrdered }) => isOrdered);
  if (!walked || query.terms.length > 0) return findWords(reader, engine, search);
  return keysIn(reader, sql`${walked.rows} and ${bounds} order by date_key desc limit ${limit}`);
}

function boundsOf({ query, before = Number.MAX_SAFE_INTEGER }: Search): RawBuilder<unknown> {
  const end = Math.min(before, query.until ?? before);
  return sql`date_key < ${end} and date_key >= ${query.from ?? 0}`;
}

interface Source {
  /** A statement that goes on with further conditions. */
  rows: RawBuilder<unknown>;
  isOrdered: boolean;
}

/** The indexes that hold every message that meets this. */
function sourcesOf(userId: UserId, ask: Ask): Source[] {
  switch (ask.kind) {
    case "and":
      return ask.asks.flatMap((part) => sourcesOf(userId, part));
    case "marked":
      return [
        {
          rows: sql`select date_key from search_marks where user_id = ${userId} and ${isMark(ask)}`,
          isOrdered: !ask.isPrefix,
        },
      ];
    case "size":
      return [
        {
          rows: sql`select date_key from messages where user_id = ${userId}
            and size_bytes > ${ask.above ?? -1} and size_bytes < ${ask.below ?? Number.MAX_SAFE_INTEGER}`,
          isOrdered: false,
        },
      ];
    case "messageId":
      return [
        {
          rows: sql`select date_key from messages where user_id = ${userId}
            and account_id in (select id from accounts where user_id = ${userId})
            and message_id_header = ${ask.id} and message_id_header <> ''`,
          isOrdered: false,
        },
      ];
    default:
      return [];
  }
}

/** Of a few keys the newest that hold the words. */
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
  // One column, named by the statement: that of the search index is called rowid.
  const rows = (await reader
    .selectFrom(sql`(${query})`.as("found"))
    .selectAll()
    .execute()) as { date_key?: number; rowid?: number }[];
  return rows.flatMap(({ date_key: key, rowid }) => key ?? rowid ?? []);
}
