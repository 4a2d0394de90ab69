import type {
  AccountId,
  ApiTokenId,
  DraftId,
  FolderId,
  MessageId,
  OutboxId,
  UserId,
} from "@inlet/contract/ids.ts";
import { getApproval } from "#/store/outbox/approval-queries.ts";
import type { Reader } from "#/store/engine/database.ts";
import { getDraft } from "#/store/drafts/queries.ts";
import { getFolder } from "#/store/folders/queries.ts";
import { getMessages } from "#/store/messages/queries.ts";
import { getOutbox } from "#/store/outbox/queries.ts";

/** Returns the mail account of an item; undefined if the item does not exist. */
export interface MailOwners {
  ofMessages: (
    userId: UserId,
    ids: readonly MessageId[],
  ) => Promise<ReadonlyMap<MessageId, AccountId>>;
  ofFolder: (userId: UserId, id: FolderId) => Promise<AccountId | undefined>;
  ofDraft: (userId: UserId, id: DraftId) => Promise<AccountId | undefined>;
  ofOutbox: (userId: UserId, id: OutboxId) => Promise<AccountId | undefined>;
  /** Returns the token of the API client whose message waits for approval under this id. */
  askerOf: (userId: UserId, id: OutboxId) => Promise<ApiTokenId | undefined>;
}

export function mailOwners(reader: Reader): MailOwners {
  return {
    ofMessages: async (userId, ids) =>
      new Map((await getMessages(reader, userId, ids)).map((row) => [row.id, row.account_id])),
    ofFolder: async (userId, id) => (await getFolder(reader, userId, id))?.account_id,
    ofDraft: async (userId, id) => (await getDraft(reader, userId, id))?.account_id,
    ofOutbox: async (userId, id) => (await getOutbox(reader, userId, id))?.account_id,
    askerOf: async (userId, id) => (await getApproval(reader, userId, id))?.token_id,
  };
}
