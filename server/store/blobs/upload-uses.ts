import type { DraftId, OutboxId, UploadId, UserId } from "@inlet/contract/ids.ts";
import { inChunks } from "#/store/engine/chunks.ts";
import type { Writer } from "#/store/engine/writer.ts";

/** Replaces the record of uploads that a draft or an outgoing message needs. */
export async function setUploadUses(
  { db }: Writer,
  { userId, ownerId }: { userId: UserId; ownerId: DraftId | OutboxId },
  uploadIds: readonly UploadId[],
): Promise<void> {
  await db
    .deleteFrom("upload_uses")
    .where("user_id", "=", userId)
    .where("owner_id", "=", ownerId)
    .execute();
  const rows = [...new Set(uploadIds)].map((id) => ({
    user_id: userId,
    owner_id: ownerId,
    upload_id: id,
  }));
  for (const some of inChunks(rows)) await db.insertInto("upload_uses").values(some).execute();
}
