/** A queue of items of several owners, served round-robin, however many items one owner has waiting. */
export interface FairQueue<Item> {
  readonly length: number;
  push: (owner: string, item: Item) => void;
  /** Adds items before all others, in this order. */
  putFirst: (items: readonly Item[]) => void;
  /** The next item, without removing it. */
  first: () => Item | undefined;
  shift: () => Item | undefined;
  /** Removes all items and returns them. */
  clear: () => Item[];
}

/** Creates a round-robin queue: owners take turns, and each owner's items are first in, first out. */
export function createFairQueue<Item>(): FairQueue<Item> {
  let front: Item[] = [];
  /** Owners in the order of their turns; no list is empty. */
  const waiting = new Map<string, Item[]>();
  let length = 0;

  function shift(): Item | undefined {
    if (length === 0) return undefined;
    length--;
    if (front.length > 0) return front.shift();
    const [turn] = waiting;
    if (!turn) return undefined;
    const [owner, items] = turn;
    const item = items.shift();
    waiting.delete(owner);
    // Move the owner to the end of the rotation.
    if (items.length > 0) waiting.set(owner, items);
    return item;
  }

  return {
    get length() {
      return length;
    },
    push(owner, item) {
      const items = waiting.get(owner);
      if (items) items.push(item);
      else waiting.set(owner, [item]);
      length++;
    },
    putFirst(items) {
      front = [...items, ...front];
      length += items.length;
    },
    first() {
      if (front.length > 0) return front[0];
      const [turn] = waiting.values();
      return turn?.[0];
    },
    shift,
    clear() {
      const all = [...front, ...[...waiting.values()].flat()];
      front = [];
      waiting.clear();
      length = 0;
      return all;
    },
  };
}
