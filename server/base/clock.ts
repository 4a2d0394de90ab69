/** Time as a dependency, so that tests hold it. Milliseconds since 1970, UTC. */
export interface Clock {
  now: () => number;
}

export const systemClock: Clock = { now: () => Date.now() };
