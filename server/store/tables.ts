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
import type { MailProvider } from "@inlet/contract/accounts.ts";
import type { ChangeKind } from "@inlet/contract/events.ts";
import type { Category, FolderRole, Priority } from "@inlet/contract/email.ts";
import type { AccountTables } from "./account-tables.ts";
import type { AuditTables } from "./audit-tables.ts";
import type { AdminTables } from "./admin-tables.ts";
import type { AssistantTables } from "./assistant-tables.ts";
import type { FilingTables } from "./filing-tables.ts";
import type { FollowUpTables } from "./follow-up-tables.ts";
import type { EngineTables } from "./engine-tables.ts";
import type { IntegrationTables } from "./integration-tables.ts";
import type { InvitationTables } from "./invitation-tables.ts";
import type { ContactTables } from "./contact-tables.ts";
import type { ModelTables } from "./model-tables.ts";
import type { NotificationTables } from "./notification-tables.ts";
import type { QuotaTables } from "./quota-tables.ts";
import type { RuleTables } from "./rule-tables.ts";
import type { SafetyTables } from "./safety-tables.ts";
import type { SendingTables } from "./sending-tables.ts";
import type { SavedSearchTables } from "./saved-search-tables.ts";
import type { TemplateTables } from "./template-tables.ts";
import type { SortingTables } from "./sorting-tables.ts";
import type { SummaryTables } from "./summary-tables.ts";
import type { WritingTables } from "./writing-tables.ts";
import type { JobRow } from "./job-tables.ts";
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
    SortingTables,
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

/** An address that the person decided about. */
export interface SenderRow {
  user_id: UserId;
  /** Lower case. */
  address: string;
  created_at: number;
}

/** A visitor of the landing page would like to be shown the product. It belongs to no user. */
interface DemoRequestRow {
  id: string;
  name: string;
  email: string;
  starts_at: number;
  /** The time zone that the visitor reads it in, as in Europe/Berlin. */
  zone: string;
  note: string;
  created_at: number;
}

/** Mail that is brought in from a file. */
export interface ImportRow {
  id: ImportId;
  user_id: UserId;
  account_id: AccountId;
  filename: string;
  /** "" for a folder that is made. */
  folder_path: string;
  /** Name of the blob that holds the file. */
  sha256: string;
  size_bytes: number;
  state: "running" | "done" | "failed" | "cancelled";
  /** A code of the error catalogue, "" when all is well. */
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
  /** Since when an administrator keeps them out; 0: they are let in. */
  disabled_at: number;
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
  /** Encrypted (base/sealed-box.ts). */
  imap_secret: string;
  /** "" while sending is not set up. */
  smtp_host: string;
  smtp_port: number;
  smtp_tls: Bit;
  smtp_user: string;
  /** Encrypted; "" if it equals the IMAP one. */
  smtp_secret: string;
  state: "connecting" | "syncing" | "watching" | "waiting" | "failed";
  /** A code of the error catalogue, "" when all is well. */
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
  /** Provider of its OAuth tokens; "" for a password. */
  provider: MailProvider | "";
  /** The server's own certificate that is trusted for this account (DER in base64); "" for none but public ones. */
  imap_certificate: string;
  smtp_certificate: string;
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
  /** MODSEQ as text, as it has 63 bits; "" without CONDSTORE. */
  highest_modseq: string;
  /** Messages on the server when last asked; -1 before. */
  server_count: number;
  /** 1 once every message of the folder has been ingested. */
  is_complete: Bit;
  /** When every message and flag was last held against the server's. */
  last_checked_at: number;
  /** Survives a rename (RFC 8474); "" where the server gives none. */
  mailbox_id: string;
  /** 1: the person does not want it here. */
  is_excluded: Bit;
  /** 1: UIDs are not to be trusted from one session to the next. */
  is_unstable: Bit;
  /**
   * 1: shows messages of other folders, as Gmail's All Mail does; unified lists skip messages that are in another folder too.
   */
  is_view: Bit;
  /** Messages on the server that are older than the account goes back; `server_count` is without them. */
  outside_count: number;
  /** Messages that the server counted and did not hand out when the folder was last compared. */
  unreadable_count: number;
  /** Size of the messages on the server when last compared. */
  size_bytes: number;
  /** 1: the server has yet to make it, before the first message is moved there. */
  is_wanted: Bit;
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
  /** JSON array: those of all the message's locations; see refresh-messages.ts. */
  flags_json: string;
  is_seen: Bit;
  is_starred: Bit;
  has_attachments: Bit;
  /** From one of the user's own addresses. */
  is_own: Bit;
  /** Equal for the same mail received in several accounts: hash of Message-ID, Date, From, Subject and text. */
  twin_key: string;
  remote_images: number;
  /** JSON of further facts from the header (wire/mime/signs.ts). */
  signs_json: string;
  /** Parts that could not be read, in one sentence; "" if there were none. */
  notice: string;
  /** The server's own id of the message in all its folders: EMAILID (RFC 8474) or X-GM-MSGID; "" without. */
  provider_id: string;
  /** When its last location went; 0 while it has one. What stays without is swept. */
  orphaned_at: number;
  /** Until when it stays out of the inbox; 0 when it is not snoozed. */
  snoozed_until: number;
  /** The date_key of its locations since it came back from being snoozed; 0 when that is the message's own. */
  list_key: number;
  /** Its thread is muted (muted_threads). */
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
  /** The version of the reader that read it (store/older-messages.ts); an older one is read again. */
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
  /** The same for all locations of a message: its own, or its list_key. */
  date_key: number;
  flags_json: string;
  is_seen: Bit;
  is_starred: Bit;
  /** 1: a duplicate of this message is in this role already, here or in another account; unified lists skip it. */
  is_twin: Bit;
  /** As its message has them, repeated here for the lists of them. */
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
 * store/message-words.ts. PostgreSQL: one tsvector per message.
 */
interface MessageWordsRow {
  rowid: number;
  date_key: number;
  user_id: UserId;
  account_id: AccountId;
}
