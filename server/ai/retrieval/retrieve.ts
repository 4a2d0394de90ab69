import { setImmediate } from "node:timers/promises";
import type { AccountId, MessageId, UserId } from "@inlet/contract/ids.ts";
import type { AiContext } from "#/ai/context.ts";
import { messagesByKeys } from "#/store/messages/queries.ts";
import { visibleKeys } from "#/store/search/visible-keys.ts";
import type { Reader } from "#/store/engine/database.ts";
import { countSince, newestHits } from "#/store/search/ranked-hits.ts";
import { filenamesOf, plainTextsOf, textsOf } from "#/store/messages/text-queries.ts";
import type { MessageRow } from "#/store/engine/schema.ts";
import { isAsking, keysOfTime, type QueryPlan, termsOf } from "./plan.ts";
import { tongueOf } from "./question-words.ts";
import {
  leastBeginning,
  type RankedText,
  type RankQuery,
  rankTexts,
  type QueryWord,
} from "./rank.ts";
import { splitQuotes } from "./split-quotes.ts";

/** A message that may contain the answer. */
export interface Found {
  row: MessageRow;
  text: string;
  html: string;
  score: number;
}

export interface RetrieveOptions {
  accountId?: AccountId | undefined;
  /** Number of the user's messages. */
  total: number;
  limit: number;
}

/** For a word in more messages than this, only the newest are considered. */
const hitsPerWord = 3000;
/** Number of messages that are ranked by their full text. */
const ranked = 800;
/** Texts whose quotations are split off before the event loop gets a turn. */
const splitBatchSize = 20;
/** Number of keys per query, and of queries. */
const keyBatchSize = 1000;
const rounds = 4;
/** Additional weight of a word in the subject when candidates are selected. */
const subjectShare = 0.7;

/**
 * Returns the messages that match a plan best, the best first. Candidates contain any of the words; the frequency of a word is
 * counted in this user's mail only.
 */
export async function retrieve(
  ai: Pick<AiContext, "database" | "clock">,
  userId: UserId,
  plan: QueryPlan,
  { accountId, total, limit }: RetrieveOptions,
): Promise<{ found: Found[]; words: QueryWord[] }> {
  const { reader, engine } = ai.database;
  const tongue = tongueOf(plan.language);
  const hits = (groups: QueryPlan["groups"]) =>
    newestHits(reader, engine, {
      userId,
      accountId,
      ...keysOfTime(plan.time),
      limit: hitsPerWord,
      groups: [...plan.groups, ...groups],
    });
  const wanted = await Promise.all(
    [...new Set(plan.words)].map(async (word) => {
      const keys = await hits([termsOf(word, tongue)]);
      if (keys.length > 0 || !canBeGuessed(word)) return { word, keys, isGuessed: false };
      // Longer prefixes come first, because three letters match too much.
      for (const letters of [leastBeginning + 2, leastBeginning]) {
        const beginning = {
          column: "any" as const,
          words: [word.slice(0, letters)],
          isPrefix: true,
        };
        const nearly = await hits([[beginning]]);
        if (nearly.length > 0) return { word, keys: nearly, isGuessed: true };
      }
      return { word, keys: [], isGuessed: false };
    }),
  );
  const words = await Promise.all(
    wanted.map(async ({ word, keys, isGuessed }): Promise<QueryWord> => {
      const count = isGuessed ? 1 : await estimated(reader, userId, keys, { accountId, total });
      return { word, count, isGuessed };
    }),
  );
  const exact = words.filter(({ isGuessed }) => !isGuessed).map(({ word }) => word);
  const inSubject = await Promise.all(
    words.map(async ({ word, isGuessed }) =>
      isGuessed ? [] : await hits([termsOf(word, tongue, "subject")]),
    ),
  );
  // Messages with all words are candidates, even if each word is too common to be considered in full.
  const all =
    exact.length > 1 && wanted.some(({ keys }) => keys.length >= hitsPerWord)
      ? await hits(exact.map((word) => termsOf(word, tongue)))
      : [];
  const scores = new Map<number, number>();
  const add = (keys: readonly number[], score: number) => {
    for (const key of keys) scores.set(key, (scores.get(key) ?? 0) + score);
  };
  const weightOf = (count: number) =>
    Math.log(1 + (total - Math.min(total, count) + 0.5) / (Math.min(total, count) + 0.5));
  words.forEach(({ count }, index) => {
    add(wanted[index]?.keys ?? [], weightOf(count));
    add(inSubject[index] ?? [], weightOf(count) * subjectShare);
  });
  // The list of a common word is incomplete, so the combined score is added here.
  add(all, words.reduce((sum, { count }) => sum + weightOf(count), 0) / 2);
  const ordered = [...scores].toSorted((a, b) => b[1] - a[1] || b[0] - a[0]).map(([key]) => key);

  const keys: number[] = [];
  for (let round = 0; round < rounds && keys.length < ranked; round++) {
    const some = ordered.slice(round * keyBatchSize, (round + 1) * keyBatchSize);
    if (some.length === 0) break;
    keys.push(...(await visibleKeys(reader, engine, userId, some, accountId, plan.asks)));
  }
  const rows = await messagesByKeys(reader, userId, keys.slice(0, ranked));
  const best = await rankRows(ai, userId, rows, {
    words,
    pairs: plan.pairs,
    tongue,
    total,
    limit,
    isAsked: isAsking(plan.question, plan.language),
  });
  return { found: await withHtml(ai, userId, best), words };
}

