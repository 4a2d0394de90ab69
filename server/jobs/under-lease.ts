import type { Log } from "#/base/log.ts";
import { pause } from "#/base/pause.ts";
import type { Execute } from "#/store/commands/command-bus.ts";

/** Lease on work that one process at a time does for all users. */
export interface Lease {
  name: string;
  /** Unique per process. */
  holder: string;
  /** Another process may take the lease this long after the last renewal, in milliseconds. */
  ttlMs: number;
}

/**
 * Runs `work` if its lease can be acquired, and renews the lease while the work runs. The work's signal aborts when `stopping`
 * does, when another process has the lease, and when the lease could not be renewed in time.
 */
export async function underLease(
  { execute, log, stopping }: { execute: Execute; log: Log; stopping: AbortSignal },
  lease: Lease,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const { name, ttlMs } = lease;
  let confirmedAt = performance.now();
  const fence = await execute("lease.take", lease);
  if (fence === null) return;
  const lost = new AbortController();
  const lose = () => {
    log.warn({ name }, "lease lost to another process");
    lost.abort();
  };
  const untilOver = () => setTimeout(lose, confirmedAt + ttlMs - performance.now());
  let over = untilOver();
  const done = new AbortController();
  const isOver = AbortSignal.any([lost.signal, done.signal]);

  /** Renews at half of the remaining time; after a failure, at half of the rest. */
  async function keep(): Promise<void> {
    while (!isOver.aborted) {
      await pause((confirmedAt + ttlMs - performance.now()) / 2, isOver);
      if (isOver.aborted) return;
      const askedAt = performance.now();
      try {
        // A changed fencing token means that another process held the lease in between.
        if ((await execute("lease.take", lease)) !== fence)
          return isOver.aborted ? undefined : lose();
      } catch (error) {
        log.warn({ err: error, name }, "lease renewal failed");
        continue;
      }
      confirmedAt = askedAt;
      clearTimeout(over);
      if (!isOver.aborted) over = untilOver();
    }
  }

  const keeping = keep();
  try {
    await work(AbortSignal.any([stopping, lost.signal]));
  } finally {
    done.abort();
    clearTimeout(over);
    await keeping;
  }
}
