/** Grows from `firstMs` to `maxMs`, each wait shortened by up to a third so that many do not come back at once. */
export interface Backoff {
  next: () => number;
  reset: () => void;
}

/** `random` answers numbers from 0 to 1. */
export function createBackoff(
  { firstMs, maxMs }: { firstMs: number; maxMs: number },
  random: () => number = Math.random,
): Backoff {
  let failures = 0;
  return {
    next: () => {
      const whole = Math.min(maxMs, firstMs * 2 ** failures);
      // Beyond 2^30 the doubling has long met its ceiling.
      failures = Math.min(failures + 1, 30);
      return Math.round(whole * (1 - random() / 3));
    },
    reset: () => {
      failures = 0;
    },
  };
}
