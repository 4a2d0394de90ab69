import { basePriority } from "./priority.ts";

/** Minimum number of messages from which a mark is computed. */
const minMessages = 20;
/** Maximum distance of a user's mark from the default. */
const farthest = { up: 0.35, down: 0.25 };

/**
 * Returns the urgency from which on the given percentage of messages is High. It is bounded, so mail without any urgency does not
 * become High and urgent mail stays High. Mail that cannot be High counts as -Infinity.
 */
export function highFromOf(urgencies: readonly number[], highShare: number): number | undefined {
  if (urgencies.length < minMessages) return undefined;
  const sorted = urgencies.toSorted((one, other) => other - one);
  const { highFrom } = basePriority();
  const last = sorted[Math.max(0, Math.round((sorted.length * highShare) / 100) - 1)] ?? highFrom;
  return Math.max(highFrom - farthest.down, Math.min(highFrom + farthest.up, last));
}
