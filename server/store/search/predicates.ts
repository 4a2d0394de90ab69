import type { AccountId, UserId } from "@inlet/contract/ids.ts";
import { type RawBuilder, sql, type SqlBool } from "kysely";
import type { Engine, Reader } from "#/store/engine/database.ts";
import { accountScope, quoted, userScope, weights, wholeNumber } from "./index-words.ts";
import { isMark } from "./index-marks.ts";
import { findUnfinished, type TermChoice, type WordsBeginning } from "./prefix-terms.ts";
import type { Predicate, Term, WordQuery } from "./word-query.ts";

interface WordSearch {
  userId: UserId;
  accountId?: AccountId | undefined;
  query: WordQuery;
  limit: number;
  /** Only messages older than this date_key. */
  before?: number | undefined;
  /** Finds the words with a prefix, which avoids reading all of them from the index. */
  wordsBeginning?: WordsBeginning | undefined;
}

/**
 * Returns the date keys of the messages with these words, newest first; visibleKeys applies the other predicates. An empty query
 * finds nothing.
 */
export async function findWords(
  reader: Reader,
  engine: Engine,
  search: WordSearch,
): Promise<number[]> {
  const { terms, asks = [], from, until } = search.query;
  if (terms.length + asks.length === 0 && from === undefined && until === undefined) return [];
  const { before = Number.MAX_SAFE_INTEGER } = search;
  const bounded = { ...search, before: Math.min(before, until ?? before) };
  return engine === "sqlite" ? findInFts(reader, bounded) : findInVectors(reader, bounded);
}

async function findInFts(reader: Reader, search: Bounded): Promise<number[]> {
  const { wordsBeginning, query, limit } = search;
  if (!wordsBeginning || !query.terms.some(({ isPrefix }) => isPrefix)) {
    return walkFts(reader, search);
  }
  const { keys, before } = await findUnfinished(reader, search, wordsBeginning, (choices, bounds) =>
    walkFts(reader, {
      ...search,
      choices,
      ...bounds,
      query: { ...query, from: bounds.from ?? query.from ?? 0 },
    }),
  );
  if (before === null || keys.length >= limit) return keys;
  return [...keys, ...(await walkFts(reader, { ...search, before, limit: limit - keys.length }))];
}

/** A search with bounds; `choices` replace the terms. */
type Bounded = WordSearch & { before: number; choices?: readonly TermChoice[] };

/** As rowid equals date_key, hits come in order and the walk ends early. */
async function walkFts(reader: Reader, search: Bounded): Promise<number[]> {
  const { limit, before } = search;
  const rows = await reader
    .selectFrom("message_words")
    .select("rowid")
    .where(sql<boolean>`message_words match ${ftsQuery(search)}`)
    .where("rowid", "<", wholeNumber(before))
    .where("rowid", ">=", wholeNumber(search.query.from ?? 0))
    .where((row) => row.and(markedOf(search, sql.ref("message_words.rowid"))))
    .orderBy("rowid", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => row.rowid);
}

/**
 * Returns conditions on marks, which need only the message's key: checked during the walk, as their matches may be rare on it.
 */
function markedOf({ userId, query }: WordSearch, dateKey: RawBuilder<unknown>) {
  return (query.asks ?? []).flatMap((ask) => {
    const isNot = ask.kind === "not";
    const marked = isNot ? ask.ask : ask;
    if (marked.kind !== "marked") return [];
    const found = sql`exists (select 1 from search_marks where search_marks.user_id = ${userId}
      and search_marks.date_key = ${dateKey} and ${isMark(marked)})`;
    return [isNot ? sql<SqlBool>`not ${found}` : sql<SqlBool>`${found}`];
  });
}

function ftsQuery({ userId, accountId, query, choices }: Bounded): string {
  const scopes = [`scope : "${userScope(userId)}"`];
  if (accountId !== undefined) scopes.push(`scope : "${accountScope(accountId)}"`);
  const terms =
    choices?.map((choice) => `(${choice.map(ftsTerm).join(" OR ")})`) ?? query.terms.map(ftsTerm);
  const all = [...scopes, ...terms];
  const without: string[] = [];
  for (const ask of query.asks ?? []) {
    const taken = ask.kind === "not" ? wordsOf(ask.ask, ftsWords) : undefined;
    const held = wordsOf(ask, ftsWords);
    if (taken?.isExact) without.push(` NOT ${taken.text}`);
    else if (held) all.push(held.text);
  }
  // NOT takes two operands, and the scope is always one of them.
  return `(${all.join(" AND ")})${without.join("")}`;
}

