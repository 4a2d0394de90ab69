import type { UserId } from "@inlet/contract/ids.ts";
import { wordsBeginning } from "#/base/plain-words.ts";
import type { Engine, Reader } from "#/store/database.ts";
import { fewMeeting, holdingAll } from "#/store/few-meeting.ts";
import { findKeys } from "#/store/find-keys.ts";
import { messagesByKeys } from "#/store/messages.ts";
import type { MessageRow } from "#/store/tables.ts";
import { visibleKeys } from "#/store/visible-keys.ts";
import { weighedMessages } from "#/store/weighed-messages.ts";
import { readQuery } from "./read-query.ts";
import { isWeighed, relevanceOf } from "./relevance.ts";
import { searchPage, type SearchOptions } from "./search.ts";

/**
 * So many of the newest hits are put in order, and older ones follow them by their dates. To find them takes longer than
 * to weigh them: a word that goes on is looked for in their texts.
 */
const ranked = 500;

/**
 * Where a page of hits by relevance goes on: after one that has been put in order, of those between two date_keys; or
 * among the older ones, before a date_key. All that decides about the order is in it, so that new mail changes nothing.
 */
export type RankedPlace =
  | { top: number; floor: number; score: number; dateKey: number }
  | { before: number };

export interface RankedSearchOptions extends Omit<SearchOptions, "before" | "from"> {
  after?: RankedPlace | undefined;
}

export interface RankedPage {
  rows: MessageRow[];
  /** Null at the end. */
  next: RankedPlace | null;
}

interface Hit {
  dateKey: number;
  score: number;
}

/**
 * The user's messages that hold what was typed, those that say most to it first; and where the next page begins, null at
 * the end. A page may hold fewer than asked for, or none. Where no words may stand anywhere, the newest say most. Throws what readQuery throws.
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
  // What was imported between two pages crowds none out that stood there.
  const limit = after ? ranked * 2 : ranked;
  const rare = await fewMeeting(reader, userId, asked);
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

/** The first of the hits that stand somewhere as it is asked, at least so many where there are. */
async function visibleOf(
  hits: readonly Hit[],
  count: number,
  visible: (dateKeys: number[]) => Promise<number[]>,
): Promise<Hit[]> {
  const shown: Hit[] = [];
  for (let at = 0, size = count; at < hits.length && shown.length < count; size *= 2) {
    const some = hits.slice(at, at + size);
    at += size;
    const standing = new Set(await visible(some.map(({ dateKey }) => dateKey)));
    shown.push(...some.filter(({ dateKey }) => standing.has(dateKey)));
  }
  return shown;
}

/** What says more comes first, and of what says as much the newer. */
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
