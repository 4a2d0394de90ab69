import type { LabelColor } from "@inlet/contract/mail/filing.ts";
import type {
  AccountId,
  FolderId,
  MessageId,
  ThreadId,
  UndoId,
  UserId,
} from "@inlet/contract/ids.ts";
import type { Generated } from "kysely";
import type { Bit } from "#/store/engine/bit.ts";

/** Tables that only filing uses. */
export interface FilingTables {
  pending_operations: PendingOperationRow;
  told_places: PushedPlaceRow;
  labels: LabelRow;
  muted_threads: MutedThreadRow;
  undo_actions: UndoActionRow;
  undo_steps: UndoStepsRow;
  bulk_changes: BulkChangeRow;
  bulk_standing: BulkSnapshotRow;
  keyed_changes: KeyedChangeRow;
}

export interface LabelRow {
  user_id: UserId;
  /** The name in lower case, because keywords are case-insensitive. */
  name_key: string;
  name: string;
  /** The spelling that mail servers use (store/labels/keywords.ts). */
  keyword: string;
  color: LabelColor;
  created_at: number;
}

interface MutedThreadRow {
  user_id: UserId;
  thread_id: ThreadId;
  muted_at: number;
}

/** A change that can be undone for a while. */
export interface UndoActionRow {
  user_id: UserId;
  id: UndoId;
  created_at: number;
  /** Number of messages undone so far, during an undo. */
  reverted: number;
  /** Time until which it can be undone beyond the usual period; 0: not beyond it. */
  kept_until: number;
  /** Start time of a running undo; 0: none is running. */
  undoing_since: number;
}

/** Steps of one of its transactions. */
interface UndoStepsRow {
  user_id: UserId;
  undo_id: UndoId;
  position: number;
  /** JSON: UndoStep[] of store/undo/steps.ts, in the order of execution. */
  steps_json: string;
  /** Number of messages in these steps. */
  messages: number;
}

/** A change to all matching messages, applied a slice at a time. */
export interface BulkChangeRow {
  user_id: UserId;
  id: string;
  undo_id: UndoId | "";
  /** JSON: Selection of store/undo/selection.ts. */
  selection_json: string;
  /** JSON: MessageChange of store/messages/message-change.ts. */
  change_json: string;
  /** Messages with this list key or a higher one are done, or arrived later. */
  before_key: number;
  created_at: number;
}

/**
 * A message in the snapshot of such a change, at a location whose UID does not show if it was there at the time of the request:
 * see `FolderThen`.
 */
interface BulkSnapshotRow {
  user_id: UserId;
  bulk_id: string;
  message_id: MessageId;
  folder_id: FolderId;
}

/** A change that was requested under a key: a repeated request does not apply it again. */
interface KeyedChangeRow {
  user_id: UserId;
  key: string;
  /** Hash of the request: another change may not use the key. */
  request_hash: string;
  /** Number of messages that the request covered. */
  count: number;
  /** True if anything differed afterwards, and can be undone. */
  is_changed: Bit;
  created_at: number;
}

export type PendingKind = "flags" | "local" | "move" | "copy" | "delete" | "left";

/** A change to push to a mail server, in the order of `id`. */
export interface PendingOperationRow {
  id: Generated<number>;
  user_id: UserId;
  account_id: AccountId;
  folder_id: FolderId;
  message_id: MessageId;
  /** Below 0 for a location that itself is still to be created; 0 while unknown, until the message is found again. */
  uid: number;
  uid_validity: number;
  /**
   * "local": never pushed, as the server does not store such a keyword; it is added to the flags that the server reports. "left":
   * the message is marked as deleted on its server, by Inlet or another client; it stays hidden until it is expunged or the mark
   * is removed.
   */
  kind: PendingKind;
  /** Target of a move or copy. */
  target_folder_id: FolderId | "";
  /** JSON, by kind: FlagsOperation, or Departure of store/pending/queries.ts. */
  operation_json: string;
  attempts: number;
  run_at: number;
  created_at: number;
}

/** A location that was just changed on its mail server; stored for an hour. */
interface PushedPlaceRow {
  user_id: UserId;
  account_id: AccountId;
  folder_id: FolderId;
  uid: number;
  told_at: number;
}
