import type { UserId } from "@inlet/contract/ids.ts";
import { sql } from "kysely";
import { randomId } from "#/base/random-id.ts";
import { ofEngine } from "./queries.ts";
import type { JobRow } from "./schema.ts";
import { notAgain, type Writer } from "../engine/writer.ts";
import type { Command } from "#/store/commands/command.ts";

/** One take of a job. Each take of the same job has another `takeId`. */
export interface Take {
  id: string;
  takeId: string;
}

export interface Taking {
  kinds: string[];
  /** Background job kinds, by priority. */
  background?: string[];
  limit: number;
  holdMs: number;
  /** Jobs that the requesting worker runs already. */
  running?: Take[];
  /** Users whose jobs have to wait. */
  notOf?: UserId[];
  /** The requesting engine, if there are several: it gets jobs of the users whose leases it holds, and jobs without a user. */
  holder?: string;
  /** Additional kinds, taken regardless of the number of other due jobs. */
  aside?: readonly { kinds: string[]; limit: number; notOf: UserId[] }[];
}

/**
 * Takes due jobs, the longest due first, and a background job if nothing else is due. A job that is not finished within its time
 * is due again. While it is held, `run_at` is notAgain, which distinguishes a later request from the one being served.
 */
export const takeJobs: Command<Taking, JobRow[]> = {
  durable: false,
  async run(writer, taking) {
    const { db, now } = writer;
    const { kinds, background = [], limit, holdMs, running = [], aside = [] } = taking;
    await holdOn(writer, { takes: running, holdMs });
    const due = await dueOf(writer, taking, kinds, limit);
    for (const kind of limit > 0 ? background : []) {
      if (due.length > 0) break;
      due.push(...(await dueOf(writer, taking, [kind], 1)));
    }
    for (const { kinds: ownKinds, limit: ownLimit, notOf } of aside) {
      due.push(...(await dueOf(writer, { ...taking, notOf }, ownKinds, ownLimit)));
    }
    if (due.length === 0) return [];
    return db
      .updateTable("jobs")
      .set((job) => ({
        run_at: notAgain,
        held_until: now + holdMs,
        take_id: randomId(now),
        attempts: job("attempts", "+", 1),
      }))
      .where("id", "in", due)
      .returningAll()
      .execute();
  },
};

/** Extends the hold of running jobs after half of its time. Jobs that another worker has taken since are not extended. */
export const holdJobs: Command<Holding, void> = {
  durable: false,
  run: holdOn,
};

export interface Holding {
  takes: Take[];
  holdMs: number;
}

async function holdOn({ db, now }: Writer, { takes, holdMs }: Holding): Promise<void> {
  if (takes.length === 0) return;
  // Does not change `run_at`, which holds a request that came in the meantime.
  await db
    .updateTable("jobs")
    .set({ held_until: now + holdMs })
    .where(
      "id",
      "in",
      takes.map(({ id }) => id),
    )
    .where("take_id", "in", [...new Set(takes.map(({ takeId }) => takeId))])
    .where("held_until", "<=", now + Math.floor(holdMs / 2))
    .execute();
}

async function dueOf(
  { db, engine, now }: Writer,
  { running = [], notOf = [], holder }: Pick<Taking, "running" | "notOf" | "holder">,
  kinds: readonly string[],
  limit: number,
): Promise<string[]> {
  if (kinds.length === 0 || limit === 0) return [];
  const due = await db
    .selectFrom("jobs")
    .select("id")
    .where("kind", "in", kinds)
    .$if(running.length > 0, (query) =>
      query.where(
        "id",
        "not in",
        running.map(({ id }) => id),
      ),
    )
    .$if(notOf.length > 0, (query) => query.where("user_id", "not in", notOf))
    .where(ofEngine(holder))
    // Jobs of a disabled user wait until the user is enabled again.
    .where("user_id", "not in", (from) =>
      from.selectFrom("users").select("users.id").where("users.disabled_at", ">", 0),
    )
    .where((job) =>
      job.or([
        job.and([job("held_until", "=", 0), job("run_at", "<=", now)]),
        job.and([job("held_until", ">", 0), job("held_until", "<=", now)]),
      ]),
    )
    .orderBy("run_at")
    .limit(limit)
    .$if(engine === "postgres", (query) => query.forUpdate().skipLocked())
    .execute();
  return due.map(({ id }) => id);
}

/**
 * Deletes a finished job, unless it was requested again in the meantime: then it is released. Does nothing if the job was
 * released or taken again since this take.
 */
export const finishJob: Command<Take & { userId: UserId }, void> = {
  durable: false,
  async run(writer, { id, takeId }) {
    const { db } = writer;
    await db
      .deleteFrom("jobs")
      .where("id", "=", id)
      .where("take_id", "=", takeId)
      .where("run_at", "=", notAgain)
      .execute();
    await db
      .updateTable("jobs")
      .set({ held_until: 0, take_id: "", attempts: 0, error_code: "", failures: 0, failed_at: 0 })
      .where("id", "=", id)
      .where("take_id", "=", takeId)
      .execute();
  },
};

/**
 * Reschedules a job to `runAt`, or earlier if that was requested in the meantime; records the error code of a failure. Does
 * nothing if the job was released or taken again since this take.
 */
export const postponeJob: Command<
  Take & { userId: UserId; runAt: number; errorCode?: string },
  void
> = {
  durable: false,
  async run({ db, now }, { id, takeId, runAt, errorCode }) {
    await db
      .updateTable("jobs")
      .set({
        ...(errorCode !== undefined && {
          error_code: errorCode,
          failures: sql`failures + 1`,
          failed_at: now,
        }),
        run_at: sql`case when run_at < ${runAt} then run_at else ${runAt} end`,
        held_until: 0,
        take_id: "",
      })
      .where("id", "=", id)
      .where("take_id", "=", takeId)
      .execute();
  },
};

/**
 * Releases all held jobs. Used when an engine starts on SQLite, which no other engine shares: the former holder has ended. On
 * PostgreSQL another engine may be running, and a hold expires.
 */
export const freeJobs: Command<Record<string, never>, void> = {
  durable: false,
  async run({ db, engine, now }) {
    if (engine !== "sqlite") return;
    await db
      .updateTable("jobs")
      .set({
        held_until: 0,
        take_id: "",
        run_at: sql`case when run_at < ${now} then run_at else ${now} end`,
      })
      .where("held_until", ">", 0)
      .execute();
  },
};
