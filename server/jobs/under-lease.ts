import type { Log } from "#/base/log.ts";
import { pause } from "#/base/pause.ts";
import type { Door } from "#/store/door.ts";

/** What one process at a time does for everybody. */
export interface Lease {
  name: string;
  /** Another one for each process. */
  holder: string;
  /** So long after its last word it may be another's. */
  forMs: number;
}

/**
 * Does this work if its lease is to be had, and keeps the lease while the work is under way. The work is told to end by
 * its signal: when `stopping` says so, and when the lease is another's or could not be kept in time.
 */
export async function underLease(
  { door, log, stopping }: { door: Door; log: Log; stopping: AbortSignal },
  lease: Lease,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const { name, forMs } = lease;
  let saidAt = performance.now();
  const fence = await door("lease.take", lease);
  if (fence === null) return;
  const lost = new AbortController();
  const lose = () => {
    log.warn({ name }, "lease lost to another process");
    lost.abort();
  };
  const untilOver = () => setTimeout(lose, saidAt + forMs - performance.now());
  let over = untilOver();
  const done = new AbortController();
  const isOver = AbortSignal.any([lost.signal, done.signal]);

  /** At half of its time, and when that fails at half of what is left. */
  async function keep(): Promise<void> {
    while (!isOver.aborted) {
      await pause((saidAt + forMs - performance.now()) / 2, isOver);
      if (isOver.aborted) return;
      const askedAt = performance.now();
      try {
        // Another one: somebody else had it in between.
        if ((await door("lease.take", lease)) !== fence) return isOver.aborted ? undefined : lose();
      } catch (error) {
        log.warn({ err: error, name }, "lease renewal failed");
        continue;
      }
      saidAt = askedAt;
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
