import type { LabelColor } from "@inlet/contract/filing.ts";
import type {
  AccountId,
  FolderId,
  MessageId,
  ThreadId,
  UndoId,
  UserId,
} from "@inlet/contract/ids.ts";
import type { Generated } from "kysely";
import type { Bit } from "./bit.ts";

/** Of the tables those that only filing needs. */
export interface FilingTables {
  pending_operations: PendingOperationRow;
  told_places: ToldPlaceRow;
  labels: LabelRow;
  muted_threads: MutedThreadRow;
  undo_actions: UndoActionRow;
  undo_steps: UndoStepsRow;
  bulk_changes: BulkChangeRow;
  bulk_standing: BulkStandingRow;
  keyed_changes: KeyedChangeRow;
}

export interface LabelRow {
  user_id: UserId;
  /** The name in lower case: the case of a keyword means nothing. */
  name_key: string;
  name: string;
  /** As mail servers spell it (store/label-keyword.ts). */
  keyword: string;
  color: LabelColor;
  created_at: number;
}

interface MutedThreadRow {
  user_id: UserId;
  thread_id: ThreadId;
  muted_at: number;
}

/** A change that can be taken back for a while. */
export interface UndoActionRow {
  user_id: UserId;
  id: UndoId;
  created_at: number;
  /** Messages taken back so far, while that is going on. */
  reverted: number;
  /** Until when it can be taken back beyond the usual time; 0: it cannot. */
  kept_until: number;
  /** Since when it is being taken back, to its end; 0: it is not. */
  undoing_since: number;
}

/** What one transaction of it changed. */
interface UndoStepsRow {
  user_id: UserId;
  undo_id: UndoId;
  position: number;
  /** JSON: UndoStep[] of store/undo-step.ts, in the order in which it was done. */
  steps_json: string;
  /** How many messages they are about. */
  messages: number;
}

/** A change to all messages that match, a slice at a time. */
export interface BulkChangeRow {
  user_id: UserId;
  id: string;
  undo_id: UndoId | "";
  /** JSON: Selection of store/selection.ts. */
  selection_json: string;
  /** JSON: MessageChange of store/message-change.ts. */
  change_json: string;
  /** Messages from this list key on are done, or came later. */
  before_key: number;
  created_at: number;
}

/** Who stood at a place of which no UID tells when such a change was asked for: see store/standing.ts. */
interface BulkStandingRow {
  user_id: UserId;
  bulk_id: string;
  message_id: MessageId;
  folder_id: FolderId;
}

/** A change that was asked for under a key, so that asking again does not make it again. */
interface KeyedChangeRow {
  user_id: UserId;
  key: string;
  /** Of what was asked for: another change may not use the key. */
  request_hash: string;
  /** Messages that it was about. */
  count: number;
  /** Whether anything was different afterwards, and can be taken back. */
  is_changed: Bit;
  created_at: number;
}

export type PendingKind = "flags" | "local" | "move" | "copy" | "delete" | "left";

/** What must still be told to a mail server, in this order. */
export interface PendingOperationRow {
  id: Generated<number>;
  user_id: UserId;
  account_id: AccountId;
  folder_id: FolderId;
  message_id: MessageId;
  /** Below 0: of a location that is itself still to be made; 0: unknown until the message is found again. */
  uid: number;
  uid_validity: number;
  /**
   * "local": never told, for the server does not keep such a keyword; it is put on top of what the server says. "left":
   * the message is marked as deleted on its server, by whomever; it stays out of sight until somebody expunges it or
   * takes the mark off.
   */
  kind: PendingKind;
  /** Of a move or copy. */
  target_folder_id: FolderId | "";
  /** JSON, by kind: FlagsOperation, or Departure of store/operations.ts. */
  operation_json: string;
  attempts: number;
  run_at: number;
  created_at: number;
}

/** A message about which its mail server was told something; kept for an hour. */
interface ToldPlaceRow {
  user_id: UserId;
  account_id: AccountId;
  folder_id: FolderId;
  uid: number;
  told_at: number;
}