/** The syntax of an engine for word queries. */
interface WordSyntax {
  term: (term: Term) => string;
  and: string;
  or: string;
  /** Undefined if the engine cannot exclude terms inside an expression. */
  not: ((text: string) => string) | undefined;
}

const ftsWords: WordSyntax = { term: ftsTerm, and: " AND ", or: " OR ", not: undefined };
const vectorWords: WordSyntax = {
  term: vectorTerm,
  and: " & ",
  or: " | ",
  not: (text) => `!${text}`,
};

/**
 * Returns the part of a predicate that the word index can evaluate: all matches of the predicate have these words and, if
 * `isExact`, no other messages do. Undefined if the index cannot evaluate any of it.
 */
function wordsOf(
  ask: Predicate,
  syntax: WordSyntax,
): { text: string; isExact: boolean } | undefined {
  if (ask.kind === "words") return { text: `(${syntax.term(ask.term)})`, isExact: true };
  if (ask.kind === "not") {
    const taken = syntax.not && wordsOf(ask.ask, syntax);
    return syntax.not && taken?.isExact
      ? { text: syntax.not(taken.text), isExact: true }
      : undefined;
  }
  if (ask.kind !== "and" && ask.kind !== "or") return undefined;
  const parts = ask.asks.map((part) => wordsOf(part, syntax));
  const known = parts.filter((part) => part !== undefined);
  const isAll = known.length === parts.length;
  if (known.length === 0 || (ask.kind === "or" && !isAll)) return undefined;
  return {
    text: `(${known.map(({ text }) => text).join(syntax[ask.kind])})`,
    isExact: isAll && known.every(({ isExact }) => isExact),
  };
}

/** Selects the given date keys whose messages contain the words. */
export function holding(
  engine: Engine,
  userId: UserId,
  term: Term,
  keys: readonly number[],
): RawBuilder<number> {
  const list = sql.join(keys);
  return engine === "sqlite"
    ? sql`select rowid from message_words where message_words match ${`scope : "${userScope(userId)}" AND ${ftsTerm(term)}`} and rowid in (${list})`
    : sql`select date_key from message_words where user_id = ${userId} and date_key in (${list}) and words @@ ${vectorTerm(term)}::tsquery`;
}

const ftsColumns = {
  any: "{sender recipients subject body}",
  party: "{sender recipients}",
  sender: "sender",
  recipients: "recipients",
  subject: "subject",
} as const;

/** Returns a term in the syntax of FTS5. */
export function ftsTerm({ column, words, isPrefix, near }: Term): string {
  const columns = ftsColumns[column];
  const star = isPrefix ? " *" : "";
  if (near) {
    return `${columns} : NEAR(${ftsPhrase(words)} ${ftsPhrase(near.words)}${star}, ${near.within})`;
  }
  return `${columns} : ${ftsPhrase(words)}${star}`;
}

function ftsPhrase(words: readonly string[]): string {
  return words.map((word) => `"${word.replaceAll('"', '""')}"`).join(" + ");
}

/** Number of hits above which words are common enough for the walk along the dates to end early. */
const probeSize = 2000;
/** Number of newest messages to sample for the frequency of words before the word index is queried. */
const sampleSize = 200;
/** Maximum number of newest messages to read for words whose hits are expected in the first half. */
const longestWalk = 10_000;

/**
 * PostgreSQL assumes that an unknown word is frequent, and would walk the whole mailbox for it. Its word index returns hits in
 * arbitrary order, and each has to be rechecked. Therefore the newest messages are read first: words that are common there do not
 * need the index. Then the index is queried for a capped number of hits; only a word that exceeds the cap is searched for along
 * the dates, as far as needed.
 */
