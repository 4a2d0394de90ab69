import { AsyncLocalStorage } from "node:async_hooks";
import type { UserId } from "@inlet/contract/ids.ts";

const people = new AsyncLocalStorage<UserId | "">();

/**
 * Does an engine's work for a person. What is written meanwhile is theirs although it may name a folder or an outgoing
 * message alone, and stands only while the engine works for them. "" ends it for what was merely called from there.
 */
export function workFor<Result>(userId: UserId | "", work: () => Result): Result {
  return people.run(userId, work);
}

/** Whom this is done for; "" for nobody in particular. */
export function workedFor(): UserId | "" {
  return people.getStore() ?? "";
}
