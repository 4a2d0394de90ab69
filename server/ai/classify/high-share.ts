import { basePriority } from "./priority.ts";

/** Of fewer mails nothing is told. */
const leastMails = 20;
/** How far the mark of one person may be from everybody's. */
const farthest = { up: 0.35, down: 0.25 };

/**
 * From which urgency on so many of a hundred of these are High: within bounds, so that nothing without any urgency becomes
 * High, and what presses stays so. Mail that cannot be High counts as -Infinity.
 */
export function highFromOf(pressing: readonly number[], highShare: number): number | undefined {
  if (pressing.length < leastMails) return undefined;
  const sorted = pressing.toSorted((one, other) => other - one);
  const { highFrom } = basePriority();
  const last = sorted[Math.max(0, Math.round((sorted.length * highShare) / 100) - 1)] ?? highFrom;
  return Math.max(highFrom - farthest.down, Math.min(highFrom + farthest.up, last));
}
