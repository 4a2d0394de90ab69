import { createFairQueue, type FairQueue } from "#/base/fair-queue.ts";

/** Limits the bytes of mail in memory over all accounts. */
export interface ByteBudget {
  /** Waits for space; the returned function releases it. Urgent requests overtake the rest. */
  take: (bytes: number, options?: { isUrgent: boolean; owner?: string }) => Promise<() => void>;
}

interface Waiting {
  owner: string;
  bytes: number;
  isUrgent: boolean;
  isWaiting: boolean;
  enter: () => void;
}

/** Share of the budget that only urgent mail may use, however much the rest holds. */
const reserve = 0.25;

/** A claim of an owner that holds nothing else is admitted up to this size even if the budget is exhausted. */
const firstBytes = 4 * 1024 * 1024;
/** Maximum bytes of such claims beyond the budget, for all owners together. */
const beyondBytes = 56 * 1024 * 1024;

/**
 * Creates a budget in which owners take turns, urgent requests first. A request larger than the whole budget runs when nothing
 * else is held. Mail is claimed before its server delivers it, and servers that never deliver may hold the whole: other owners
 * are then admitted beyond the limit, in turns, too.
 */
export function createByteBudget(totalBytes: number): ByteBudget {
  let held = 0;
  let heldByUrgent = 0;
  const heldBy = new Map<string, number>();
  /** Owners in the order in which they were last admitted or began to wait. */
  const waitingOf = new Map<string, Set<Waiting>>();
  const urgent = createFairQueue<Waiting>();
  const usual = createFairQueue<Waiting>();

  function enter(item: Waiting): void {
    const { owner, bytes } = item;
    held += bytes;
    if (item.isUrgent) heldByUrgent += bytes;
    heldBy.set(owner, (heldBy.get(owner) ?? 0) + bytes);
    const waiting = waitingOf.get(owner);
    waiting?.delete(item);
    waitingOf.delete(owner);
    // Queued again behind the other owners.
    if (waiting && waiting.size > 0) waitingOf.set(owner, waiting);
    item.isWaiting = false;
    item.enter();
  }

  function leave({ owner, bytes, isUrgent }: Waiting): void {
    held -= bytes;
    if (isUrgent) heldByUrgent -= bytes;
    const left = (heldBy.get(owner) ?? bytes) - bytes;
    if (left > 0) heldBy.set(owner, left);
    else heldBy.delete(owner);
  }

  function hasSpace({ bytes, isUrgent }: Waiting): boolean {
    if (held === 0) return true;
    if (!isUrgent) return held + bytes <= totalBytes * (1 - reserve);
    return held + bytes <= totalBytes || heldByUrgent + bytes <= totalBytes * reserve;
  }

  function admit(queue: FairQueue<Waiting>): void {
    for (let next = queue.first(); next !== undefined; next = queue.first()) {
      if (next.isWaiting) {
        if (!hasSpace(next)) return;
        enter(next);
      }
      queue.shift();
    }
  }

  /** Admits one small claim of each owner that holds nothing: an urgent one, or the oldest. */
  function admitFirsts(): void {
    const firsts = [...waitingOf].flatMap(([owner, waiting]) => {
      const items = heldBy.has(owner) ? [] : [...waiting];
      const first = items.find(({ isUrgent }) => isUrgent) ?? items[0];
      return first !== undefined && first.bytes <= firstBytes ? [first] : [];
    });
    for (const item of firsts.toSorted((a, b) => Number(b.isUrgent) - Number(a.isUrgent))) {
      if (held + item.bytes > totalBytes + beyondBytes) return;
      enter(item);
    }
  }

  function admitAll(): void {
    admit(urgent);
    if (urgent.length === 0) admit(usual);
    admitFirsts();
  }

  return {
    take: async (bytes, { isUrgent, owner = "" } = { isUrgent: false }) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const item: Waiting = { owner, bytes, isUrgent, isWaiting: true, enter: resolve };
      waitingOf.set(owner, (waitingOf.get(owner) ?? new Set()).add(item));
      (isUrgent ? urgent : usual).push(owner, item);
      admitAll();
      await promise;
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        leave(item);
        admitAll();
      };
    },
  };
}
