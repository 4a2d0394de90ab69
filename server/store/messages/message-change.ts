import type { FolderId } from "@inlet/contract/ids.ts";
import type { Target } from "#/store/locations/move-targets.ts";
import type { LocationRole, MessageRow } from "#/store/engine/schema.ts";

/** A change to messages, prepared by mail/filing/filing.ts. */
export interface MessageChange {
  seen?: boolean;
  starred?: boolean;
  /** The request for a receipt was answered. */
  receiptAnswered?: boolean;
  target?: Target;
  copyTo?: FolderId;
  /** `set` replaces all labels. */
  labels?: { set: string[] } | { add: string[]; remove: string[] };
  /** "" removes the category. */
  category?: MessageRow["category"];
  priority?: MessageRow["priority"];
  /** Milliseconds since 1970; 0 returns the message to the inbox. */
  snoozeUntil?: number;
  muted?: boolean;
  /** Deletes permanently; pushed to the server not before this time. */
  deleteAt?: number;
}

/** The folders in the user's view: copies in other folders are not moved or deleted. */
export interface Scope {
  roles: LocationRole[];
  folderIds: FolderId[];
}
