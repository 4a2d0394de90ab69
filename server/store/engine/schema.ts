import type { ErrorCode } from "@inlet/contract/errors.ts";
import type {
  AccountId,
  AttachmentId,
  FolderId,
  ImportId,
  MessageId,
  ThreadId,
  UserId,
} from "@inlet/contract/ids.ts";
import type { AccountColor, MailProvider } from "@inlet/contract/mail/accounts.ts";
import type { ChangeKind } from "@inlet/contract/events.ts";
import type { Category, FolderRole, Priority } from "@inlet/contract/mail/email.ts";
import type { AccountTables } from "#/store/accounts/schema.ts";
import type { AuditTables } from "#/store/audit/schema.ts";
import type { AdminTables } from "#/store/administration/schema.ts";
import type { AssistantTables } from "#/store/ai/assistant-schema.ts";
import type { FilingTables } from "#/store/messages/filing-schema.ts";
import type { FollowUpTables } from "#/store/follow-ups/schema.ts";
import type { EngineTables } from "#/store/leases/schema.ts";
import type { IntegrationTables } from "#/store/integrations/schema.ts";
import type { InvitationTables } from "#/store/calendar/schema.ts";
import type { ContactTables } from "#/store/contacts/schema.ts";
import type { ModelTables } from "#/store/ai/model-schema.ts";
import type { NotificationTables } from "#/store/notifications/schema.ts";
import type { QuotaTables } from "#/store/users/quota-schema.ts";
import type { RuleTables } from "#/store/rules/schema.ts";
import type { SafetyTables } from "#/store/auth/schema.ts";
import type { SendingTables } from "#/store/outbox/schema.ts";
import type { SavedSearchTables } from "#/store/search/schema.ts";
import type { TemplateTables } from "#/store/drafts/template-schema.ts";
import type { ClassificationTables } from "#/store/classification/schema.ts";
import type { SummaryTables } from "#/store/ai/summary-schema.ts";
import type { WritingTables } from "#/store/drafts/schema.ts";
import type { JobRow } from "#/store/jobs/schema.ts";
import type { Bit } from "./bit.ts";

/**
 * The tables as both engines hold them. Times are milliseconds since 1970; truth values are 0 and 1; lists are JSON
 * text; every column is NOT NULL with a default, and `user_id` leads every key of a user's data.
 */
export interface Tables
  extends
    AccountTables,
    AdminTables,
    AssistantTables,
    AuditTables,
    ContactTables,
    FilingTables,
    FollowUpTables,
    EngineTables,
    IntegrationTables,
    InvitationTables,
    ModelTables,
    NotificationTables,
    QuotaTables,
    RuleTables,
    SafetyTables,
    SavedSearchTables,
    SendingTables,
    ClassificationTables,
    SummaryTables,
    TemplateTables,
    WritingTables {
  users: UserRow;
  sessions: SessionRow;
  accounts: AccountRow;
  folders: FolderRow;
  messages: MessageRow;
  message_locations: LocationRow;
  location_counts: LocationCountRow;
  bodies: BodyRow;
  attachments: AttachmentRow;
  thread_references: ThreadReferenceRow;
  imports: ImportRow;
  demo_requests: DemoRequestRow;
  blocked_senders: SenderRow;
  trusted_senders: SenderRow;
  changes: ChangeRow;
  change_counters: ChangeCounterRow;
  jobs: JobRow;
  message_words: MessageWordsRow;
  search_marks: SearchMarkRow;
}

/** An address with a decision of the user. */
export interface SenderRow {
  user_id: UserId;
  /** Lower case. */
  address: string;
  created_at: number;
}

/** A visitor's request for a demo from the landing page. It belongs to no user. */
interface DemoRequestRow {
  id: string;
  name: string;
  email: string;
  starts_at: number;
  /** The visitor's time zone, as in Europe/Berlin. */
  zone: string;
  note: string;
  created_at: number;
}

