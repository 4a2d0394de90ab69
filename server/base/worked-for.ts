import { AsyncLocalStorage } from "node:async_hooks";
import type { UserId } from "@inlet/contract/ids.ts";

/** Work that is done for a person. */
export interface Work {
  userId: UserId | "";
  /** By `performance.now()`. */
  beganAt: number;
}

const works = new AsyncLocalStorage<Work>();
const nobodys: Work = { userId: "", beganAt: 0 };

/**
 * Does an engine's work for a person. What is written meanwhile is theirs although it may name a folder or an outgoing
 * message alone, and stands only while the engine works for them, without a break since this began. "" ends it for what was
 * merely called from there.
 */
export function workFor<Result>(userId: UserId | "", work: () => Result): Result {
  return works.run({ userId, beganAt: performance.now() }, work);
}

/** What this is part of; "" is nobody in particular's. */
export function workedFor(): Work {
  return works.getStore() ?? nobodys;
}
