import type {
  AccountId,
  DraftId,
  FolderId,
  IdentityId,
  OutboxId,
  UploadId,
  UserId,
} from "@inlet/contract/ids.ts";
import type { Bit } from "#/store/engine/bit.ts";

/** Tables for writing messages; rules for all tables are in store/engine/schema.ts. */
export interface WritingTables {
  uploads: UploadRow;
  upload_uses: UploadUseRow;
  drafts: DraftRow;
  identities: IdentityRow;
  correspondents: CorrespondentRow;
  correspondent_words: CorrespondentWordRow;
}

export interface UploadRow {
  id: UploadId;
  user_id: UserId;
  filename: string;
  type: string;
  size_bytes: number;
  /** Name of the blob; "" while bytes are missing. */
  sha256: string;
  /** Number of bytes that were stored durably. */
  received_bytes: number;
  created_at: number;
}

/** A draft or an outgoing message that needs an upload, which therefore must not be cleaned up. */
interface UploadUseRow {
  user_id: UserId;
  owner_id: DraftId | OutboxId;
  upload_id: UploadId;
}

export interface DraftRow {
  id: DraftId;
  user_id: UserId;
  account_id: AccountId;
  /** Increases with every save. */
  revision: number;
  /** JSON: DraftContent of the contract; "" once the draft is closed. */
  content_json: string;
  /** JSON: {inReplyTo, references} of a draft that another client began; "" otherwise. */
  threading_json: string;
  /** `sent`, `removed` here, or `elsewhere`: another client deleted the copy or edited it. */
  state: "open" | "sent" | "removed" | "elsewhere";
  /** Message-ID of every copy on the mail server. */
  message_id_header: string;
  /** The draft's revision in that copy. */
  put_revision: number;
  copy_account_id: AccountId | "";
  copy_folder_id: FolderId | "";
  /** 0 without a copy. */
  copy_uid: number;
  copy_uid_validity: number;
  /** The copy's own Message-ID. */
  copy_message_id: string;
  /** SHA-256 of the source that is being uploaded, or was last: a copy with another hash is not ours. */
  copy_hash: string;
  /** JSON: DraftLeftover[], the older copies that this one replaces and that are to be deleted. */
  copy_leftovers_json: string;
  created_at: number;
  updated_at: number;
}

/** A copy that was replaced by a newer one. */
export interface DraftLeftover {
  /** "" for a copy that was just created there. */
  folderId: FolderId | "";
  uidValidity: number;
  uid: number;
  /** "" if the copy has none. */
  messageId: string;
}

export interface IdentityRow {
  /** For the account's own address: the account's id. That identity has a row only once it was changed. */
  id: IdentityId;
  user_id: UserId;
  account_id: AccountId;
  name: string;
  address: string;
  signature: string;
  is_default: Bit;
  created_at: number;
}

/** Number of messages that an account sent to an address and received from it. */
interface CorrespondentRow {
  user_id: UserId;
  account_id: AccountId;
  /** Lower case. */
  address: string;
  /** The name last seen. */
  name: string;
  /** Name and address folded for completion, each part with a space before it. */
  words: string;
  sent: number;
  last_sent_at: number;
  received: number;
  last_received_at: number;
}

/** A prefix by which a correspondent may be found; `words` of its row decides. */
interface CorrespondentWordRow {
  user_id: UserId;
  word: string;
  address: string;
  account_id: AccountId;
}
