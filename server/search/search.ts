import type { AccountId, UserId } from "@inlet/contract/ids.ts";
import type { Engine, Reader } from "#/store/engine/database.ts";
import { selectiveKeys, holdingAll } from "#/store/search/selective-predicates.ts";
import { messagesByKeys } from "#/store/messages/queries.ts";
import { findKeys } from "#/store/search/candidate-keys.ts";
import { visibleKeys } from "#/store/search/visible-keys.ts";
import type { MessageRow } from "#/store/engine/schema.ts";
import { readQuery } from "./read-query.ts";
import { wordsBeginning } from "#/base/tokenize.ts";
import type { WordQuery } from "#/store/search/word-query.ts";

const keyBatchSize = 500;

export interface SearchOptions {
  accountId?: AccountId | undefined;
  limit: number;
  /** Only messages older than this date_key. */
  before?: number | undefined;
  /** Only messages of this date_key or newer. */
  from?: number | undefined;
  timeZone?: string | undefined;
  /** Number of hits to examine, rounded up to whole batches; then the place to continue is returned. Absent: all of them. */
  lookAt?: number;
}

export interface SearchPage {
  rows: MessageRow[];
  /** The date_key before which there may be more; null at the end. */
  before: number | null;
}

/**
 * Returns the user's messages that match the typed text, newest first; across all accounts, duplicate messages once. Messages
 * that are being moved between folders, or are deleted, are left out. Throws the errors of readQuery.
 */
export async function search(
  reader: Reader,
  engine: Engine,
  userId: UserId,
  query: string,
  options: SearchOptions,
): Promise<MessageRow[]> {
  return (await searchPage(reader, engine, userId, query, options)).rows;
}

/** Like `search`, with the date_key before which there may be more; null at the end. */
export async function searchPage(
  reader: Reader,
  engine: Engine,
  userId: UserId,
  query: string,
  options: SearchOptions,
): Promise<SearchPage> {
  const { accountId, limit } = options;
  const asked = await readQuery(reader, userId, query, options.timeZone);
  const words = options.from === undefined ? asked : since(asked, options.from);
  // The predicates besides words may be selective among the messages with the words.
  const isNarrowed = words.asks?.some(({ kind }) => kind !== "outside") ?? false;
  const size = isNarrowed ? Math.max(limit * 2, keyBatchSize) : Math.ceil(limit * 1.25) + 1;
  const rare = await selectiveKeys(reader, userId, {
    accountId,
    query: words,
    before: options.before,
  });
  if (rare) {
    const keys = await holdingAll(reader, engine, userId, words.terms, rare);
    const visible = await visibleKeys(reader, engine, userId, keys, accountId, words.asks);
    return pageOf(reader, userId, visible, limit);
  }
  const found: number[] = [];
  let { before } = options;
  for (let looked = 0; found.length <= limit; looked += size) {
    // Return the place to continue, which lets other users' requests run.
    if (before !== undefined && looked >= (options.lookAt ?? Infinity)) {
      return { rows: await messagesByKeys(reader, userId, found), before };
    }
    const keys = await findKeys(reader, engine, {
      userId,
      accountId,
      query: words,
      limit: size,
      before,
      wordsBeginning,
    });
    found.push(...(await visibleKeys(reader, engine, userId, keys, accountId, words.asks)));
    if (keys.length < size) break;
    before = keys.at(-1);
  }
  return pageOf(reader, userId, found, limit);
}

/** Limits a query to this date_key and newer; an empty query still finds nothing. */
function since(query: WordQuery, from: number): WordQuery {
  const { terms, asks = [], until } = query;
  const isNothing = terms.length + asks.length === 0 && (query.from ?? until) === undefined;
  return isNothing ? query : { ...query, from: Math.max(query.from ?? 0, from) };
}

async function pageOf(
  reader: Reader,
  userId: UserId,
  keys: readonly number[],
  limit: number,
): Promise<{ rows: MessageRow[]; before: number | null }> {
  const shown = keys.slice(0, limit);
  const before = keys.length > limit ? (shown.at(-1) ?? null) : null;
  return { rows: await messagesByKeys(reader, userId, shown), before };
}
