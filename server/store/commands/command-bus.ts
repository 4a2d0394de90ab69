import type { UserId } from "@inlet/contract/ids.ts";
import { CompiledQuery } from "kysely";
import type { Clock } from "#/base/clock.ts";
import { diskError } from "#/base/disk-failure.ts";
import { Failure } from "#/base/failure.ts";
import { createFairQueue } from "#/base/fair-queue.ts";
import { currentOrigin, onBehalfOf, type Origin } from "#/base/origin.ts";
import { type Work, workedFor, workFor } from "#/base/work-context.ts";
import { again, type Command } from "./command.ts";
import { type CommandName, commands, type InputOf, type OutputOf } from "./registry.ts";
import type { Database } from "#/store/engine/database.ts";
import { checkLease, type HeldLeases } from "#/store/leases/held-leases.ts";
import { postgresPoolSize } from "#/store/engine/postgres.ts";
import { type Committed, createWriter } from "#/store/engine/writer.ts";

/** Runs a named write command in its own transaction. All writes go through it. */
export interface Execute {
  <Name extends CommandName>(name: Name, input: InputOf<Name>): Promise<OutputOf<Name>>;
}

type AnyCommand = Command<unknown, unknown>;

interface QueuedCommand {
  command: AnyCommand;
  input: unknown;
  origin: Origin | null;
  /** The work of an engine that it is part of. */
  work: Work;
  isBulk: boolean;
  resolve: (output: unknown) => void;
  reject: (error: unknown) => void;
}

/**
 * Maximum number of concurrent transactions. SQLite has one write connection; PostgreSQL reserves connections for interactive
 * commands.
 */
const places = {
  sqlite: { all: 1, bulk: 1 },
  postgres: { all: postgresPoolSize, bulk: postgresPoolSize / 2 },
};

export interface CommandBusOptions {
  clock: Clock;
  onCommit: (committed: Committed) => void;
  /** Leases of an engine among several: a transaction for a user fails if the engine has lost the user's lease. */
  leases?: HeldLeases;
}

/**
 * Runs commands in transactions. Interactive commands run before bulk ones, which take turns by user. `onCommit` is called after
 * each transaction that changed something for an open tab or queued a job.
 */
export function createCommandBus(database: Database, options: CommandBusOptions): Execute {
  const interactive: QueuedCommand[] = [];
  const bulk = createFairQueue<QueuedCommand>();
  const limit = places[database.engine];
  const transact = createTransact(database, options);
  let inside = 0;
  let bulkInside = 0;

  function next(): void {
    while (inside < limit.all) {
      const isBulk = interactive.length === 0;
      if (isBulk && bulkInside >= limit.bulk) return;
      const queued = isBulk ? bulk.shift() : interactive.shift();
      if (!queued) return;
      inside++;
      if (isBulk) bulkInside++;
      void serve(queued).finally(() => {
        inside--;
        if (isBulk) bulkInside--;
        next();
      });
    }
  }

  async function serve(queued: QueuedCommand): Promise<void> {
    const { resolve, reject } = queued;
    try {
      const output = await transact(queued);
      // Between the slices of a removal, the commands of other users run.
      if (output === again) bulk.push(ownerOf(queued.input), queued);
      else resolve(output);
      // Yields to the event loop: SQLite never does.
      if (queued.isBulk || output === again) await new Promise((done) => setImmediate(done));
    } catch (error) {
      const diskFailure = diskError(error);
      reject(diskFailure === null ? error : new Failure(diskFailure, { cause: error }));
    }
  }

  return (name, input) =>
    new Promise((resolve, reject) => {
      // The registry ties each name to its input and output; a queue of different commands cannot.
      const command = commands[name] as AnyCommand;
      const isBulk = typeof command.bulk === "function" ? command.bulk(input) : !!command.bulk;
      // For the same reason, the type of the output is not bound to the name.
      const origin = currentOrigin();
      const work = workOf(input);
      const queued = { command, input, origin, work, isBulk, resolve, reject } as QueuedCommand;
      if (isBulk) bulk.push(ownerOf(input), queued);
      else interactive.push(queued);
      next();
    });
}

/** Returns the user of a command; "" for one without a user. */
function ownerOf(input: unknown): string {
  if (typeof input !== "object" || input === null) return "";
  if ("userId" in input && typeof input.userId === "string") return input.userId;
  return "user_id" in input && typeof input.user_id === "string" ? input.user_id : "";
}

/** Returns the work of a command: if the input names another user, the context switches to that user. */
function workOf(input: unknown): Work {
  const around = workedFor();
  // Inputs refer to users by id.
  const userId = ownerOf(input) as UserId | "";
  if (userId === "" || userId === around.userId) return around;
  return { userId, beganAt: performance.now() };
}

type Writing = Pick<QueuedCommand, "command" | "input" | "origin" | "work" | "isBulk">;

function createTransact(
  database: Database,
  options: CommandBusOptions,
): (writing: Writing) => Promise<unknown> {
  const { engine, kysely } = database;
  let isDurable = false;

  /** SQLite's setting belongs to the connection and may only change between transactions. */
  async function setDurability(durable: boolean): Promise<void> {
    if (engine !== "sqlite" || durable === isDurable) return;
    await kysely.executeQuery(
      CompiledQuery.raw(`PRAGMA synchronous = ${durable ? "FULL" : "NORMAL"}`),
    );
    isDurable = durable;
  }

  async function once({ command, input, origin, work, isBulk }: Writing): Promise<unknown> {
    await setDurability(command.durable);
    const committed: Committed = { changes: [], jobs: false, isBulk };
    const output = await kysely.transaction().execute(async (db) => {
      if (engine === "postgres" && !command.durable) {
        await db.executeQuery(CompiledQuery.raw("SET LOCAL synchronous_commit = off"));
      }
      if (options.leases) await checkLease(db, options.leases, work);
      const writer = createWriter(db, { engine, now: options.clock.now(), origin, committed });
      return command.run(writer, input);
    });
    if (committed.changes.length > 0 || committed.jobs) {
      // Listeners start separate work, not on behalf of the user who wrote.
      onBehalfOf(null, () => workFor("", () => options.onCommit(committed)));
    }
    return output;
  }

  return async (writing) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await once(writing);
      } catch (error) {
        if (attempt === 3 || !isConflict(error)) throw error;
      }
    }
  };
}

/**
 * Reports whether PostgreSQL rolled back a transaction because of a concurrent one: serialization_failure, deadlock_detected.
 */
function isConflict(error: unknown): boolean {
  return (
    error instanceof Error && "code" in error && (error.code === "40001" || error.code === "40P01")
  );
}
