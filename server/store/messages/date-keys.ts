import type { UserId } from "@inlet/contract/ids.ts";
import { sql } from "kysely";
import type { Writer } from "#/store/engine/writer.ts";

const perSecond = 2 ** 20;

/** Returns the INTERNALDATE to store: never in the future, as such a message would stay at the top of the list. */
export function clampDate(internalDate: number, now: number): number {
  return Number.isFinite(internalDate) ? Math.min(Math.max(0, Math.floor(internalDate)), now) : now;
}

/** Returns the first key of the second that contains this time. */
export function firstKeyOf(time: number): number {
  return Math.floor(time / 1000) * perSecond;
}

/**
 * Returns a key for each date, in ascending order if the dates are: seconds · 2^20 + the next free number of that second.
 * SQLite's keys are unique over all users, being rowids; PostgreSQL's within a user, who is locked during the transaction.
 */
export async function nextDateKeys(
  { db, engine }: Writer,
  userId: UserId,
  dates: readonly number[],
): Promise<number[]> {
  const seconds = [...new Set(dates.map((date) => Math.floor(date / 1000)))];
  if (seconds.length === 0) return [];
  const scope = engine === "postgres" ? sql`user_id = ${userId} and` : sql``;
  const wanted = sql.join(seconds.map((second) => sql`(cast(${second * perSecond} as bigint))`));
  const { rows } = await sql<{ first: number; last: number | null }>`
    with wanted(first) as (values ${wanted})
    select first, (select max(date_key) from messages
      where ${scope} date_key >= first and date_key < first + ${sql.lit(perSecond)}) as last
    from wanted`.execute(db);
  const next = new Map(rows.map(({ first, last }) => [first, last === null ? first : last + 1]));
  return dates.map((date) => {
    const first = firstKeyOf(date);
    const key = next.get(first) ?? first;
    if (key >= first + perSecond) throw new Error("A second holds 2^20 messages at most.");
    next.set(first, key + 1);
    return key;
  });
}
