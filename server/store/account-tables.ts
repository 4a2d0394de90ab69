import type { AccountId, UserId } from "@inlet/contract/ids.ts";

/** Of the tables those beside an account: how it is signed in to elsewhere, and kept in step. */
export interface AccountTables {
  account_sync: AccountSyncRow;
  account_tokens: AccountTokensRow;
  oauth_flows: OauthFlowRow;
}

/** What a provider gave for one account; gone with it. */
export interface AccountTokensRow {
  user_id: UserId;
  account_id: AccountId;
  /** Both sealed. */
  access_secret: string;
  refresh_secret: string;
  expires_at: number;
}

/** A sign-in at a provider that has begun and not ended. */
export interface OauthFlowRow {
  /** SHA-256 of the state, or of the id that polls for a device code, hex. */
  id: string;
  user_id: UserId;
  session_id: string;
  /** Sealed: what is needed to go on. */
  secret: string;
  expires_at: number;
}

/** How an account is kept in step; one without a row has the defaults. */
export interface AccountSyncRow {
  user_id: UserId;
  account_id: AccountId;
  /** How many months back mail is kept here; 0 for all. */
  sync_months: number;
  /** The UTC day that `traffic_bytes` were fetched on, as in 2026-11-21. */
  traffic_day: string;
  traffic_bytes: number;
  /** How many messages were to be read again when that began, and how many still are; 0 when none are. */
  older_count: number;
  older_left: number;
}
