import type { AccountId, OutboxId, UserId } from "@inlet/contract/ids.ts";
import type { OutboxState } from "@inlet/contract/mail/send.ts";

/** Tables for sending; rules for all tables are in store/engine/schema.ts. */
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
  /** JSON of the contents of the compose dialog, to open it again. */
  draft_json: string;
  /** RFC 5322, without Bcc; emptied once a copy is in Sent. */
  raw: Uint8Array;
  /** `sending` from the moment when the server may have the message; `queued` before that. */
  state: OutboxState;
  /** State of the copy in the Sent folder. */
  sent_copy: "owed" | "done" | "not_needed";
  /** Time at which it is to be sent; once `sending`, the time at which it was sent. */
  send_at: number;
  /** Tries so far, or the number of the running one; only that one may report its outcome. */
  attempts: number;
  error: string;
  created_at: number;
  updated_at: number;
  /** "receipt" is sent on the user's behalf, and is not one of their messages. */
  purpose: "mail" | "receipt";
  /** SHA-256 of the request under the key, hex; "" without a key. */
  request_hash: string;
  /** The Message-ID with which the mail server replaced ours; "" if it reported none. */
  renamed_to: string;
  /** JSON: {address, reason}[] of the bounces. */
  bounces_json: string;
  /** Time at which the user dismissed it from the list; 0 before. */
  dismissed_at: number;
  /** Time of the reminder if the message is not answered; 0: none, or not known before it is sent. */
  remind_at: number;
  /** Days from sending until the reminder; 0 once `remind_at` is set, and if the user chose a time. */
  remind_days: number;
}

/** A user's preferences on all their devices. */
interface UserPreferencesRow {
  user_id: UserId;
  /** JSON of the contract's MailPreferences, limited to those that the user changed. */
  preferences_json: string;
}
