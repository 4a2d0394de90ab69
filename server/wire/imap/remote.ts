import type { FolderRole } from "@inlet/contract/email.ts";

export interface ImapLogin {
  host: string;
  port: number;
  /** Encryption required: implicit on 993, STARTTLS elsewhere. False: clear, for allowed private hosts only. */
  tls: boolean;
  user: string;
  pass: string;
}

export interface RemoteFolder {
  /** The key: exactly what select() and the others take. */
  path: string;
  /** For people: the last part of the path. */
  name: string;
  delimiter: string;
  role: FolderRole;
  isSelectable: boolean;
}

export interface Selected {
  path: string;
  exists: number;
  uidValidity: number;
  uidNext: number;
  /** MODSEQ is 63 bits wide, hence text; "" without CONDSTORE. */
  highestModseq: string;
}

export interface FolderStatus {
  messages: number;
  uidNext: number;
  uidValidity: number;
  unseen: number;
  highestModseq: string;
}

/** What a message is known by before its source is read. */
export interface Scanned {
  uid: number;
  flags: string[];
  /** Milliseconds since 1970. */
  internalDate: number;
  sizeBytes: number;
  /** "" without CONDSTORE. */
  modseq: string;
}

export type ScanRange = { fromUid: number } | { lastMessages: number } | { changedSince: string };

export type Fetched = Scanned & { source: Buffer };

/** A message too large to be fetched whole: its header, its structure and its text parts as they stand there. */
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
  /** As transferred, before decoding. */
  sizeBytes: number;
  contentId: string;
  disposition: string;
  filename: string;
  /** Still transfer-encoded; null for anything but text that is short enough. */
  content: Buffer | null;
}

export type MailboxEvent = { kind: "exists" | "expunge" | "flags" };
