import type { FolderRole } from "@inlet/contract/mail/email.ts";
import type { UidRange } from "./uid-answers.ts";

export interface ImapLogin {
  host: string;
  port: number;
  /**
   * True requires encryption: implicit on 993, STARTTLS on other ports. False is unencrypted, for allowed private hosts only.
   */
  tls: boolean;
  user: string;
  pass: string;
  /** Sent instead of the password (XOAUTH2, OAUTHBEARER). */
  accessToken?: string;
  /** The pinned certificate: the only one that the server may present (DER in base64). */
  certificate?: string;
}

export interface RemoteFolder {
  /** The key, in the form that select() and the other methods take. */
  path: string;
  /** The displayed name: the last part of the path. */
  name: string;
  delimiter: string;
  role: FolderRole;
  isSelectable: boolean;
  /** Gmail's All Mail, Starred and Important show messages of other folders. */
  isView: boolean;
}

export interface Selected {
  path: string;
  exists: number;
  uidValidity: number;
  uidNext: number;
  /** A string, because MODSEQ has 63 bits; "" without CONDSTORE. */
  highestModseq: string;
  /** An id that survives a rename (RFC 8474); "" if the server has none. */
  mailboxId: string;
  /** Changes since the given state; null if the server did not report them. */
  resync: Resync | null;
}

/** The state of a folder at which everything was stored (RFC 7162). */
export interface KnownState {
  uidValidity: number;
  modseq: string;
}

export interface Resync {
  /** May include messages that were never stored. */
  vanished: UidRange[];
  /** Includes flags of new messages. */
  changed: { uid: number; flags: string[] }[];
}

export type SurveyedFolder = RemoteFolder & {
  /** Null if the server reports it only folder by folder. */
  status: FolderStatus | null;
};

export interface FolderStatus {
  messages: number;
  uidNext: number;
  uidValidity: number;
  unseen: number;
  highestModseq: string;
}

/** Data of a message that is known before its source is read. */
export interface Scanned {
  uid: number;
  /** Includes Gmail's labels, as `label:<name>`. */
  flags: string[];
  /** Milliseconds since 1970. */
  internalDate: number;
  sizeBytes: number;
  /** "" without CONDSTORE. */
  modseq: string;
  /** The server's own id of the message in all its folders (RFC 8474, or Gmail's); "" without one. */
  providerId: string;
  /** Gmail's thread id; "" at other servers. */
  providerThreadId: string;
}

export type ScanRange = { fromUid: number } | { lastMessages: number } | { changedSince: string };

export type Fetched = Scanned & { source: Buffer };

/** A message too large to be fetched whole: its header, its structure and its undecoded text parts. */
export interface Outline extends Scanned {
  header: Buffer;
  parts: OutlinePart[];
}

export interface OutlinePart {
  part: string;
  /** Lower case, as in `text/plain`. */
  type: string;
  parameters: Record<string, string>;
  encoding: string;
  /** Size as transferred, before decoding. */
  sizeBytes: number;
  contentId: string;
  disposition: string;
  filename: string;
  /** Content in its transfer encoding; null for parts that are not text, or too long. */
  content: Buffer | null;
}

export type MailboxEvent = { kind: "exists" | "expunge" | "flags" };
