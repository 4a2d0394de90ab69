import type { FolderId } from "@inlet/contract/ids.ts";
import type { Target } from "./find-target.ts";
import type { LocationRole, MessageRow } from "./tables.ts";

/** What is changed of messages, made ready by mail/filing.ts. */
export interface MessageChange {
  seen?: boolean;
  starred?: boolean;
  /** The wish for a receipt was answered. */
  receiptAnswered?: boolean;
  target?: Target;
  copyTo?: FolderId;
  /** `set`: exactly these. */
  labels?: { set: string[] } | { add: string[]; remove: string[] };
  /** "" for none. */
  category?: MessageRow["category"];
  priority?: MessageRow["priority"];
  /** Milliseconds since 1970; 0: back in the inbox. */
  snoozeUntil?: number;
  muted?: boolean;
  /** For good, and told to the server not before this time. */
  deleteAt?: number;
}

/** The folders that somebody was looking at: copies elsewhere are not moved or deleted. */
export interface Scope {
  roles: LocationRole[];
  folderIds: FolderId[];
}
