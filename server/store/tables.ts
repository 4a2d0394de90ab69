import type {
  AccountId,
  AttachmentId,
  FolderId,
  MessageId,
  OutboxId,
  ThreadId,
  UploadId,
  UserId,
} from "@inlet/contract/ids.ts";
import type { ChangeKind } from "@inlet/contract/events.ts";
import type { FolderRole } from "@inlet/contract/email.ts";
import type { OutboxState } from "@inlet/contract/send.ts";
import type { Generated } from "kysely";

/**
 * The tables as both engines hold them. Times are milliseconds since 1970; truth values are 0 and 1; lists are JSON
 * text; every column is NOT NULL with a default, and `user_id` leads every key of a user's data.
 */
export interface Tables {
  users: UserRow;
  sessions: SessionRow;
  accounts: AccountRow;
  folders: FolderRow;
  messages: MessageRow;
  message_locations: LocationRow;
  bodies: BodyRow;
  attachments: AttachmentRow;
  thread_references: ThreadReferenceRow;
  outbox: OutboxRow;
  uploads: UploadRow;
  pending_operations: PendingOperationRow;
  changes: ChangeRow;
  change_counters: ChangeCounterRow;
  jobs: JobRow;
  message_words: MessageWordsRow;
}

export type Bit = 0 | 1;

export interface UserRow {
  id: UserId;
  /** Lower case. */
  email: string;
  name: string;
  /** PHC string of argon2id. */
  password_hash: string;
  role: "admin" | "user";
  created_at: number;
}

export interface SessionRow {
  id: string;
  user_id: UserId;
  /** SHA-256 of the bearer, hex. */
  token_hash: string;
  /** SHA-256 of the cookie a browser must also show; "" for a program's session. */
  cookie_hash: string;
  user_agent: string;
  created_at: number;
  last_used_at: number;
}

export interface AccountRow {
  id: AccountId;
  user_id: UserId;
  account_mail: string;
  imap_host: string;
  imap_port: number;
  imap_tls: Bit;
  imap_user: string;
  /** Sealed (base/sealed-box.ts). */
  imap_secret: string;
  /** "" while sending is not set up. */
  smtp_host: string;
  smtp_port: number;
  smtp_tls: Bit;
  smtp_user: string;
  /** Sealed; "" when it is the IMAP one. */
  smtp_secret: string;
  state: "connecting" | "syncing" | "watching" | "waiting" | "failed";
  /** A code of the error catalogue, "" when all is well. */
  error_code: string;
  last_sync_at: number;
  created_at: number;
}

export interface FolderRow {
  id: FolderId;
  user_id: UserId;
  account_id: AccountId;
  /** Exactly as the server listed it. */
  path: string;
  /** For people: decoded, the last part of the path. */
  name: string;
  role: FolderRole;
  /** 0 until first selected. */
  uid_validity: number;
  uid_next: number;
  /** MODSEQ is 63 bits wide, hence text; "" without CONDSTORE. */
  highest_modseq: string;
  /** Messages on the server when last asked; -1 before. */
  server_count: number;
  /** 1 once every message of the folder has been taken in. */
  is_complete: Bit;
  last_checked_at: number;
}

export interface MessageRow {
  id: MessageId;
  user_id: UserId;
  account_id: AccountId;
  thread_id: ThreadId;
  /** INTERNALDATE in seconds · 2^20 + sequence: unique, date-ordered, the rowid of the search index. */
  date_key: number;
  /** INTERNALDATE, clamped to the time of take-in. */
  internal_date: number;
  /** Without angle brackets; "" when the message has none. */
  message_id_header: string;
  in_reply_to: string;
  /** JSON array of ids without angle brackets. */
  references_json: string;
  /** JSON arrays of {name, address}. */
  from_json: string;
  to_json: string;
  cc_json: string;
  bcc_json: string;
  reply_to_json: string;
  subject: string;
  /** The first 200 visible characters. */
  preview: string;
  size_bytes: number;
  /** JSON array: the union over the message's locations. */
  flags_json: string;
  is_seen: Bit;
  is_starred: Bit;
  has_attachments: Bit;
  /** From one of the user's own addresses. */
  is_own: Bit;
  /** Equal for the same mail received in several accounts: hash of Message-ID, Date, From, Subject and text. */
  twin_key: string;
  remote_images: number;
  /** What could not be read, in one sentence; "" when all could. */
  notice: string;
  /** When its last location went; 0 while it has one. What stays without is swept. */
  orphaned_at: number;
}

export interface LocationRow {
  user_id: UserId;
  account_id: AccountId;
  folder_id: FolderId;
  uid: number;
  message_id: MessageId;
  /** The folder's role, repeated here so that one index answers a unified list. */
  role: FolderRole;
  date_key: number;
  flags_json: string;
  is_seen: Bit;
  is_starred: Bit;
  /** 1: the same mail stands in this role already, here or in another account; unified lists skip it. */
  is_twin: Bit;
}

export interface BodyRow {
  user_id: UserId;
  message_id: MessageId;
  text: string;
  html: string;
}

export interface AttachmentRow {
  id: AttachmentId;
  user_id: UserId;
  message_id: MessageId;
  position: number;
  /** IMAP part number (RFC 3501, 6.4.5), "" when unknown. */
  part: string;
  filename: string;
  type: string;
  size_bytes: number;
  content_id: string;
  is_inline: Bit;
  /** Name of the blob; "" while only the mail server has it. */
  sha256: string;
}

/** Which thread a Message-ID belongs to, whether or not that message has arrived. */
interface ThreadReferenceRow {
  user_id: UserId;
  reference: string;
  thread_id: ThreadId;
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
  state: OutboxState;
  /** Whether the copy in the Sent folder is still owed. */
  sent_copy: "owed" | "done" | "not_needed";
  send_at: number;
  attempts: number;
  error: string;
  created_at: number;
  updated_at: number;
}

export interface UploadRow {
  id: UploadId;
  user_id: UserId;
  filename: string;
  type: string;
  size_bytes: number;
  sha256: string;
  created_at: number;
}

/** What must still be told to a mail server. */
export interface PendingOperationRow {
  id: Generated<number>;
  user_id: UserId;
  account_id: AccountId;
  folder_id: FolderId;
  message_id: MessageId;
  uid: number;
  uid_validity: number;
  /** JSON: {kind: "flags", add: string[], remove: string[]}. */
  operation_json: string;
  attempts: number;
  run_at: number;
  created_at: number;
}

export interface ChangeRow {
  user_id: UserId;
  seq: number;
  kind: ChangeKind;
  ids_json: string;
  created_at: number;
}

interface ChangeCounterRow {
  user_id: UserId;
  seq: number;
}

export interface JobRow {
  id: string;
  kind: string;
  user_id: UserId;
  /** What it is about; a job of the same kind and subject is queued once. */
  subject_id: string;
  /** Of a held job: when to run again, `notAgain` unless it was asked for meanwhile. */
  run_at: number;
  attempts: number;
  /** Until when a worker holds it; 0 when free. */
  held_until: number;
  created_at: number;
}

/**
 * The search index. SQLite: an FTS5 table whose rowid is the message's date_key and whose columns are written by
 * store/message-words.ts. PostgreSQL: one tsvector per message.
 */
interface MessageWordsRow {
  rowid: number;
  date_key: number;
  user_id: UserId;
  account_id: AccountId;
}
