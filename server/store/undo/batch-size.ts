import type { Engine } from "#/store/engine/database.ts";

/** Number of messages that are changed before the response, and that one undo step reverts at least. */
export const partSize = 50;
const maxParts = 8;
/** On SQLite a slice blocks the writes of all users; on PostgreSQL only those of its user. */
const sliceMs: Record<Engine, number> = { sqlite: 5, postgres: 50 };

/** Size of the slices of a long change: as many messages as fit into the time that other writes may wait. */
export interface Pace {
  messages: () => number;
  /** Runs a slice with this number of messages and records its duration. */
  timed: <Result>(
    engine: Engine,
    messages: number,
    slice: () => Promise<Result>,
  ) => Promise<Result>;
}

/**
 * Starts with one part, because the transaction itself takes most of the time of few messages. Grows and shrinks by whole parts.
 */
export function createPace(): Pace {
  let fitting = partSize;
  return {
    messages: () => Math.min(Math.max(Math.floor(fitting / partSize), 1), maxParts) * partSize,
    async timed(engine, messages, slice) {
      const began = performance.now();
      const result = await slice();
      const tookMs = Math.max(performance.now() - began, 0.1);
      // Averaged with the previous value, because a single slow slice says little.
      fitting =
        (fitting + Math.min((messages * sliceMs[engine]) / tookMs, maxParts * partSize)) / 2;
      return result;
    },
  };
}
