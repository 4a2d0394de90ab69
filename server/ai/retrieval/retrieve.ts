import type { AccountId, MessageId, UserId } from "@inlet/contract/ids.ts";
import type { AiContext } from "#/ai/context.ts";
import { messagesByKeys } from "#/store/messages.ts";
import { visibleKeys } from "#/store/visible-keys.ts";
import { filenamesOf, newestHits, textsOf } from "#/store/word-hits.ts";
import type { MessageRow } from "#/store/tables.ts";
import { keysOfTime, type QueryPlan, termOf } from "./plan.ts";
import { rankTexts } from "./rank.ts";
import { splitQuotes } from "./split-quotes.ts";
import { stem } from "./stem.ts";

/** A mail that may hold the answer. */
export interface Found {
  row: MessageRow;
  text: string;
  html: string;
  score: number;
}

export interface RetrieveOptions {
  accountId?: AccountId | undefined;
  /** How many mails the person has. */
  total: number;
  limit: number;
}

/** Of a word that stands in more mails the newest are looked at. */
const hitsPerWord = 3000;
/** So many are ranked by all that they say. */
const ranked = 200;
/** Keys that are asked about at once, and how often. */
const keysAtOnce = 400;
const rounds = 6;

/**
 * The mails that answer a plan best, the best first. Candidates are those that hold any of the words; how common a word
 * is counts in this person's mail alone.
 */
export async function retrieve(
  ai: Pick<AiContext, "database" | "clock">,
  userId: UserId,
  plan: QueryPlan,
  { accountId, total, limit }: RetrieveOptions,
): Promise<{ found: Found[]; counts: ReadonlyMap<string, number> }> {
  const { reader, engine } = ai.database;
  const hits = (groups: QueryPlan["groups"], most = hitsPerWord) =>
    newestHits(reader, engine, {
      ...{ userId, accountId, ...keysOfTime(plan.time), limit: most },
      groups: [...plan.groups, ...groups],
    });
  const words = [...new Set(plan.words)];
  const [any, inSubject, all] = await Promise.all([
    Promise.all(words.map((word) => hits([[termOf(word)]]))),
    Promise.all(words.map((word) => hits([[termOf(word, "subject")]]))),
    words.length === 1 ? [] : hits(words.map((word) => [termOf(word)])),
  ]);
  const counts = new Map(words.map((word, index) => [stem(word), any[index]?.length ?? 0]));
  const scores = new Map<number, number>();
  const add = (keys: readonly number[], score: number) => {
    for (const key of keys) scores.set(key, (scores.get(key) ?? 0) + score);
  };
  const weightOf = (count: number) => Math.log(1 + (total - count + 0.5) / (count + 0.5));
  any.forEach((keys) => add(keys, weightOf(Math.min(total, keys.length))));
  inSubject.forEach((keys, index) =>
    add(keys, weightOf(Math.min(total, any[index]?.length ?? 0)) * 0.7),
  );
  // What holds all of them is there even when each is too common to be looked at in full.
  add(all, 1);
  const ordered = [...scores].toSorted((a, b) => b[1] - a[1] || b[0] - a[0]).map(([key]) => key);

  const keys: number[] = [];
  for (let round = 0; round < rounds && keys.length < ranked; round++) {
    const some = ordered.slice(round * keysAtOnce, (round + 1) * keysAtOnce);
    if (some.length === 0) break;
    keys.push(...(await visibleKeys(reader, userId, some, accountId, plan.asks)));
  }
  const rows = await messagesByKeys(reader, userId, keys.slice(0, ranked));
  return {
    found: await rankRows(ai, userId, rows, { words: words.map(stem), counts, total, limit }),
    counts,
  };
}

async function rankRows(
  { database: { reader }, clock }: Pick<AiContext, "database" | "clock">,
  userId: UserId,
  rows: readonly MessageRow[],
  query: { words: string[]; counts: ReadonlyMap<string, number>; total: number; limit: number },
): Promise<Found[]> {
  const ids = rows.map(({ id }) => id);
  const [texts, files] = await Promise.all([
    textsOf(reader, userId, ids),
    filenamesOf(reader, userId, ids),
  ]);
  const scores = rankTexts(
    rows.map((row) => ({
      ...splitQuotes(texts.get(row.id)?.text ?? ""),
      subject: row.subject,
      people: namesIn(row),
      files: files.get(row.id) ?? "",
      date: row.internal_date,
    })),
    { ...query, now: clock.now() },
  );
  const found = rows.map((row, index) => ({
    row,
    text: texts.get(row.id)?.text ?? "",
    html: texts.get(row.id)?.html ?? "",
    score: scores[index] ?? 0,
  }));
  const best = found.toSorted((a, b) => b.score - a.score || b.row.date_key - a.row.date_key);
  return withoutRepeats(best).slice(0, query.limit);
}

/** The newest mails that meet a plan without words. */
export async function newestOf(
  { database: { reader, engine } }: Pick<AiContext, "database">,
  userId: UserId,
  plan: QueryPlan,
  { accountId, limit }: Pick<RetrieveOptions, "accountId" | "limit">,
): Promise<{ keys: number[]; isMore: boolean }> {
  const most = 10_000;
  const found: number[] = [];
  const keys = await newestHits(reader, engine, {
    ...{ userId, accountId, ...keysOfTime(plan.time), limit: most },
    groups: [...plan.groups, ...plan.words.map((word) => [termOf(word)])],
  });
  for (let start = 0; start < keys.length && found.length < limit; start += 1000) {
    const some = keys.slice(start, start + 1000);
    found.push(...(await visibleKeys(reader, userId, some, accountId, plan.asks)));
  }
  return { keys: found.slice(0, limit), isMore: found.length > limit || keys.length === most };
}

/** Texts of mails, by their ids. */
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
  return `${row.from_json} ${row.to_json}`.replaceAll(/"(?:name|address)":/g, " ");
}

/** The same mail twice says nothing more: of each text with its subject the best stays. */
function withoutRepeats(found: readonly Found[]): Found[] {
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
