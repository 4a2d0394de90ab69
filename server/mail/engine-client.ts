import type { AccountId, UserId } from "@inlet/contract/ids.ts";
import type { LiveState } from "./sync/account-runner.ts";
import type { SyncState } from "./sync/account-supervisor.ts";

/** The calls of a web process that only the engine can answer, in the same process or in another. */
export interface EngineClient {
  /** Starts a sync of the inbox of one or all of the user's accounts, and waits for it at most limits.syncAnswerMs. */
  syncNow: (userId: UserId, accountId?: AccountId) => Promise<SyncState>;
  /** Returns the state that only the account's connections know; undefined if no engine watches it. */
  live: (accountId: AccountId) => Promise<LiveState | undefined>;
  /** Starts a full comparison of an account. Returns false if no engine watches it. */
  compare: (accountId: AccountId) => Promise<boolean>;
  /** Resolves when the engine has answered; at once if this process has none. */
  ping: () => Promise<unknown>;
}
