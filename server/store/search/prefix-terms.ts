import type { UserId } from "@inlet/contract/ids.ts";
import { sql } from "kysely";
import type { Reader } from "#/store/engine/database.ts";
import { attachedTextsOf, filenamesOf } from "#/store/messages/text-queries.ts";
import type { Term, WordQuery } from "./word-query.ts";

/** Returns the words of a text that begin with one of the given prefixes. */
export type WordsBeginning = (text: string, beginnings: readonly string[]) => string[];

interface Walk {
  userId: UserId;
  query: WordQuery;
  limit: number;
  /** Only messages older than this date_key. */
  before: number;
}

/** Alternative terms: one of them must match. */
export type TermChoice = readonly Term[];

/** Returns the date_keys of up to `limit` messages within bounds that contain these terms, newest first. */
type Held = (
  terms: readonly TermChoice[],
  bounds: { from?: number; before: number; limit: number },
) => Promise<number[]>;

/** Number of newest messages to sample for the frequency of words. */
const sampleSize = 12;
const pruneBatchSize = 100;
/**
 * Thresholds for selective words: if fewer than one message in `oneIn` matches after `of` messages, the word index is faster.
 * Messages without their texts are read quickly.
 */
const rare = { inTexts: { oneIn: 8, of: sampleSize }, elsewhere: { oneIn: 24, of: 100 } };
/** Maximum text length to scan: longer texts take longer than they are worth. */
const longestText = 20_000;
const maxWords = 300;

/**
 * FTS5 collects all positions of all words with a prefix before it returns the newest: in a mailbox of a million messages that
 * takes long for a prefix that nearly every message contains. Therefore the newest messages with all finished words are read, and
 * their words with the prefix are searched for as whole words, as long as many messages match. Returns hits, newest first, and
 * the date key before which the word index must be queried for more; null at the end.
 */
export async function findUnfinished(
  reader: Reader,
  walk: Walk,
  wordsBeginning: WordsBeginning,
  held: Held,
): Promise<{ keys: number[]; before: number | null }> {
  const { query, limit } = walk;
  const typed = query.terms.filter(({ isPrefix }) => isPrefix).map(beginningOf);
  const { oneIn, of } = isOfText(query) ? rare.inTexts : rare.elsewhere;
  const keys: number[] = [];
  let { before } = walk;
  let looked = 0;
  for (let size = sampleSize; ;) {
    const rows = await newestTexts(reader, { ...walk, before, limit: size }, held);
    const oldest = rows.at(-1)?.key;
    if (oldest === undefined) return { keys, before: null };
    const words = new Set(
      rows.flatMap(({ texts }) => texts.flatMap((text) => wordsBeginning(text, typed))),
    );
    const choices = query.terms.map((term) => finished(term, words));
    if (choices.some((choice) => choice.length > maxWords)) return { keys, before };
    const found = choices.every((choice) => choice.length > 0)
      ? await held(choices, { from: oldest, before, limit: size })
      : [];
    // A message that was not read completely may contain the words after all.
    const unknown = rows.find(({ key, isWhole }) => !isWhole && !found.includes(key));
    if (unknown) {
      keys.push(...found.filter((key) => key > unknown.key));
      return { keys: keys.slice(0, limit), before: unknown.key + 1 };
    }
    keys.push(...found);
    looked += rows.length;
    before = oldest;
    if (keys.length >= limit) return { keys: keys.slice(0, limit), before };
    if (rows.length < size) return { keys, before: null };
    if (looked >= of && keys.length * oneIn < looked) return { keys, before };
    const expected = ((limit - keys.length) * looked) / keys.length;
    size = Math.min(Math.ceil(expected * 1.25), pruneBatchSize);
  }
}

/** Reports whether an unfinished word may be in a text. */
function isOfText({ terms }: WordQuery): boolean {
  return terms.some(({ isPrefix, column }) => isPrefix && column === "any");
}

function beginningOf({ words, near }: Term): string {
  return (near?.words ?? words).at(-1) ?? "";
}

/** Returns the term once for each word that begins with its last one. */
function finished(term: Term, words: ReadonlySet<string>): TermChoice {
  if (!term.isPrefix) return [term];
  const typed = beginningOf(term);
  const whole = [...words].filter((word) => word.startsWith(typed));
  return whole.map((word) =>
    term.near
      ? {
          ...term,
          isPrefix: false,
          near: { ...term.near, words: [...term.near.words.slice(0, -1), word] },
        }
      : { ...term, isPrefix: false, words: [...term.words.slice(0, -1), word] },
  );
}

interface Texts {
  key: number;
  texts: string[];
  isWhole: boolean;
}

/**
 * Returns the sources of the words of the newest messages (base/tokenize.ts) that contain the finished words. Texts are read
 * only if words in them would match.
 */
async function newestTexts(
  reader: Reader,
  { userId, query, before, limit }: Walk,
  held: Held,
): Promise<Texts[]> {
  const whole = query.terms.filter(({ isPrefix }) => !isPrefix).map((term) => [term]);
  const keys = whole.length > 0 ? await held(whole, { before, limit }) : null;
  if (keys?.length === 0) return [];
  const longest = isOfText(query) ? longestText + 1 : 0;
  const rows = await reader
    .selectFrom("messages as m")
    .leftJoin("bodies as b", (join) =>
      join.onRef("b.user_id", "=", "m.user_id").onRef("b.message_id", "=", "m.id"),
    )
    .select(["m.id", "m.date_key", "m.subject", "m.has_attachments"])
    .select(["m.from_json", "m.to_json", "m.cc_json", "m.bcc_json"])
    .select(sql<string | null>`substr(b.text, 1, ${sql.lit(longest)})`.as("text"))
    .where("m.user_id", "=", userId)
    .where("m.date_key", "<", before)
    .where("m.date_key", ">=", query.from ?? 0)
    .$if(keys !== null, (found) => found.where("m.date_key", "in", keys ?? []))
    .orderBy("m.date_key", "desc")
    .limit(limit)
    .execute();
  const withFiles = isOfText(query)
    ? rows.flatMap(({ id, has_attachments: has }) => (has ? id : []))
    : [];
  const names = await filenamesOf(reader, userId, withFiles);
  const attached = await attachedTextsOf(reader, userId, withFiles);
  return rows.map((row) => ({
    key: row.date_key,
    texts: [
      row.subject,
      ...[row.from_json, row.to_json, row.cc_json, row.bcc_json].map(peopleIn),
      row.text ?? "",
      attached.get(row.id) ?? "",
      names.get(row.id) ?? "",
    ],
    isWhole: (row.text ?? "").length <= longestText,
  }));
}

function peopleIn(json: string): string {
  // Only the store writes this column.
  const people = JSON.parse(json) as { name: string; address: string }[];
  return people.map(({ name, address }) => `${name} ${address}`).join("\n");
}
