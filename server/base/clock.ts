/** Time as a dependency, which lets tests control it. Milliseconds since 1970, UTC. */
export interface Clock {
  now: () => number;
}

export const systemClock: Clock = { now: () => Date.now() };
