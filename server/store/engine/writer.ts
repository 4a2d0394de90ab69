import type { ChangeKind } from "@inlet/contract/events.ts";
import type { UserId } from "@inlet/contract/ids.ts";
import { sql, type Transaction } from "kysely";
import type { Origin } from "#/base/origin.ts";
import { randomId } from "#/base/random-id.ts";
import type { Engine } from "./database.ts";
import type { Tables } from "./schema.ts";

/** The `run_at` of a held job that was not requested again. */
export const notAgain = Number.MAX_SAFE_INTEGER;

/** Context of a command: the transaction, and the follow-up work that commits with it. */
export interface Writer {
  db: Transaction<Tables>;
  engine: Engine;
  now: number;
  /** The request's origin; null for Inlet's own work. */
  origin: Origin | null;
  /** Publishes a change to the user's open tabs, under the user's next number. Does nothing without ids. */
  change: (userId: UserId, kind: ChangeKind, ids: readonly string[]) => Promise<void>;
  /** Queues a job once per kind and subject; the earlier of two times applies. */
  job: (kind: string, userId: UserId, subjectId: string, runAt?: number) => Promise<void>;
  /** Reports that existing jobs are due now. */
  notifyJobs: () => void;
  /** Holds a lock of this name until the transaction ends. SQLite has one writer anyway. */
  lock: (name: string) => Promise<void>;
}

/** Notifications to publish after commit. */
export interface Committed {
  changes: { userId: UserId; seq: number }[];
  jobs: boolean;
  /** The user does not wait for it: tabs may be notified together with later changes. */
  isBulk: boolean;
}

/** Returns the writer of one transaction, which fills `committed`. */
export function createWriter(
  db: Transaction<Tables>,
  options: { engine: Engine; now: number; origin: Origin | null; committed: Committed },
): Writer {
  const { engine, now, origin, committed } = options;
  return {
    db,
    engine,
    now,
    origin,
    async change(userId, kind, ids) {
      if (ids.length === 0) return;
      const { seq } = await db
        .insertInto("change_counters")
        .values({ user_id: userId, seq: 1 })
        .onConflict((conflict) =>
          conflict.column("user_id").doUpdateSet({ seq: sql`change_counters.seq + 1` }),
        )
        .returning("seq")
        .executeTakeFirstOrThrow();
      await db
        .insertInto("changes")
        .values({ user_id: userId, seq, kind, ids_json: JSON.stringify(ids), created_at: now })
        .execute();
      committed.changes.push({ userId, seq });
    },
    async job(kind, userId, subjectId, runAt = now) {
      await db
        .insertInto("jobs")
        .values({
          id: randomId(now),
          kind,
          user_id: userId,
          subject_id: subjectId,
          run_at: runAt,
          attempts: 0,
          held_until: 0,
          take_id: "",
          created_at: now,
          error_code: "",
          failures: 0,
          failed_at: 0,
        })
        .onConflict((conflict) =>
          conflict.columns(["kind", "subject_id"]).doUpdateSet({
            run_at: sql`case when excluded.run_at < jobs.run_at then excluded.run_at else jobs.run_at end`,
          }),
        )
        .execute();
      committed.jobs = true;
    },
    notifyJobs: () => {
      committed.jobs = true;
    },
    async lock(name) {
      if (engine === "sqlite") return;
      await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
    },
  };
}
