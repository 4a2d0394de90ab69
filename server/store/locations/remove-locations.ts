import type { FolderId, MessageId, UserId } from "@inlet/contract/ids.ts";
import { lookAfterDrafts } from "#/store/drafts/close-draft.ts";
import { inChunks } from "#/store/engine/chunks.ts";
import { refreshMessages } from "#/store/messages/refresh-messages.ts";
import { settleDuplicates } from "./duplicates.ts";
import type { Writer } from "#/store/engine/writer.ts";

/**
 * Removes messages from a folder. Unknown UIDs are ignored. Pending operations of a message stay queued, and are pushed if the
 * message is found again in another folder.
 */
export async function dropLocations(
  writer: Writer,
  { userId, folderId, uids }: { userId: UserId; folderId: FolderId; uids: readonly number[] },
): Promise<void> {
  const touched: MessageId[] = [];
  const drafts: MessageId[] = [];
  for (const some of inChunks(uids)) {
    await lookAfterDrafts(writer, { userId, folderId, uids: some });
    const rows = await writer.db
      .deleteFrom("message_locations")
      .where("user_id", "=", userId)
      .where("folder_id", "=", folderId)
      .where("uid", "in", some)
      .returning(["message_id", "role"])
      .execute();
    touched.push(...rows.map((row) => row.message_id));
    for (const row of rows) if (row.role === "drafts") drafts.push(row.message_id);
  }
  await refreshPlaces(writer, userId, touched);
  await writer.change(userId, "draft.changed", drafts);
}

/**
 * Refreshes messages after some of their locations were removed: their state in unified lists, and the notifications to open
 * tabs.
 */
export async function refreshPlaces(
  writer: Writer,
  userId: UserId,
  touched: readonly MessageId[],
): Promise<void> {
  if (touched.length === 0) return;
  const { gone, changed } = await refreshMessages(writer, userId, touched);
  const settled = await settleDuplicates(writer, userId, touched);
  await writer.change(userId, "message.gone", gone);
  await writer.change(userId, "message.changed", [...new Set([...changed, ...settled])]);
}
