import { createFairQueue, type FairQueue } from "#/base/fair-queue.ts";

/** Bounds how many bytes of mail are in memory at once, over all accounts. */
export interface ByteBudget {
  /** Waits for room; the answer gives it back. What is urgent overtakes the rest. */
  take: (bytes: number, options?: { isUrgent: boolean; owner?: string }) => Promise<() => void>;
}

interface Waiting {
  bytes: number;
  enter: () => void;
}

/** Room that only urgent mail may use, as a share of the whole. */
const reserve = 0.25;

/** Owners take turns, urgent ones first. What is larger than the whole goes when nothing else is held. */
export function createByteBudget(totalBytes: number): ByteBudget {
  let held = 0;
  const urgent = createFairQueue<Waiting>();
  const usual = createFairQueue<Waiting>();

  function admit(queue: FairQueue<Waiting>, roomBytes: number): void {
    for (let next = queue.first(); next !== undefined; next = queue.first()) {
      if (held > 0 && held + next.bytes > roomBytes) return;
      queue.shift();
      held += next.bytes;
      next.enter();
    }
  }

  function admitAll(): void {
    admit(urgent, totalBytes);
    if (urgent.length === 0) admit(usual, totalBytes * (1 - reserve));
  }

  return {
    take: async (bytes, { isUrgent, owner = "" } = { isUrgent: false }) => {
      await new Promise<void>((enter) => {
        (isUrgent ? urgent : usual).push(owner, { bytes, enter });
        admitAll();
      });
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        held -= bytes;
        admitAll();
      };
    },
  };
}
