import type { AccountId, FolderId, UserId } from "@inlet/contract/ids.ts";
import { type RawBuilder, sql } from "kysely";
import type { Engine, Reader } from "./database.ts";
import type { ListFilter } from "./messages.ts";
import { accountScope, quoted, userScope, weights } from "./message-words.ts";
import type { LocationRole } from "./tables.ts";

/** A word, or words that stand side by side in this order. */
export interface Term {
  column: "any" | "sender" | "recipients" | "subject";
  /** At least one, as search/words.ts makes them. */
  words: string[];
  /** The last word may be the beginning of a longer one. */
  isPrefix: boolean;
}

/** What is asked of a place where the message stands. */
export type Ask =
  | { kind: "listed"; filter: ListFilter }
  | { kind: "role"; role: LocationRole }
  | { kind: "folders"; ids: FolderId[] }
  | { kind: "accounts"; ids: AccountId[] }
  | { kind: "muted" }
  | { kind: "own" }
  /** Neither thrown away nor spam nor a draft. */
  | { kind: "kept" };

/** All terms and asks must be met. Jobs keep it as JSON, also those that know of terms alone. */
export interface WordQuery {
  terms: Term[];
  asks?: Ask[];
  /** date_keys: at least this one, and below that one. */
  from?: number;
  until?: number;
}

interface WordSearch {
  userId: UserId;
  accountId?: AccountId | undefined;
  query: WordQuery;
  limit: number;
  /** Only messages older than this date_key. */
  before?: number | undefined;
}

/**
 * The date_keys of the messages that hold these words, newest first; what is asked besides is for visibleKeys to see.
 * Who asks for nothing finds nothing.
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

type Bounded = WordSearch & { before: number };

/** rowid = date_key, so that hits come in order and the walk ends early. */
async function findInFts(reader: Reader, search: Bounded): Promise<number[]> {
  const { limit, before } = search;
  const rows = await reader
    .selectFrom("message_words")
    .select("rowid")
    .where(sql<boolean>`message_words match ${ftsQuery(search)}`)
    .where("rowid", "<", before)
    .where("rowid", ">=", search.query.from ?? 0)
    .orderBy("rowid", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => row.rowid);
}

function ftsQuery({ userId, accountId, query }: WordSearch): string {
  const scopes = [`scope : "${userScope(userId)}"`];
  if (accountId !== undefined) scopes.push(`scope : "${accountScope(accountId)}"`);
  return [...scopes, ...query.terms.map(ftsTerm)].join(" AND ");
}

/** A term as FTS5 reads it. */
export function ftsTerm({ column, words, isPrefix }: Term): string {
  const columns = column === "any" ? "{sender recipients subject body}" : column;
  const phrase = words.map((word) => `"${word.replaceAll('"', '""')}"`).join(" + ");
  return `${columns} : ${phrase}${isPrefix ? " *" : ""}`;
}

/** Words with more hits than this are common enough for the walk along the dates to end early. */
const probeSize = 2000;

/**
 * PostgreSQL takes an unknown word for a frequent one and would walk the whole mailbox for it. So the index of words
 * is asked first, for a capped number of hits; only a word that exceeds the cap is looked for along the dates.
 */
async function findInVectors(reader: Reader, search: Bounded): Promise<number[]> {
  const { userId, accountId, limit, before } = search;
  const { terms, from } = search.query;
  const conditions = [sql`user_id = ${userId}`, sql`date_key < ${before}`];
  if (accountId !== undefined) conditions.push(sql`account_id = ${accountId}`);
  if (from !== undefined) conditions.push(sql`date_key >= ${from}`);
  if (terms.length > 0) conditions.push(sql`words @@ ${vectorQuery(search.query)}::tsquery`);
  const where = sql.join(conditions, sql` and `);
  const newest = sql`select date_key from message_words where ${where} order by date_key desc limit ${limit}`;
  if (terms.length === 0)
    return (await rowsOf<{ date_key: number }>(reader, newest))
      .map((row) => row.date_key)
      .toSorted((a, b) => b - a);

  const probe = await rowsOf<{ date_key: number; hits: number }>(
    reader,
    sql`with probe as materialized (
          select date_key from message_words where ${where} limit ${probeSize + 1})
        select date_key, (select count(*) from probe) as hits
        from probe order by date_key desc limit ${limit}`,
  );
  const isCommon = (probe[0]?.hits ?? 0) > probeSize;
  const hits = isCommon ? await rowsOf<{ date_key: number }>(reader, newest) : probe;
  return hits.map((row) => row.date_key).toSorted((a, b) => b - a);
}

async function rowsOf<Row>(reader: Reader, query: RawBuilder<unknown>): Promise<Row[]> {
  // The statement's columns are spelled beside the call that names the row.
  return (await reader
    .selectFrom(sql`(${query})`.as("hits"))
    .selectAll()
    .execute()) as Row[];
}

function vectorQuery(query: WordQuery): string {
  return query.terms.map(vectorTerm).join(" & ");
}

/** A term as PostgreSQL's tsquery reads it. */
export function vectorTerm({ column, words, isPrefix }: Term): string {
  const weight = column === "any" ? "" : weights[column];
  const labels = words.map((word, index) => {
    const star = isPrefix && index === words.length - 1 ? "*" : "";
    const label = `${star}${weight}`;
    return label === "" ? quoted(word) : `${quoted(word)}:${label}`;
  });
  return `(${labels.join(" <-> ")})`;
}
