import type { AccountId, UserId } from "@inlet/contract/ids.ts";
import { type RawBuilder, sql } from "kysely";
import type { Engine, Reader } from "#/store/engine/database.ts";
import { accountScope, userScope, wholeNumber } from "./index-words.ts";
import { ftsTerm, vectorTerm } from "./predicates.ts";
import type { LocationRole } from "#/store/engine/schema.ts";
import type { Term } from "./word-query.ts";

export interface HitSearch {
  userId: UserId;
  accountId?: AccountId | undefined;
  /** One term of each group must match. */
  groups: readonly (readonly Term[])[];
  /** Range of date_keys: `from` inclusive, `until` exclusive. */
  from?: number | undefined;
  until?: number | undefined;
  limit: number;
}

/**
 * Returns the date keys of the newest messages that match the groups, newest first. The caller ranks them: the engines' own ranks
 * use word frequencies over the mail of all users, and would leak information between them.
 */
export async function newestHits(
  reader: Reader,
  engine: Engine,
  search: HitSearch,
): Promise<number[]> {
  const groups = search.groups.filter((group) => group.length > 0);
  const { userId, accountId, from = 0, until = Number.MAX_SAFE_INTEGER, limit } = search;
  if (engine === "sqlite") {
    const scopes = [`scope : "${userScope(userId)}"`];
    if (accountId !== undefined) scopes.push(`scope : "${accountScope(accountId)}"`);
    const query = [...scopes, ...groups.map((group) => `(${group.map(ftsTerm).join(" OR ")})`)];
    const rows = await reader
      .selectFrom("message_words")
      .select("rowid")
      .where(sql<boolean>`message_words match ${query.join(" AND ")}`)
      .where("rowid", ">=", wholeNumber(from))
      .where("rowid", "<", wholeNumber(until))
      .orderBy("rowid", "desc")
      .limit(limit)
      .execute();
    return rows.map((row) => row.rowid);
  }
  const words = groups.map((group) => `(${group.map(vectorTerm).join(" | ")})`).join(" & ");
  const conditions = [
    sql`user_id = ${userId}`,
    sql`date_key >= ${from}`,
    sql`date_key < ${until}`,
    ...(accountId === undefined ? [] : [sql`account_id = ${accountId}`]),
    ...(words === "" ? [] : [sql`words @@ ${words}::tsquery`]),
  ];
  const where = sql.join(conditions, sql` and `);
  const newest = sql`select date_key from message_words where ${where} order by date_key desc limit ${limit}`;
  if (words === "") return keysOf(reader, newest);
  // For this statement, PostgreSQL uses the index of words; ordered by date, it would search the whole mailbox.
  const some = await keysOf(
    reader,
    sql`with hits as materialized (select date_key from message_words where ${where} limit ${limit + 1})
        select date_key from hits`,
  );
  return some.length > limit ? keysOf(reader, newest) : some;
}

async function keysOf(reader: Reader, query: RawBuilder<unknown>): Promise<number[]> {
  const rows = await reader
    .selectFrom(sql<{ date_key: number }>`(${query})`.as("hits"))
    .select("date_key")
    .execute();
  return rows.map((row) => row.date_key).toSorted((a, b) => b - a);
}

/** Counts a user's messages, in one account or in all. */
export async function countMessages(
  reader: Reader,
  userId: UserId,
  accountId?: AccountId,
): Promise<number> {
  let counts = reader
    .selectFrom("location_counts as c")
    .innerJoin("folders as f", (join) =>
      join.onRef("f.user_id", "=", "c.user_id").onRef("f.id", "=", "c.folder_id"),
    )
    .select(sql<number | null>`sum(c.count)`.as("count"))
    .where("c.user_id", "=", userId)
    .where("c.role", "not in", ["spam", "trash", "drafts"])
    .where("c.is_twin", "=", sql.lit(0 as const));
  if (accountId !== undefined) counts = counts.where("f.account_id", "=", accountId);
  return Number((await counts.executeTakeFirst())?.count ?? 0);
}

/** Counts all of a user's messages, including spam, trash, drafts and each copy. */
export async function countEverything(reader: Reader, userId: UserId): Promise<number> {
  const counts = reader
    .selectFrom("location_counts")
    .select(sql<number | null>`sum(count)`.as("count"))
    .where("user_id", "=", userId);
  return Number((await counts.executeTakeFirst())?.count ?? 0);
}

/** All roles except spam, trash and drafts. Roles are listed because each one is a walk along one index. */
const countedRoles: LocationRole[] = ["inbox", "sent", "archive", "other", "snoozed"];

/** Counts the messages with this date key or a later one, in the same roles. */
export async function countSince(
  reader: Reader,
  userId: UserId,
  dateKey: number,
  accountId?: AccountId,
): Promise<number> {
  const row = await reader
    .selectFrom("message_locations")
    .select((count) => count.fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .where("role", "in", countedRoles)
    .where("date_key", ">=", dateKey)
    .where("is_twin", "=", sql.lit(0 as const))
    .$if(accountId !== undefined, (query) =>
      query.where("account_id", "=", accountId ?? ("" as AccountId)),
    )
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}
