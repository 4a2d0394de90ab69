import type { DraftId, FolderId, UserId } from "@inlet/contract/ids.ts";
import type { DraftRow } from "./schema.ts";
import type { Writer } from "#/store/engine/writer.ts";

interface Closing {
  userId: UserId;
  id: DraftId;
  state: Exclude<DraftRow["state"], "open">;
}

/**
 * Ends an open draft. Its row stays for a while, to inform other clients that edit it and to remove its copy from the mail
 * server. Its files stay until the cleanup, in case the user deleted it by mistake.
 */
export async function closeDraft(writer: Writer, { userId, id, state }: Closing): Promise<void> {
  const closed = await writer.db
    .updateTable("drafts")
    .set({ state, content_json: "", threading_json: "", updated_at: writer.now })
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .where("state", "=", "open")
    .returning("id")
    .executeTakeFirst();
  if (!closed) return;
  await draftJob(writer, userId, id, writer.now);
  await writer.change(userId, "draft.changed", [id]);
}

/** Queues an update of the drafts whose copies were among these messages, which left a folder. */
export async function lookAfterDrafts(
  writer: Writer,
  { userId, folderId, uids }: { userId: UserId; folderId: FolderId; uids: readonly number[] },
): Promise<void> {
  const rows = await writer.db
    .selectFrom("drafts")
    .select("id")
    .where("user_id", "=", userId)
    .where("copy_folder_id", "=", folderId)
    .where("copy_uid", ">", 0)
    .where("copy_uid", "in", uids)
    .execute();
  for (const { id } of rows) await draftJob(writer, userId, id, writer.now);
}

/** Queues the update of a draft's copy on the mail server. */
export async function draftJob(
  writer: Writer,
  userId: UserId,
  id: DraftId,
  runAt: number,
): Promise<void> {
  // The client chose the id, so drafts of several users may have the same.
  await writer.job("draft-to-server", userId, `${userId}/${id}`, runAt);
}
