/** A seeded random number generator (mulberry32). */
export interface Random {
  /** Returns an integer from 0 to `end`, exclusive. */
  below: (end: number) => number;
  pick: <Item>(items: readonly Item[]) => Item | undefined;
  chance: (probability: number) => boolean;
}

export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(next() * end);
  return {
    below,
    pick: (items) => items[below(items.length)],
    chance: (probability) => next() < probability,
  };
}
