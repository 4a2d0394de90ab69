import { readAheadEnds } from "#/api/device-store.ts";

const timeoutMs = 100;

/** Gives the device some time to return stored data: otherwise the same list would be rendered twice. */
export async function waitForPersisted(): Promise<void> {
  const isOver = new Promise((resolve) => setTimeout(resolve, timeoutMs));
  // Limits the wait for a device that stores nothing.
  await Promise.race([readAheadEnds().catch(() => undefined), isOver]);
}
