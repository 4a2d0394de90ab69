import type { UserId } from "@inlet/contract/ids.ts";
import { sql } from "kysely";
import { ofEngine } from "../jobs.ts";
import type { JobRow } from "../tables.ts";
import { notAgain, type Writer } from "../writer.ts";
import type { Command } from "./command.ts";

export interface Taking {
  kinds: string[];
  /** Kinds that nobody waits for, in the order in which one job of them is taken when there is room for it. */
  background?: string[];
  limit: number;
  holdMs: number;
  /** What the asking worker is doing already. */
  running?: string[];
  /** Whose jobs wait. */
  notOf?: UserId[];
  /** The engine that asks, where there are several: it gets jobs of those whom it works for, and of nobody. */
  holder?: string;
  /** Kinds that are taken besides, however much of the others is due. */
  aside?: { kinds: string[]; limit: number; notOf: UserId[] };
}

/**
 * Holds jobs that are due, the longest due first, and one of the background when nothing else is due. A job that nobody
 * finished within its time is due again. While held, `run_at` is notAgain, so that a request made meanwhile can be told from
 * the one being served.
 */
export const takeJobs: Command<Taking, JobRow[]> = {
  durable: false,
  async run(writer, taking) {
    const { db, now } = writer;
    const { kinds, background = [], limit, holdMs, running = [], aside } = taking;
    if (running.length > 0) {
      // Only held on: when one was asked for meanwhile, that still stands.
      await db
        .updateTable("jobs")
        .set({ held_until: now + holdMs })
        .where("id", "in", running)
        .where("held_until", ">", 0)
        .where("held_until", "<=", now)
        .execute();
    }
    const due = await dueOf(writer, taking, kinds, limit);
    for (const kind of limit > 0 ? background : []) {
      if (due.length > 0) break;
      due.push(...(await dueOf(writer, taking, [kind], 1)));
    }
    if (aside) {
      const { notOf } = aside;
      due.push(...(await dueOf(writer, { ...taking, notOf }, aside.kinds, aside.limit)));
    }
    if (due.length === 0) return [];
    return db
      .updateTable("jobs")
      .set((job) => ({
        run_at: notAgain,
        held_until: now + holdMs,
        attempts: job("attempts", "+", 1),
      }))
      .where("id", "in", due)
      .returningAll()
      .execute();
  },
};

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
    .$if(running.length > 0, (query) => query.where("id", "not in", running))
    .$if(notOf.length > 0, (query) => query.where("user_id", "not in", notOf))
    .where(ofEngine(holder))
    // What is to be done for somebody who is kept out waits until they are let in.
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

/** The job is done, unless it was asked for again meanwhile: then it is free. */
export const finishJob: Command<{ id: string; userId: UserId }, void> = {
  durable: false,
  async run(writer, { id }) {
    const { db } = writer;
    await db.deleteFrom("jobs").where("id", "=", id).where("run_at", "=", notAgain).execute();
    await db
      .updateTable("jobs")
      .set({ held_until: 0, attempts: 0, error_code: "", failures: 0, failed_at: 0 })
      .where("id", "=", id)
      .execute();
  },
};

/** To be tried again at `runAt`, or earlier when that was asked for meanwhile; with why, where it failed. */
export const postponeJob: Command<
  { id: string; userId: UserId; runAt: number; errorCode?: string },
  void
> = {
  durable: false,
  async run({ db, now }, { id, runAt, errorCode }) {
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
      })
      .where("id", "=", id)
      .execute();
  },
};

/**
 * Frees every held job. For the start of an engine on SQLite, whose folder is its own: whoever held them is gone. With
 * PostgreSQL another engine may be at work, and a hold runs out by itself.
 */
export const freeJobs: Command<Record<string, never>, void> = {
  durable: false,
  async run({ db, engine, now }) {
    if (engine !== "sqlite") return;
    await db
      .updateTable("jobs")
      .set({ held_until: 0, run_at: sql`case when run_at < ${now} then run_at else ${now} end` })
      .where("held_until", ">", 0)
      .execute();
  },
};
