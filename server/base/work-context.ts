import { AsyncLocalStorage } from "node:async_hooks";
import type { UserId } from "@inlet/contract/ids.ts";

/** Work that an engine does for a user. */
export interface Work {
  userId: UserId | "";
  /** Start time, as returned by `performance.now()`. */
  beganAt: number;
}

const works = new AsyncLocalStorage<Work>();
const unowned: Work = { userId: "", beganAt: 0 };

/**
 * Runs an engine's work for a user. Writes made during it belong to that user, although they may name only a folder or an
 * outgoing message; they take effect only while the engine has held the user without a break since the work began. "" ends the
 * context for work that was merely called from there.
 */
export function workFor<Result>(userId: UserId | "", work: () => Result): Result {
  return works.run({ userId, beganAt: performance.now() }, work);
}

/** Returns the work that this is part of; "" is the user id of work for no particular user. */
export function workedFor(): Work {
  return works.getStore() ?? unowned;
}
