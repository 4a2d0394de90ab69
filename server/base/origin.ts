import { AsyncLocalStorage } from "node:async_hooks";
import type { UserId } from "@inlet/contract/ids.ts";

/** The caller behind the current work, and its address. Plain data: it crosses threads. */
export interface Origin {
  /** The client's network address. */
  address: string;
  /** The signed-in user; "" without a sign-in. */
  userId: UserId | "";
  /** The API token of an API client; "" for a signed-in user. */
  programId: string;
}

const origins = new AsyncLocalStorage<Origin | null>();

/**
 * Runs `work` on behalf of a caller. Writes made during it can record the caller without each function passing it on, so no
 * function can forget to. Nothing is decided by it.
 */
export function onBehalfOf<Result>(origin: Origin | null, work: () => Result): Result {
  return origins.run(origin, work);
}

/** The caller on whose behalf the current work runs; null for what Inlet does automatically. */
export function currentOrigin(): Origin | null {
  return origins.getStore() ?? null;
}
