import { stat } from "node:fs/promises";
import { sql } from "kysely";
import type { Database, Reader } from "#/store/engine/database.ts";
import { notAgain } from "#/store/engine/writer.ts";

/** Figures of the whole server: totals over all users, nothing about a single one. */
export interface OperatingFigures {
  users: number;
  accounts: { state: string; count: number }[];
  /** Number of accounts that were in sync once, but not since `syncedBefore`. */
  behind: number;
  /** Time of the least recent sync of an account; 0 if no account was synced yet. */
  oldestSyncAt: number;
  jobs: { kind: string; state: "due" | "running" | "later"; count: number }[];
  /** Unfinished jobs that were started more than once. */
  jobsTriedAgain: { kind: string; count: number }[];
  /** Time since which the longest waiting job is due; 0 if no job is due. */
  oldestDueAt: number;
  outbox: { state: string; count: number }[];
  deliveries: { state: string; count: number }[];
  databaseBytes: number;
}

/** Counts everything that the operator monitors. Accounts synced before `syncedBefore` are behind. */
export async function readFigures(
  database: Database,
  { now, syncedBefore }: { now: number; syncedBefore: number },
): Promise<OperatingFigures> {
  const { reader } = database;
  const [users, accounts, outbox, deliveries, sync, jobs, databaseBytes] = await Promise.all([
    countOf(reader, "users"),
    byState(reader, "accounts"),
    byState(reader, "outbox"),
    byState(reader, "deliveries"),
    syncFigures(reader, syncedBefore),
    jobFigures(reader, now),
    sizeOf(database),
  ]);
  return { users, accounts, outbox, deliveries, ...sync, ...jobs, databaseBytes };
}

async function countOf(reader: Reader, table: "users"): Promise<number> {
  const { count } = await reader
    .selectFrom(table)
    .select((row) => row.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

async function byState(
  reader: Reader,
  table: "accounts" | "outbox" | "deliveries",
): Promise<{ state: string; count: number }[]> {
  return reader
    .selectFrom(table)
    .select(["state", (row) => row.fn.countAll<number>().as("count")])
    .groupBy("state")
    .execute();
}

async function syncFigures(
  reader: Reader,
  syncedBefore: number,
): Promise<Pick<OperatingFigures, "behind" | "oldestSyncAt">> {
  const row = await reader
    .selectFrom("accounts")
    .select((account) => [
      account.fn.min("last_sync_at").as("oldest"),
      sql<number | null>`sum(case when last_sync_at < ${syncedBefore} then 1 else 0 end)`.as(
        "behind",
      ),
    ])
    .where("last_sync_at", ">", 0)
    .executeTakeFirst();
  return { behind: Number(row?.behind ?? 0), oldestSyncAt: row?.oldest ?? 0 };
}

async function jobFigures(
  reader: Reader,
  now: number,
): Promise<Pick<OperatingFigures, "jobs" | "jobsTriedAgain" | "oldestDueAt">> {
  const rows = await reader
    .selectFrom("jobs")
    .select((row) => [
      "kind" as const,
      sql<"due" | "running" | "later">`case when held_until > ${now} then 'running'
        when held_until > 0 or run_at <= ${now} then 'due' else 'later' end`.as("state"),
      row.fn.countAll<number>().as("count"),
      sql<number | null>`sum(case when attempts > 1 then 1 else 0 end)`.as("tried"),
      // A job whose hold expired has been due since then.
      sql<number>`min(case when run_at = ${notAgain} then held_until else run_at end)`.as("since"),
    ])
    .groupBy(["kind", "state"])
    .execute();
  const tried = Map.groupBy(rows, ({ kind }) => kind);
  const due = rows.filter(({ state }) => state === "due").map(({ since }) => Number(since));
  return {
    jobs: rows.map(({ kind, state, count }) => ({ kind, state, count })),
    jobsTriedAgain: [...tried].map(([kind, own]) => ({
      kind,
      count: own.reduce((sum, row) => sum + Number(row.tried ?? 0), 0),
    })),
    oldestDueAt: due.length === 0 ? 0 : Math.min(...due),
  };
}

async function sizeOf({ engine, url, kysely }: Database): Promise<number> {
  if (engine === "postgres") {
    const { rows } = await sql<{
      bytes: number;
    }>`select pg_database_size(current_database()) as bytes`.execute(kysely);
    return Number(rows[0]?.bytes ?? 0);
  }
  // The write-ahead log exists only while it is in use.
  const files = [url, `${url}-wal`].map(
    async (file) => (await stat(file).catch(() => null))?.size ?? 0,
  );
  const sizes = await Promise.all(files);
  return sizes.reduce((sum, size) => sum + size, 0);
}
