import { createFairQueue } from "./fair-queue.ts";

/** Does work in its turn. */
export type FairTurns = <Output>(owner: string, work: () => Promise<Output>) => Promise<Output>;

/** So many works at once, so many of one owner at most; owners take turns, and what one has too much of waits. */
export function createFairTurns({ places, each }: { places: number; each: number }): FairTurns {
  const next = createFairQueue<{ owner: string; begin: () => void }>();
  /** Works of an owner that run or wait among the next. */
  const admitted = new Map<string, number>();
  const held = new Map<string, (() => void)[]>();
  let running = 0;

  function admit(owner: string, begin: () => void): void {
    admitted.set(owner, (admitted.get(owner) ?? 0) + 1);
    next.push(owner, { owner, begin });
  }

  function beginNext(): void {
    while (running < places) {
      const item = next.shift();
      if (!item) return;
      running++;
      item.begin();
    }
  }

  function finished(owner: string): void {
    running--;
    const left = (admitted.get(owner) ?? 1) - 1;
    if (left > 0) admitted.set(owner, left);
    else admitted.delete(owner);
    const waiting = held.get(owner);
    const begin = waiting?.shift();
    if (waiting?.length === 0) held.delete(owner);
    if (begin) admit(owner, begin);
    beginNext();
  }

  return (owner, work) =>
    new Promise((resolve, reject) => {
      const begin = () => {
        const done = work();
        done.then(resolve, reject);
        void done.catch(() => undefined).then(() => finished(owner));
      };
      if ((admitted.get(owner) ?? 0) < each) admit(owner, begin);
      else held.set(owner, [...(held.get(owner) ?? []), begin]);
      beginNext();
    });
}
