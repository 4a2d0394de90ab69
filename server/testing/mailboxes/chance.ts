import { createHash } from "node:crypto";

/** A random number generator with reproducible results. */
export interface Chance {
  next: () => number;
  int: (low: number, high: number) => number;
  pick: <T>(from: readonly T[]) => T;
}

/** Creates a small fast generator (mulberry32) seeded by any text. */
export function chanceOf(seed: string): Chance {
  let state = createHash("sha256").update(seed).digest().readUInt32LE(0);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const int = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    int,
    pick: (from) => {
      const chosen = from[int(0, from.length - 1)];
      if (chosen === undefined) throw new Error("There is nothing to pick from.");
      return chosen;
    },
  };
}
