import type { UserId } from "@inlet/contract/ids.ts";
import { wordsBeginning } from "#/base/tokenize.ts";
import type { Engine, Reader } from "#/store/engine/database.ts";
import { selectiveKeys, holdingAll } from "#/store/search/selective-predicates.ts";
import { findKeys } from "#/store/search/candidate-keys.ts";
import { messagesByKeys } from "#/store/messages/queries.ts";
import type { MessageRow } from "#/store/engine/schema.ts";
import { visibleKeys } from "#/store/search/visible-keys.ts";
import { weighedMessages } from "#/store/search/relevance-signals.ts";
import { readQuery } from "./read-query.ts";
import { isWeighed, relevanceOf } from "./relevance.ts";
import { searchPage, type SearchOptions } from "./search.ts";

/**
 * Number of the newest hits that are ranked; older ones follow by date. Finding them takes longer than ranking them, because a
 * prefix is searched in their texts.
 */
const ranked = 500;

/**
 * The place at which a page of hits by relevance continues: after a ranked hit, among those between two date_keys; or among the
 * older ones, before a date_key. It contains everything that determines the order, so new mail does not change it.
 */
export type RankedPlace =
  | { top: number; floor: number; score: number; dateKey: number }
  | { before: number };

export interface RankedSearchOptions extends Omit<SearchOptions, "before" | "from"> {
  after?: RankedPlace | undefined;
}

export interface RankedPage {
  rows: MessageRow[];
  /** Position of the next page; null at the end. */
  next: RankedPlace | null;
}

interface Hit {
  dateKey: number;
  score: number;
}

/**
 * Returns the user's messages that match the typed text, the most relevant first, and the start of the next page, null at the
 * end. A page may hold fewer messages than requested, or none. Without words that can be ranked, the newest come first. Throws
 * the errors of readQuery.
 */
export async function rankedPage(
  reader: Reader,
  engine: Engine,
  userId: UserId,
  query: string,
  { after, ...options }: RankedSearchOptions,
): Promise<RankedPage> {
  const { accountId } = options;
  const words = await readQuery(reader, userId, query, options.timeZone);
  if ((after && "before" in after) || !words.terms.some(isWeighed)) {
    const page = await searchPage(reader, engine, userId, query, { ...options, ...after });
    return { rows: page.rows, next: page.before === null ? null : { before: page.before } };
  }
  const from = Math.max(words.from ?? 0, after?.floor ?? 0);
  const asked = { accountId, query: { ...words, from }, before: after?.top };
  // Twice as many, because messages imported between two pages must not push out earlier hits.
  const limit = after ? ranked * 2 : ranked;
  const rare = await selectiveKeys(reader, userId, asked);
  const keys = rare
    ? await holdingAll(reader, engine, userId, words.terms, rare)
    : await findKeys(reader, engine, { ...asked, userId, limit, wordsBeginning });
  const [newest] = keys;
  if (newest === undefined) {
    return { rows: [], next: after?.floor ? { before: after.floor } : null };
  }
  const top = after?.top ?? newest + 1;
  const isAll = rare !== null || keys.length < limit;
  const floor = after?.floor || (isAll ? 0 : (keys.at(-1) ?? 0));
  const weighed = await weighedMessages(reader, userId, keys);
  const hits = weighed
    .map((hit) => ({ dateKey: hit.dateKey, score: relevanceOf(hit, words.terms, top) }))
    .toSorted(byScore)
    .filter((hit) => !after || byScore(after, hit) < 0);
  const shown = await visibleOf(hits, options.limit + 1, (some) =>
    visibleKeys(reader, engine, userId, some, accountId, words.asks),
  );
  const page = shown.slice(0, options.limit);
  const last = page.at(-1);
  const older = floor > 0 ? { before: floor } : null;
  return {
    rows: await inOrder(reader, userId, page),
    next: last && shown.length > options.limit ? { top, floor, ...last } : older,
  };
}

/** Returns the first hits with a location that matches the query, at least `count` if there are that many. */
async function visibleOf(
  hits: readonly Hit[],
  count: number,
  visible: (dateKeys: number[]) => Promise<number[]>,
): Promise<Hit[]> {
  const shown: Hit[] = [];
  for (let at = 0, size = count; at < hits.length && shown.length < count; size *= 2) {
    const some = hits.slice(at, at + size);
    at += size;
    const existing = new Set(await visible(some.map(({ dateKey }) => dateKey)));
    shown.push(...some.filter(({ dateKey }) => existing.has(dateKey)));
  }
  return shown;
}

/** Orders by score, then newest first. */
function byScore(a: Hit, b: Hit): number {
  return b.score - a.score || b.dateKey - a.dateKey;
}

async function inOrder(
  reader: Reader,
  userId: UserId,
  hits: readonly Hit[],
): Promise<MessageRow[]> {
  const rows = await messagesByKeys(
    reader,
    userId,
    hits.map(({ dateKey }) => dateKey),
  );
  const byKey = new Map(rows.map((row) => [row.date_key, row]));
  return hits.flatMap(({ dateKey }) => byKey.get(dateKey) ?? []);
}
