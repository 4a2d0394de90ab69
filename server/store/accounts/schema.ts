import type { AccountId, UserId } from "@inlet/contract/ids.ts";

/** Tables that belong to an account: sign-in at external providers, and sync. */
export interface AccountTables {
  account_sync: AccountSyncRow;
  account_tokens: AccountTokensRow;
  oauth_flows: OauthFlowRow;
}

/** Tokens that a provider issued for one account; deleted with the account. */
export interface AccountTokensRow {
  user_id: UserId;
  account_id: AccountId;
  /** Encrypted, like `refresh_secret`. */
  access_secret: string;
  refresh_secret: string;
  expires_at: number;
}

/** A pending OAuth flow at a provider. */
export interface OauthFlowRow {
  /** SHA-256 of the state, or of the id that polls for a device code, in hex. */
  id: string;
  user_id: UserId;
  session_id: string;
  /** Encrypted: the state that is needed to resume the flow. */
  secret: string;
  expires_at: number;
}

/** Sync settings and counters of an account; an account without a row has the defaults. */
export interface AccountSyncRow {
  user_id: UserId;
  account_id: AccountId;
  /** Number of months for which messages are stored; 0 for all. */
  sync_months: number;
  /** The UTC day on which `traffic_bytes` were fetched, as in 2026-11-21. */
  traffic_day: string;
  traffic_bytes: number;
  /** Number of messages to fetch again when that began, and the number left; 0 if nothing is to fetch. */
  older_count: number;
  older_left: number;
}