function canBeGuessed(word: string): boolean {
  return word.length > leastBeginning + 1 && /^[a-z]+$/.test(word);
}

/** Returns the number of messages that contain a word. If the list is incomplete, assumes the same frequency in older mail. */
async function estimated(
  reader: Reader,
  userId: UserId,
  keys: readonly number[],
  { accountId, total }: Pick<RetrieveOptions, "accountId" | "total">,
): Promise<number> {
  const oldest = keys.at(-1);
  if (keys.length < hitsPerWord || oldest === undefined) return keys.length;
  const since = await countSince(reader, userId, oldest, accountId);
  return Math.round((keys.length / Math.max(keys.length, since)) * total);
}

async function rankRows(
  { database: { reader }, clock }: Pick<AiContext, "database" | "clock">,
  userId: UserId,
  rows: readonly MessageRow[],
  query: Omit<RankQuery, "now"> & { limit: number },
): Promise<{ row: MessageRow; score: number }[]> {
  const ids = rows.map(({ id }) => id);
  const [texts, files] = await Promise.all([
    plainTextsOf(reader, userId, ids),
    filenamesOf(
      reader,
      userId,
      rows.filter((row) => row.has_attachments === 1).map(({ id }) => id),
    ),
  ]);
  const parted: RankedText[] = [];
  for (const [index, row] of rows.entries()) {
    if (index % splitBatchSize === 0) await setImmediate();
    parted.push({
      ...splitQuotes(texts.get(row.id) ?? ""),
      subject: row.subject,
      people: namesIn(row),
      files: files.get(row.id) ?? "",
      date: row.internal_date,
    });
  }
  const scores = await rankTexts(parted, { ...query, now: clock.now() });
  const found = rows.map((row, index) => ({
    row,
    text: texts.get(row.id) ?? "",
    score: scores[index] ?? 0,
  }));
  return found
    .toSorted((a, b) => b.score - a.score || b.row.date_key - a.row.date_key)
    .slice(0, query.limit);
}

/** HTML is many times as long as its text, so it is read only for the best messages. */
async function withHtml(
  ai: Pick<AiContext, "database">,
  userId: UserId,
  best: readonly { row: MessageRow; score: number }[],
): Promise<Found[]> {
  const found = await withTexts(
    ai,
    userId,
    best.map(({ row }) => row),
  );
  return found.map((each, index) => ({ ...each, score: best[index]?.score ?? 0 }));
}

/** Returns the newest messages that match a plan without words. */
export async function newestOf(
  { database: { reader, engine } }: Pick<AiContext, "database">,
  userId: UserId,
  plan: QueryPlan,
  { accountId, limit }: Pick<RetrieveOptions, "accountId" | "limit">,
): Promise<{ keys: number[]; isMore: boolean }> {
  const most = 10_000;
  const found: number[] = [];
  const keys = await newestHits(reader, engine, {
    userId,
    accountId,
    ...keysOfTime(plan.time),
    limit: most,
    groups: [...plan.groups, ...plan.words.map((word) => termsOf(word, tongueOf(plan.language)))],
  });
  for (let start = 0; start < keys.length && found.length < limit; start += 1000) {
    const some = keys.slice(start, start + 1000);
    found.push(...(await visibleKeys(reader, engine, userId, some, accountId, plan.asks)));
  }
  return { keys: found.slice(0, limit), isMore: found.length > limit || keys.length === most };
}

/** Returns messages with their texts, by id. */
export async function withTexts(
  { database: { reader } }: Pick<AiContext, "database">,
  userId: UserId,
  rows: readonly MessageRow[],
): Promise<Found[]> {
  const texts = await textsOf(
    reader,
    userId,
    rows.map(({ id }): MessageId => id),
  );
  return rows.map((row) => ({
    row,
    score: 1,
    ...(texts.get(row.id) ?? { text: "", html: "" }),
  }));
}

function namesIn(row: MessageRow): string {
  return `${row.from_json} ${row.to_json} ${row.cc_json}`.replaceAll(/"(?:name|address)":/g, " ");
}

/** Removes messages with the same subject and text, keeping the best. */
export function withoutRepeats(found: readonly Found[]): Found[] {
  const seen = new Set<string>();
  return found.filter(({ row, text }) => {
    const key = plain(
      `${row.subject.replace(/^(?:(?:re|fwd?|aw|wg):\s*)+/i, "")} ${text.slice(0, 2000)}`,
    );
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "");
}
