import type { AccountId, UserId } from "@inlet/contract/ids.ts";
import type { LiveState } from "./sync/account-runner.ts";
import type { SyncState } from "./sync/fleet.ts";

/** The calls of a web process that only the engine can answer, in this process or in another. */
export interface EngineClient {
  /** The newest pass over the inbox of one or all of the user's accounts, at most limits.syncAnswerMs. */
  syncNow: (userId: UserId, accountId?: AccountId) => Promise<SyncState>;
  /** Returns the state that only the account's connections know; undefined if no engine watches it. */
  live: (accountId: AccountId) => Promise<LiveState | undefined>;
  /** Begins a full comparison of an account; false when no engine follows it. */
  compare: (accountId: AccountId) => Promise<boolean>;
  /** Resolves when the engine has answered; at once if this process has none. */
  ping: () => Promise<unknown>;
}
