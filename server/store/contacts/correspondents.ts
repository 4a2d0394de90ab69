import { limitMarks } from "#/base/limit-marks.ts";
import type { AccountId, UserId } from "@inlet/contract/ids.ts";
import { sql } from "kysely";
import type { Reader } from "#/store/engine/database.ts";

/** A person the user wrote to or received mail from, over all accounts. */
export interface Correspondent {
  address: string;
  name: string;
  sent: number;
  lastSentAt: number;
  received: number;
  lastReceivedAt: number;
}

/** Maximum number of rows to rank: those written to most often. */
const ranked = 60;
/** With this many matches among frequent recipients, people who only sent mail are not searched. */
const enough = 10;
/** Number of most frequent correspondents that are searched first. They suffice for a prefix that many correspondents share. */
const familiar = 2000;
/** Maximum number of matches of one prefix: if it has more, and none among the frequent recipients, the user will type more. */
const candidates = 2000;
/** The same for each of several prefixes, for which only the index is read. */
const joined = 6_000;

/**
 * Returns the correspondents that have, for each word of the query, a part of their name or address that begins with it; with
 * CJK, that contains it.
 */
export async function correspondentsLike(
  reader: Reader,
  userId: UserId,
  query: string,
): Promise<Correspondent[]> {
  const words = foldName(query).split(/\s+/).filter(Boolean);
  const found = await familiarLike(reader, userId, words);
  if (new Set(found.map(({ address }) => address)).size < enough) {
    const known = new Set(found.map(keyOf));
    const others = await anyLike(reader, userId, words);
    found.push(...others.filter((row) => !known.has(keyOf(row))));
  }
  return [...Map.groupBy(found, ({ address }) => address).values()].map((rows) =>
    rows.reduce((sum, row) => ({
      ...sum,
      name: sum.name || row.name,
      sent: sum.sent + row.sent,
      lastSentAt: Math.max(sum.lastSentAt, row.lastSentAt),
      received: sum.received + row.received,
      lastReceivedAt: Math.max(sum.lastReceivedAt, row.lastReceivedAt),
    })),
  );
}

const columns = [
  "correspondents.address",
  "correspondents.account_id as accountId",
  "name",
  "sent",
  "last_sent_at as lastSentAt",
  "received",
  "last_received_at as lastReceivedAt",
] as const;

interface Found extends Correspondent {
  accountId: AccountId;
}

function keyOf({ address, accountId }: Found): string {
  return `${accountId} ${address}`;
}

async function familiarLike(
  reader: Reader,
  userId: UserId,
  words: readonly string[],
): Promise<Found[]> {
  return reader
    .selectFrom(
      reader
        .selectFrom("correspondents")
        .selectAll()
        .where("user_id", "=", userId)
        .where("sent", ">", 0)
        .orderBy("sent", "desc")
        .orderBy("received", "desc")
        .limit(atMost(familiar))
        .as("correspondents"),
    )
    .select(columns)
    .where(areIn(words))
    .limit(ranked)
    .execute();
}

async function anyLike(reader: Reader, userId: UserId, words: readonly string[]): Promise<Found[]> {
  const [first, ...more] = words;
  const people =
    first === undefined
      ? reader.selectFrom("correspondents")
      : // SQLite joins in this order; otherwise it would read all correspondents in the order of the result.
        reader
          .selectFrom(beginningWith(reader, userId, [first, ...more]).as("one"))
          .crossJoin("correspondents")
          .whereRef("correspondents.address", "=", "one.address")
          .whereRef("correspondents.account_id", "=", "one.account_id");
  return people
    .select(columns)
    .where("correspondents.user_id", "=", userId)
    .where(areIn(words))
    .orderBy("sent", "desc")
    .orderBy("received", "desc")
    .limit(ranked)
    .execute();
}

/** Returns correspondents with a name part for each of the prefixes; each once. */
function beginningWith(
  reader: Reader,
  userId: UserId,
  [first, ...more]: readonly [string, ...string[]],
) {
  const most = more.length === 0 ? candidates : joined;
  const having = (word: string) =>
    reader
      .selectFrom(
        reader
          .selectFrom("correspondent_words")
          .select(["address", "account_id"])
          .where("user_id", "=", userId)
          .where("word", ">=", word)
          .where("word", "<", `${word}\u{10ffff}`)
          .limit(atMost(most))
          .as("found"),
      )
      .selectAll();
  // An intersection removes duplicates.
  const all =
    more.length === 0
      ? having(first).distinct()
      : more.reduce((found, word) => found.intersect(having(word)), having(first));
  return reader.selectFrom(all.as("found")).selectAll().limit(candidates);
}

/**
 * Returns a row limit as a subquery. Without statistics, PostgreSQL assumes that a table has fewer rows than a literal limit, and
 * would read and sort them all. With a limit that it must look up first, it expects a part of the rows and uses the index.
 */
function atMost(rows: number) {
  return sql<number>`(select ${sql.lit(rows)})`;
}

function areIn(words: readonly string[]) {
  return sql<boolean>`${sql.join([sql`1 = 1`, ...words.map(isIn)], sql` and `)}`;
}

/** Returns the condition that a part of `words` starts with `word`; with CJK, that it contains `word`. */
export function isIn(word: string) {
  const escaped = word.replaceAll(/[\\%_]/g, (letter) => `\\${letter}`);
  const pattern = spaceless.test(word) ? `%${escaped}%` : `% ${escaped}%`;
  return sql<boolean>`words like ${pattern} escape '\\'`;
}

/** Returns the account that wrote to each of the addresses most often. */
export async function usualAccounts(
  reader: Reader,
  userId: UserId,
  addresses: readonly string[],
): Promise<Map<string, AccountId>> {
  if (addresses.length === 0) return new Map();
  const rows = await reader
    .selectFrom("correspondents")
    .select(["address", "account_id"])
    .where("user_id", "=", userId)
    .where("address", "in", addresses)
    .where("sent", ">", 0)
    .orderBy("sent")
    .orderBy("last_sent_at")
    .execute();
  return new Map(rows.map((row) => [row.address, row.account_id]));
}

/** Folds compatibility forms, case and accents, to find `Ünlü` as `unlu`. */
export function foldName(text: string): string {
  return limitMarks(text)
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/\p{Mn}/gu, "")
    .trim();
}

const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