/** An import of messages from a file. */
export interface ImportRow {
  id: ImportId;
  user_id: UserId;
  account_id: AccountId;
  filename: string;
  /** "" for a folder that the import creates. */
  folder_path: string;
  /** Name of the blob that holds the file. */
  sha256: string;
  size_bytes: number;
  state: "running" | "done" | "failed" | "cancelled";
  /** A code of the error catalog; "" without an error. */
  error_code: ErrorCode | "";
  /** Number of the file's messages that were processed. */
  position: number;
  imported: number;
  skipped: number;
  refused: number;
  created_at: number;
}

/** The role under which lists find a message: its folder's role, unless it is snoozed and only in the list of snoozed ones. */
export type LocationRole = FolderRole | "snoozed";

export interface UserRow {
  id: UserId;
  /** Lower case. */
  email: string;
  name: string;
  /** PHC string of argon2id. */
  password_hash: string;
  role: "admin" | "user";
  created_at: number;
  password_changed_at: number;
  /** Text of the user about themselves. */
  bio: string;
  /** Changes with each picture; "" without one. */
  avatar_version: string;
  /** Time at which an administrator disabled the user; 0 if enabled. */
  disabled_at: number;
}

export interface SessionRow {
  id: string;
  user_id: UserId;
  /** SHA-256 of the bearer, hex. */
  token_hash: string;
  /** SHA-256 of the cookie that a browser must also send; "" for a session of another client. */
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
  /** Encrypted (base/secret-box.ts). */
  imap_secret: string;
  /** "" while sending is not set up. */
  smtp_host: string;
  smtp_port: number;
  smtp_tls: Bit;
  smtp_user: string;
  /** Encrypted; "" if it equals the IMAP one. */
  smtp_secret: string;
  state: "connecting" | "syncing" | "watching" | "waiting" | "failed";
  /** A code of the error catalog; "" without an error. */
  error_code: string;
  /**
   * Time at which `state` became `waiting` or `failed`, or the server stopped responding after another failure, in milliseconds
   * since 1970; 0 in other states.
   */
  trouble_since: number;
  last_sync_at: number;
  created_at: number;
  /** The user's name for it; "" for its address. */
  name: string;
  /** "" until the user chooses one. */
  color: AccountColor | "";
  /** Provider of its OAuth tokens; "" for a password. */
  provider: MailProvider | "";
  /** Certificate of the server that this account trusts (DER in base64); "" to trust only public ones. */
  imap_certificate: string;
  smtp_certificate: string;
}

export interface FolderRow {
  id: FolderId;
  user_id: UserId;
  account_id: AccountId;
  /** The path exactly as the server listed it. */
  path: string;
  /** Display name: the last part of the path, decoded. */
  name: string;
  role: FolderRole;
  /** 0 until the folder is first selected. */
  uid_validity: number;
  uid_next: number;
  /** MODSEQ as text, as it has 63 bits; "" without CONDSTORE. */
  highest_modseq: string;
  /** Number of messages on the server when last checked; -1 before. */
  server_count: number;
  /** 1 once every message of the folder has been ingested. */
  is_complete: Bit;
  /** Time of the last comparison of all messages and flags with the server. */
  last_checked_at: number;
  /** Mailbox id, which survives a rename (RFC 8474); "" if the server has none. */
  mailbox_id: string;
  /** 1 if the user does not want the folder here. */
  is_excluded: Bit;
  /** 1 if UIDs may change from one session to the next. */
  is_unstable: Bit;
  /**
   * 1: shows messages of other folders, as Gmail's All Mail does; unified lists skip messages that are in another folder too.
   */
  is_view: Bit;
  /** Number of messages on the server that are too old for the account's sync period; `server_count` excludes them. */
  outside_count: number;
  /** Number of messages that the server counted but did not return when the folder was last compared. */
  unreadable_count: number;
  /** Size of the messages on the server when last compared, in bytes. */
  size_bytes: number;
  /** 1 if the server must still create it, before the first message is moved there. */
  is_wanted: Bit;
}

