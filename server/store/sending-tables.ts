import type { AccountId, OutboxId, UserId } from "@inlet/contract/ids.ts";
import type { OutboxState } from "@inlet/contract/send.ts";

/** The tables around what is sent; store/tables.ts says what holds for all. */
export interface SendingTables {
  outbox: OutboxRow;
  user_preferences: UserPreferencesRow;
}

export interface OutboxRow {
  id: OutboxId;
  user_id: UserId;
  account_id: AccountId;
  idempotency_key: string;
  message_id_header: string;
  /** JSON: {from, to: string[]} of the SMTP envelope, bcc included. */
  envelope_json: string;
  /** JSON of what the dialog had, to open it again. */
  draft_json: string;
  /** RFC 5322, without Bcc; emptied once a copy stands in Sent. */
  raw: Uint8Array;
  /** `sending` from the moment the server may have the message; all before is `queued`. */
  state: OutboxState;
  /** Whether the copy in the Sent folder is still owed. */
  sent_copy: "owed" | "done" | "not_needed";
  /** When it is to leave; once it is `sending`, when it left. */
  send_at: number;
  /** Tries so far, or the number of the one under way; only that one may tell how it went. */
  attempts: number;
  error: string;
  created_at: number;
  updated_at: number;
  /** A receipt is answered for the person, and is no mail of their own. */
  purpose: "mail" | "receipt";
  /** SHA-256 of what was asked for under the key, hex; "" without a key. */
  request_hash: string;
  /** The Message-ID the mail server wrote over ours, "" when it says nothing of the kind. */
  renamed_to: string;
  /** JSON: {address, reason}[] of reports that it did not arrive. */
  bounces_json: string;
  /** When the person took it off the list; 0 before. */
  dismissed_at: number;
  /** When the person is reminded of it if nobody answered; 0: not, or not known before it leaves. */
  remind_at: number;
  /** Days after it leaves until then; 0 once `remind_at` says it, and where a time was chosen. */
  remind_days: number;
}

/** What a person chose for all their devices. */
interface UserPreferencesRow {
  user_id: UserId;
  /** JSON of the contract's MailPreferences, only what was chosen. */
  preferences_json: string;
}
