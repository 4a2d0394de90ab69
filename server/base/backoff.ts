/** Grows from `firstMs` to `maxMs`. Each wait is shortened by up to a third, so many clients do not retry at the same time. */
export interface Backoff {
  next: () => number;
  reset: () => void;
}

/** `random` returns numbers from 0 to 1. */
export function createBackoff(
  { firstMs, maxMs }: { firstMs: number; maxMs: number },
  random: () => number = Math.random,
): Backoff {
  let failures = 0;
  return {
    next: () => {
      const whole = Math.min(maxMs, firstMs * 2 ** failures);
      // The delay has reached its maximum long before 2^30.
      failures = Math.min(failures + 1, 30);
      return Math.round(whole * (1 - random() / 3));
    },
    reset: () => {
      failures = 0;
    },
  };
}
