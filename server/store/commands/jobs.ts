import type { UserId } from "@inlet/contract/ids.ts";
import { sql } from "kysely";
import { randomId } from "#/base/random-id.ts";
import { ofEngine } from "../jobs.ts";
import type { JobRow } from "../job-tables.ts";
import { notAgain, type Writer } from "../writer.ts";
import type { Command } from "./command.ts";

/** One taking of a job: the same job, taken again, is another. */
export interface Take {
  id: string;
  takeId: string;
}

export interface Taking {
  kinds: string[];
  /** Kinds that nobody waits for, in the order in which one job of them is taken when there is room for it. */
  background?: string[];
  limit: number;
  holdMs: number;
  /** What the asking worker is doing already. */
  running?: Take[];
  /** Whose jobs wait. */
  notOf?: UserId[];
  /** The engine that asks, where there are several: it gets jobs of those whom it works for, and of nobody. */
  holder?: string;
  /** Kinds that are taken besides, however much of the others is due. */
  aside?: readonly { kinds: string[]; limit: number; notOf: UserId[] }[];
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

/** Goes on holding what is being done, where the half of its time is over. What others have taken since stays theirs. */
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
  // Only held on: when one was asked for meanwhile, that still stands.
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

/**
 * The job is done, unless it was asked for again meanwhile: then it is free. Nothing happens where it was freed or taken
 * anew since this take: it is done again, or somebody is at it.
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
 * To be tried again at `runAt`, or earlier when that was asked for meanwhile; with why, where it failed. Nothing happens
 * where it was freed or taken anew since this take.
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
 * Frees every held job. For the start of an engine on SQLite, whose folder is its own: whoever held them is gone. With
 * PostgreSQL another engine may be at work, and a hold runs out by itself.
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
