import type { Engine } from "./database.ts";

/** Number of messages that are changed before the response, and that one undo step reverts at least. */
export const partSize = 50;
const mostParts = 8;
/** On SQLite a slice blocks the writes of all users; on PostgreSQL only those of its user. */
const sliceMs: Record<Engine, number> = { sqlite: 5, postgres: 50 };

/** Size of the slices of a long change: as many messages as fit into the time that other writes may wait. */
export interface Pace {
  messages: () => number;
  /** Does a slice of so many and notes what it took. */
  timed: <Result>(
    engine: Engine,
    messages: number,
    slice: () => Promise<Result>,
  ) => Promise<Result>;
}

/** Begins with one part, for most of what few messages take is the transaction itself; grows and shrinks by whole parts. */
export function createPace(): Pace {
  let fitting = partSize;
  return {
    messages: () => Math.min(Math.max(Math.floor(fitting / partSize), 1), mostParts) * partSize,
    async timed(engine, messages, slice) {
      const began = performance.now();
      const result = await slice();
      const tookMs = Math.max(performance.now() - began, 0.1);
      // By halves: one slice that something else held up says little.
      fitting =
        (fitting + Math.min((messages * sliceMs[engine]) / tookMs, mostParts * partSize)) / 2;
      return result;
    },
  };
}