async function findInVectors(reader: Reader, search: Bounded): Promise<number[]> {
  const { userId, accountId, limit, before } = search;
  const { from } = search.query;
  const held = vectorQuery(search.query);
  const bounds = [sql`user_id = ${userId}`, sql`date_key < ${before}`];
  if (from !== undefined) bounds.push(sql`date_key >= ${from}`);
  const asked = markedOf(search, sql.ref("message_words.date_key"));
  // A filter and not a bound: for an account with only old messages, the whole mailbox would be walked for the newest.
  if (accountId !== undefined) asked.push(sql<SqlBool>`account_id = ${accountId}`);
  if (held !== "") asked.push(sql<SqlBool>`words @@ ${held}::tsquery`);
  // Written as a negated match, to keep the planner from walking the whole word index for it.
  for (const taken of vectorsWithout(search.query)) {
    asked.push(sql<SqlBool>`not words @@ ${taken}::tsquery`);
  }
  const where = sql.join([...bounds, ...asked], sql` and `);
  const newest = sql`select date_key from message_words where ${where} order by date_key desc limit ${limit}`;
  if (held === "") return keysOf(await rowsOf(reader, newest));

  const amongNewest = async (messages: number) =>
    keysOf(
      await rowsOf(
        reader,
        sql`select date_key from (
              select account_id, date_key, words from message_words
              where ${sql.join(bounds, sql` and `)} order by date_key desc limit ${messages}) as message_words
            where ${sql.join(asked, sql` and `)} order by date_key desc limit ${limit}`,
      ),
    );
  const sample = await amongNewest(sampleSize);
  if (sample.length >= limit) return sample;
  // Reads twice the expected distance, as hits are spread unevenly.
  const expected = (sampleSize * limit) / sample.length;
  if (expected <= longestWalk / 2) {
    const walked = await amongNewest(longestWalk);
    if (walked.length >= limit) return walked;
  }
  const probe = await rowsOf<{ date_key: number; hits: number }>(
    reader,
    sql`with probe as materialized (
          select date_key from message_words where ${where} limit ${probeSize + 1})
        select date_key, (select count(*) from probe) as hits
        from probe order by date_key desc limit ${limit}`,
  );
  const isCommon = (probe[0]?.hits ?? 0) > probeSize;
  return keysOf(isCommon ? await rowsOf(reader, newest) : probe);
}

function keysOf(rows: readonly { date_key: number }[]): number[] {
  return rows.map((row) => row.date_key).toSorted((a, b) => b - a);
}

async function rowsOf<Row = { date_key: number }>(
  reader: Reader,
  query: RawBuilder<unknown>,
): Promise<Row[]> {
  // Each caller passes the row type that matches the columns of its statement.
  return (await reader
    .selectFrom(sql`(${query})`.as("hits"))
    .selectAll()
    .execute()) as Row[];
}

function vectorQuery(query: WordQuery): string {
  const others = (query.asks ?? [])
    .filter((ask) => ask.kind !== "not")
    .flatMap((ask) => wordsOf(ask, vectorWords)?.text ?? []);
  return [...query.terms.map(vectorTerm), ...others].join(" & ");
}

function vectorsWithout(query: WordQuery): string[] {
  return (query.asks ?? []).flatMap((ask) => {
    const taken = ask.kind === "not" ? wordsOf(ask.ask, vectorWords) : undefined;
    return taken?.isExact ? [taken.text] : [];
  });
}

const vectorWeights = {
  any: "",
  party: `${weights.sender}${weights.recipients}`,
  sender: weights.sender,
  recipients: weights.recipients,
  subject: weights.subject,
} as const;

/** Returns a term in the syntax of PostgreSQL's tsquery. */
export function vectorTerm({ column, words, isPrefix, near }: Term): string {
  const weight = vectorWeights[column];
  if (!near) return vectorPhrase(words, weight, isPrefix);
  // Column by column, as positions continue from one column to the next.
  const ways = Array.from(weight || Object.values(weights).join("")).flatMap((one) => {
    const first = vectorPhrase(words, one, false);
    const second = vectorPhrase(near.words, one, isPrefix);
    return Array.from({ length: near.within + 1 }, (_, between) => [
      `${first} <${between + 1}> ${second}`,
      `${second} <${between + 1}> ${first}`,
    ]).flat();
  });
  return `(${ways.join(" | ")})`;
}

function vectorPhrase(words: readonly string[], weight: string, isPrefix: boolean): string {
  const labels = words.map((word, index) => {
    const star = isPrefix && index === words.length - 1 ? "*" : "";
    const label = `${star}${weight}`;
    return label === "" ? quoted(word) : `${quoted(word)}:${label}`;
  });
  return `(${labels.join(" <-> ")})`;
}
