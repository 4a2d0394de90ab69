import { readAheadEnds } from "#/api/device-store.ts";

const patienceMs = 100;

/** Gives the device some time to hand out what it has kept: without it the same list would be drawn twice. */
export async function waitForKept(): Promise<void> {
  const isOver = new Promise((resolve) => setTimeout(resolve, patienceMs));
  // A device that keeps nothing is waited for no longer.
  await Promise.race([readAheadEnds().catch(() => undefined), isOver]);
}
