import { createHash } from "node:crypto";

/** Reproducible randomness: the same seed gives the same mailbox. */
export interface Random {
  next: () => number;
  /** A whole number from `low` to `high`, inclusive. */
  int: (low: number, high: number) => number;
  chance: (probability: number) => boolean;
  pick: <T>(from: readonly T[]) => T;
  /** Up to `count` different entries in random order. */
  some: <T>(from: readonly T[], count: number) => T[];
  bytes: (count: number) => Buffer;
}

/** A small fast generator (mulberry32), seeded by any text. */
export function seededRandom(seed: string): Random {
  let state = createHash("sha256").update(seed).digest().readUInt32LE(0);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const int = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  const pick = <T>(from: readonly T[]): T => {
    const chosen = from[int(0, from.length - 1)];
    if (chosen === undefined) throw new Error("Nothing to pick from.");
    return chosen;
  };
  const some = <T>(from: readonly T[], count: number): T[] => {
    const left = [...from];
    const taken: T[] = [];
    while (taken.length < count && left.length > 0) {
      taken.push(...left.splice(int(0, left.length - 1), 1));
    }
    return taken;
  };
  return {
    next,
    int,
    pick,
    some,
    chance: (probability) => next() < probability,
    bytes: (count) => {
      const bytes = Buffer.allocUnsafe(count);
      for (let at = 0; at < count; at++) bytes[at] = Math.floor(next() * 256);
      return bytes;
    },
  };
}
