import { createLog } from "#/base/log.ts";
import { type JobHandler, JobWorker } from "#/jobs/worker.ts";
import { nextJobAt } from "#/store/jobs/queries.ts";
import type { RealParts } from "./real-parts.ts";

type Parts = Pick<RealParts, "database" | "execute" | "clock">;

/** Runs the due jobs that have a handler, and returns when they are done. */
export async function workDue(
  parts: Parts,
  handlers: Readonly<Record<string, JobHandler>>,
): Promise<void> {
  const worker = new JobWorker({
    execute: parts.execute,
    clock: parts.clock,
    log: createLog("silent"),
    handlers,
    nextAt: (kinds) => nextDueAt(parts, kinds),
  });
  worker.notify();
  await worker[Symbol.asyncDispose]();
}

/** Returns the time at which a worker would look for its next job of `kinds`; null for none. */
export function nextDueAt({ database }: Parts, kinds: readonly string[]): Promise<number | null> {
  return nextJobAt(database.reader, kinds);
}
