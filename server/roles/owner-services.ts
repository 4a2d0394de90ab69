import type { Services } from "#/http/services.ts";
import { getApproval } from "#/store/approvals.ts";
import type { Reader } from "#/store/database.ts";
import { getDraft } from "#/store/drafts.ts";
import { getFolder } from "#/store/folders.ts";
import { getMessages } from "#/store/messages.ts";
import { getOutbox } from "#/store/outbox.ts";

/** To which mail account a person's things belong. */
export function ownerServices(reader: Reader): Services["owners"] {
  return {
    ofMessages: async (userId, ids) =>
      new Map((await getMessages(reader, userId, ids)).map((row) => [row.id, row.account_id])),
    ofFolder: async (userId, id) => (await getFolder(reader, userId, id))?.account_id,
    ofDraft: async (userId, id) => (await getDraft(reader, userId, id))?.account_id,
    ofOutbox: async (userId, id) => (await getOutbox(reader, userId, id))?.account_id,
    askerOf: async (userId, id) => (await getApproval(reader, userId, id))?.token_id,
  };
}
