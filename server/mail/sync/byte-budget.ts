import { createFairQueue, type FairQueue } from "#/base/fair-queue.ts";

/** Bounds how many bytes of mail are in memory at once, over all accounts. */
export interface ByteBudget {
  /** Waits for room; the answer gives it back. What is urgent overtakes the rest. */
  take: (bytes: number, options?: { isUrgent: boolean; owner?: string }) => Promise<() => void>;
}

interface Waiting {
  owner: string;
  bytes: number;
  isWaiting: boolean;
  enter: () => void;
}

/** Room that only urgent mail may use, as a share of the whole. */
const reserve = 0.25;

/** A claim of an owner that holds nothing else is admitted up to this size although the whole is taken. */
const firstBytes = 4 * 1024 * 1024;
/** Bytes of such claims beyond the whole, for all owners together. */
const beyondBytes = 56 * 1024 * 1024;

/**
 * Owners take turns, urgent ones first. What is larger than the whole goes when nothing else is held. Mail is claimed
 * before its server delivers it, so that servers that never do hold the whole: another owner gets through beside them.
 */
export function createByteBudget(totalBytes: number): ByteBudget {
  let held = 0;
  const heldBy = new Map<string, number>();
  const waitingOf = new Map<string, Set<Waiting>>();
  const urgent = createFairQueue<Waiting>();
  const usual = createFairQueue<Waiting>();

  function enter(item: Waiting): void {
    const { owner, bytes } = item;
    held += bytes;
    heldBy.set(owner, (heldBy.get(owner) ?? 0) + bytes);
    const waiting = waitingOf.get(owner);
    waiting?.delete(item);
    if (waiting?.size === 0) waitingOf.delete(owner);
    item.isWaiting = false;
    item.enter();
  }

  function leave({ owner, bytes }: Waiting): void {
    held -= bytes;
    const left = (heldBy.get(owner) ?? bytes) - bytes;
    if (left > 0) heldBy.set(owner, left);
    else heldBy.delete(owner);
  }

  function admit(queue: FairQueue<Waiting>, roomBytes: number): void {
    for (let next = queue.first(); next !== undefined; next = queue.first()) {
      if (next.isWaiting) {
        if (held > 0 && held + next.bytes > roomBytes) return;
        enter(next);
      }
      queue.shift();
    }
  }

  /** Admits the oldest small claim of an owner that holds nothing. */
  function admitFirst(owner: string): void {
    if (heldBy.has(owner)) return;
    const [item] = waitingOf.get(owner) ?? [];
    if (item === undefined || item.bytes > firstBytes) return;
    if (held + item.bytes <= totalBytes + beyondBytes) enter(item);
  }

  function admitAll(owner: string): void {
    admit(urgent, totalBytes);
    if (urgent.length === 0) admit(usual, totalBytes * (1 - reserve));
    admitFirst(owner);
  }

  return {
    take: async (bytes, { isUrgent, owner = "" } = { isUrgent: false }) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const item: Waiting = { owner, bytes, isWaiting: true, enter: resolve };
      waitingOf.set(owner, (waitingOf.get(owner) ?? new Set()).add(item));
      (isUrgent ? urgent : usual).push(owner, item);
      admitAll(owner);
      await promise;
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        leave(item);
        admitAll(owner);
      };
    },
  };
}
