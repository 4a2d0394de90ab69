import { AsyncLocalStorage } from "node:async_hooks";
import type { UserId } from "@inlet/contract/ids.ts";

/** Who asked for what is done right now, and from where. Plain data: it crosses threads. */
export interface Origin {
  /** The network address that the call came from. */
  address: string;
  /** Who is signed in, "" for a stranger. */
  userId: UserId | "";
  /** The API token, where a program asks; "" for a person. */
  programId: string;
}

const origins = new AsyncLocalStorage<Origin | null>();

/**
 * Does something on somebody's behalf. What is written meanwhile can say who it was without every function in between
 * handing it on, so that none can forget to; nothing is decided by it.
 */
export function onBehalfOf<Result>(origin: Origin | null, work: () => Result): Result {
  return origins.run(origin, work);
}

/** On whose behalf this is done; null for what Inlet does by itself. */
export function currentOrigin(): Origin | null {
  return origins.getStore() ?? null;
}
