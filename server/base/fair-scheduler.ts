import { createFairQueue } from "./fair-queue.ts";

/**
 * Runs work in its turn. Work whose signal aborts while it waits does not begin: it rejects with the signal's reason at once, and
 * the owner's next request takes its turn.
 */
export type FairTurns = <Output>(
  owner: string,
  work: () => Promise<Output>,
  signal?: AbortSignal,
) => Promise<Output>;

/**
 * Limits concurrency to `places` in total and `each` per owner. Owners are scheduled round-robin; an owner's excess work waits.
 */
export function createFairTurns({ places, each }: { places: number; each: number }): FairTurns {
  /** Owners in the order of their turns. */
  const turns = createFairQueue<string>();
  /** Number of admitted tasks per owner: those that are running and those with a turn in the queue. */
  const admitted = new Map<string, number>();
  /** Waiting tasks per owner, in the order in which they start; no set is empty. */
  const waiting = new Map<string, Set<() => void>>();
  let running = 0;

  function admit(owner: string): void {
    const count = admitted.get(owner) ?? 0;
    if (count >= each) return;
    admitted.set(owner, count + 1);
    turns.push(owner, owner);
  }

  function release(owner: string): void {
    const left = (admitted.get(owner) ?? 1) - 1;
    if (left > 0) admitted.set(owner, left);
    else admitted.delete(owner);
  }

  function drop(owner: string, begin: () => void): void {
    const theirs = waiting.get(owner);
    theirs?.delete(begin);
    if (theirs?.size === 0) waiting.delete(owner);
  }

  function beginNext(): void {
    while (running < places) {
      const owner = turns.shift();
      if (owner === undefined) return;
      const [begin] = waiting.get(owner) ?? [];
      if (begin === undefined) {
        // All tasks that the owner had waiting were canceled.
        release(owner);
        continue;
      }
      drop(owner, begin);
      running++;
      begin();
    }
  }

  function finished(owner: string): void {
    running--;
    release(owner);
    if (waiting.has(owner)) admit(owner);
    beginNext();
  }

  return async (owner, work, signal) => {
    signal?.throwIfAborted();
    return new Promise((resolve, reject) => {
      const begin = () => {
        signal?.removeEventListener("abort", leave);
        const done = work();
        done.then(resolve, reject);
        void done.catch(() => undefined).then(() => finished(owner));
      };
      const leave = () => {
        drop(owner, begin);
        // The aborting caller supplies the reason.
        reject(signal?.reason as Error);
      };
      signal?.addEventListener("abort", leave, { once: true });
      waiting.set(owner, (waiting.get(owner) ?? new Set()).add(begin));
      admit(owner);
      beginNext();
    });
  };
}
