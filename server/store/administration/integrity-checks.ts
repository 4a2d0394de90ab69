import { sql } from "kysely";
import type { Database } from "#/store/engine/database.ts";

// Queries for the operator's check of the installation. They read across users, but no mail.

/** Returns damaged parts of the database; an empty list if it is intact. Takes minutes on a large database. */
export async function brokenParts({ engine, kysely }: Database): Promise<string[]> {
  if (engine === "sqlite") {
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check(20)`.execute(
      kysely,
    );
    return rows.map((row) => row.integrity_check).filter((text) => text !== "ok");
  }
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
    where not i.indisvalid`.execute(kysely);
  return rows.map(({ name }) => `the index ${name} is not valid`);
}

export interface JobFailures {
  /** Number of jobs that should have started long ago. */
  late: number;
  /** Number of jobs held by a worker that died. */
  abandoned: number;
  failing: number;
}

/** Counts jobs that are stuck. Jobs of disabled users wait and do not count. */
export async function stuckJobs(
  { reader }: Database,
  { now, lateMs }: { now: number; lateMs: number },
): Promise<JobFailures> {
  const before = now - lateMs;
  const row = await reader
    .selectFrom("jobs")
    .select([
      sql<number>`count(case when held_until = 0 and run_at < ${before} then 1 end)`.as("late"),
      sql<number>`count(case when held_until > 0 and held_until < ${before} then 1 end)`.as(
        "abandoned",
      ),
      sql<number>`count(case when failures >= 5 then 1 end)`.as("failing"),
    ])
    .where("user_id", "not in", (from) =>
      from.selectFrom("users").select("users.id").where("users.disabled_at", ">", 0),
    )
    .executeTakeFirstOrThrow();
  return {
    late: Number(row.late),
    abandoned: Number(row.abandoned),
    failing: Number(row.failing),
  };
}

/** Counts all users, and enabled administrators. */
export async function countAdmins({
  reader,
}: Database): Promise<{ users: number; admins: number }> {
  const row = await reader
    .selectFrom("users")
    .select([
      sql<number>`count(*)`.as("users"),
      sql<number>`count(case when role = 'admin' and disabled_at = 0 then 1 end)`.as("admins"),
    ])
    .executeTakeFirstOrThrow();
  return { users: Number(row.users), admins: Number(row.admins) };
}
