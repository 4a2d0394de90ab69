import { stat } from "node:fs/promises";
import type { UserId } from "@inlet/contract/ids.ts";
import { sql } from "kysely";
import type { Database, Reader } from "#/store/engine/database.ts";
import type { JobRow } from "#/store/jobs/schema.ts";
import type { AccountRow } from "#/store/engine/schema.ts";

// Queries for the administrator's view of the installation. They read across users, but never the content of mail.

interface Page {
  offset: number;
  limit: number;
}

type Owned = { user_email: string };

/** Returns the accounts of all users: those that fail first, then by the time of their last sync, the oldest first. */
export async function accountsByError(
  reader: Reader,
  { offset, limit }: Page,
): Promise<(Pick<AccountRow, ShownOfAccount> & Owned & { disabled_at: number })[]> {
  return reader
    .selectFrom("accounts")
    .innerJoin("users", "users.id", "accounts.user_id")
    .select([
      "accounts.id",
      "accounts.user_id",
      "accounts.account_mail",
      "accounts.imap_host",
      "accounts.state",
      "accounts.error_code",
      "accounts.last_sync_at",
      "users.email as user_email",
      "users.disabled_at",
    ])
    .orderBy(sql`case when accounts.error_code = '' then 1 else 0 end`)
    .orderBy("accounts.last_sync_at")
    .orderBy("accounts.id")
    .offset(offset)
    .limit(limit)
    .execute();
}

type ShownOfAccount =
  | "id"
  | "user_id"
  | "account_mail"
  | "imap_host"
  | "state"
  | "error_code"
  | "last_sync_at";

/** Counts all accounts, and those that fail. */
export async function countAccounts(reader: Reader): Promise<{ total: number; inTrouble: number }> {
  const row = await reader
    .selectFrom("accounts")
    .select([
      sql<number>`count(*)`.as("total"),
      sql<number>`count(case when error_code <> '' then 1 end)`.as("in_trouble"),
    ])
    .executeTakeFirstOrThrow();
  return { total: Number(row.total), inTrouble: Number(row.in_trouble) };
}

/** Counts the jobs that wait, run, and are scheduled for later. */
export async function countJobs(
  reader: Reader,
  now: number,
): Promise<{ waiting: number; running: number; scheduled: number }> {
  const row = await reader
    .selectFrom("jobs")
    .select([
      sql<number>`count(case when held_until > ${now} then 1 end)`.as("running"),
      sql<number>`count(case when held_until <= ${now} and (held_until > 0 or run_at <= ${now}) then 1 end)`.as(
        "waiting",
      ),
      sql<number>`count(case when held_until = 0 and run_at > ${now} then 1 end)`.as("scheduled"),
    ])
    .executeTakeFirstOrThrow();
  return {
    waiting: Number(row.waiting),
    running: Number(row.running),
    scheduled: Number(row.scheduled),
  };
}

/** Returns jobs whose last try failed, the latest first. Jobs without a user have no address. */
export async function failedJobs(
  reader: Reader,
  { offset, limit }: Page,
): Promise<{ jobs: (Omit<JobRow, "subject_id" | "take_id"> & Owned)[]; total: number }> {
  const failed = reader.selectFrom("jobs").where("jobs.failed_at", ">", 0);
  const [jobs, counted] = await Promise.all([
    failed
      .leftJoin("users", "users.id", "jobs.user_id")
      .select([
        "jobs.id",
        "jobs.kind",
        "jobs.user_id",
        "jobs.run_at",
        "jobs.attempts",
        "jobs.held_until",
        "jobs.created_at",
        "jobs.error_code",
        "jobs.failures",
        "jobs.failed_at",
        sql<string>`coalesce(users.email, '')`.as("user_email"),
      ])
      .orderBy("jobs.failed_at", "desc")
      .orderBy("jobs.id")
      .offset(offset)
      .limit(limit)
      .execute(),
    failed.select((row) => row.fn.countAll<number>().as("total")).executeTakeFirstOrThrow(),
  ]);
  return { jobs, total: Number(counted.total) };
}

/** Returns the size of the database in bytes, including the write-ahead log of SQLite. */
export async function databaseBytes({ engine, reader, url }: Database): Promise<number> {
  if (engine === "sqlite") {
    const sizes = await Promise.all([url, `${url}-wal`].map(sizeOf));
    return sizes.reduce((sum, bytes) => sum + bytes, 0);
  }
  const row = await reader
    .selectFrom(
      sql<{ bytes: number }>`(select pg_database_size(current_database()) as bytes)`.as("size"),
    )
    .select("bytes")
    .executeTakeFirstOrThrow();
  return Number(row.bytes);
}

async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(() => null))?.size ?? 0;
}

/** Returns the users with the most mail. Virtual folders are left out, as their messages would be counted twice. */
export async function usersByMail(
  reader: Reader,
  limit: number,
): Promise<{ user_id: UserId; user_email: string; bytes: number }[]> {
  const rows = await reader
    .selectFrom("folders")
    .innerJoin("users", "users.id", "folders.user_id")
    .select([
      "folders.user_id",
      "users.email as user_email",
      sql<number>`coalesce(sum(folders.size_bytes), 0)`.as("bytes"),
    ])
    .where("folders.is_view", "=", 0)
    .groupBy(["folders.user_id", "users.email"])
    .orderBy("bytes", "desc")
    .orderBy("users.email")
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, bytes: Number(row.bytes) }));
}

export interface ModelUse {
  user_id: UserId;
  user_email: string;
  calls: number;
  input_tokens: number;
  output_tokens: number;
  cost_micros: number;
  unpriced: number;
}

/** Returns the model calls per user between two times: counts only. */
export async function modelUseBetween(
  reader: Reader,
  from: number,
  until: number,
): Promise<ModelUse[]> {
  const rows = await reader
    .selectFrom("model_calls")
    .innerJoin("users", "users.id", "model_calls.user_id")
    .select([
      "model_calls.user_id",
      "users.email as user_email",
      sql<number>`count(*)`.as("calls"),
      sql<number>`coalesce(sum(input_tokens), 0)`.as("input_tokens"),
      sql<number>`coalesce(sum(output_tokens), 0)`.as("output_tokens"),
      sql<number>`coalesce(sum(case when cost_micros > 0 then cost_micros else 0 end), 0)`.as(
        "cost_micros",
      ),
      sql<number>`count(case when cost_micros < 0 then 1 end)`.as("unpriced"),
    ])
    .where("model_calls.created_at", ">=", from)
    .where("model_calls.created_at", "<", until)
    .groupBy(["model_calls.user_id", "users.email"])
    .orderBy("cost_micros", "desc")
    .orderBy("input_tokens", "desc")
    .orderBy("users.email")
    .execute();
  // PostgreSQL returns sums of big integers as text.
  return rows.map((row) => ({
    ...row,
    calls: Number(row.calls),
    input_tokens: Number(row.input_tokens),
    output_tokens: Number(row.output_tokens),
    cost_micros: Number(row.cost_micros),
    unpriced: Number(row.unpriced),
  }));
}

/** Returns the time of the oldest recorded model call; null if none is recorded. */
export async function firstModelCallAt(reader: Reader): Promise<number | null> {
  const row = await reader
    .selectFrom("model_calls")
    .select((call) => call.fn.min("created_at").as("at"))
    .executeTakeFirst();
  return row?.at ?? null;
}