export interface MessageRow {
  id: MessageId;
  user_id: UserId;
  account_id: AccountId;
  thread_id: ThreadId;
  /** INTERNALDATE in seconds · 2^20 + sequence: unique, date-ordered, the rowid of the search index. */
  date_key: number;
  /** INTERNALDATE, clamped to the time of ingest. */
  internal_date: number;
  /** Without angle brackets; "" if the message has none. */
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
  /** JSON array of the flags of all the message's locations; see store/messages/refresh-messages.ts. */
  flags_json: string;
  is_seen: Bit;
  is_starred: Bit;
  has_attachments: Bit;
  /** 1 if sent from one of the user's own addresses. */
  is_own: Bit;
  /** Equal for the same message received in several accounts: hash of Message-ID, Date, From, Subject and text. */
  twin_key: string;
  remote_images: number;
  /** JSON of further facts from the header (wire/mime/signs.ts). */
  signs_json: string;
  /** Parts that could not be read, in one sentence; "" if there were none. */
  notice: string;
  /** The server's id of the message in all its folders: EMAILID (RFC 8474) or X-GM-MSGID; "" without one. */
  provider_id: string;
  /** Time at which its last location was removed; 0 while it has one. Messages that stay without a location are swept. */
  orphaned_at: number;
  /** Time until which it is hidden from the inbox; 0 if not snoozed. */
  snoozed_until: number;
  /** The date_key of its locations since it returned from being snoozed; 0 if that is the message's own. */
  list_key: number;
  /** 1 if its thread is muted (muted_threads). */
  is_muted: Bit;
  /** "" for none. */
  category: Category | "";
  /** 1: chosen by the user; later classifications do not change it. */
  category_chosen: Bit;
  priority: Priority | "";
  priority_chosen: Bit;
  /** Summary in one line; "" before it is made, and if the preview is enough. */
  summary: string;
  /** Version of the engine that made the summary; 0 without one. */
  summary_version: number;
  /** Version of search/marks.ts that made its marks; 0 for a message that waits for marks. */
  marks_version: number;
  /** Version of the reader that read it (store/messages/outdated-messages.ts); messages of an older version are read again. */
  read_version: number;
}

export interface LocationRow {
  user_id: UserId;
  account_id: AccountId;
  folder_id: FolderId;
  /** Below 0: the message is to arrive here by the pending operation of that number, and has no UID on the server yet. */
  uid: number;
  message_id: MessageId;
  /** The folder's role, repeated here to answer a unified list from one index. */
  role: LocationRole;
  /** The same for all locations of a message: its date_key, or its list_key. */
  date_key: number;
  flags_json: string;
  is_seen: Bit;
  is_starred: Bit;
  /** 1: a duplicate of this message is in this role already, here or in another account; unified lists skip it. */
  is_twin: Bit;
  /** Repeated from the message, for queries of lists. */
  has_attachments: Bit;
  category: Category | "";
  priority: Priority | "";
}

/** Number of equal locations; no row for 0. Maintained by triggers of the database; nothing else may write it. */
interface LocationCountRow extends Pick<
  LocationRow,
  "user_id" | "folder_id" | "role" | "is_seen" | "is_twin"
> {
  count: number;
}

export interface BodyRow {
  user_id: UserId;
  message_id: MessageId;
  text: string;
  html: string;
  /** Text of its attachments: searches for their words find it. */
  attached: string;
}

export interface AttachmentRow {
  id: AttachmentId;
  user_id: UserId;
  message_id: MessageId;
  position: number;
  /** IMAP part number (RFC 3501, 6.4.5); "" if unknown. */
  part: string;
  filename: string;
  type: string;
  size_bytes: number;
  content_id: string;
  is_inline: Bit;
  /** Name of the blob; "" while only the mail server has it. */
  sha256: string;
}

/** The thread of a Message-ID, whether or not that message has arrived. */
interface ThreadReferenceRow {
  user_id: UserId;
  reference: string;
  thread_id: ThreadId;
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

/** Search terms of a message besides its words: see search/marks.ts. */
interface SearchMarkRow {
  user_id: UserId;
  mark: string;
  date_key: number;
}

/**
 * The search index. SQLite: an FTS5 table whose rowid is the message's date_key and whose columns are written by
 * store/search/index-words.ts. PostgreSQL: one tsvector per message.
 */
interface MessageWordsRow {
  rowid: number;
  date_key: number;
  user_id: UserId;
  account_id: AccountId;
}
