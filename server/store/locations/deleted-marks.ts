import type { FolderId, MessageId, UserId } from "@inlet/contract/ids.ts";
import { inChunks } from "#/store/engine/chunks.ts";
import { readDeparture } from "#/store/pending/queries.ts";
import type { FolderRow } from "#/store/engine/schema.ts";
import type { Writer } from "#/store/engine/writer.ts";

/* A message that its server has marked as deleted (RFC 3501, 2.3.2) is hidden, as in other mail clients: it has no location
   there. A pending operation ("left") for the location keeps it known, with its flags, until it is expunged or the mark is
   removed. */

interface MarkedPlace {
  uid: number;
  messageId: MessageId;
  /** The flags on the server. */
  flags: readonly string[];
}

/** Reports whether normalized flags contain the mark. */
export function isMarked(flags: readonly string[]): boolean {
  return flags.includes("\\Deleted");
}

/** Records messages of a folder that the server has marked as deleted and whose locations were removed. */
export async function recordMarked(
  { db, now }: Writer,
  folder: FolderRow,
  places: readonly MarkedPlace[],
): Promise<void> {
  const rows = places.map(({ uid, messageId, flags }) => ({
    user_id: folder.user_id,
    account_id: folder.account_id,
    folder_id: folder.id,
    message_id: messageId,
    uid,
    uid_validity: folder.uid_validity,
    kind: "left" as const,
    target_folder_id: "" as const,
    operation_json: JSON.stringify({ flags }),
    attempts: 0,
    run_at: now,
    created_at: now,
  }));
  for (const some of inChunks(rows, 1000)) {
    await db.insertInto("pending_operations").values(some).execute();
  }
}

/** Returns the given UIDs that are marked as deleted. */
export async function markedAmong(
  { db }: Writer,
  folder: FolderRow,
  uids: readonly number[],
): Promise<MarkedPlace[]> {
  const rows = await db
    .selectFrom("pending_operations")
    .select(["uid", "message_id", "operation_json"])
    .where("user_id", "=", folder.user_id)
    .where("folder_id", "=", folder.id)
    .where("uid", "in", uids)
    .where("kind", "=", "left")
    .execute();
  return rows.map(({ uid, message_id: messageId, operation_json: json }) => ({
    uid,
    messageId,
    flags: readDeparture(json).flags,
  }));
}

/** Deletes the records of messages that were expunged or have lost the mark. */
export async function forgetMarked(
  { db }: Writer,
  { userId, folderId, uids }: { userId: UserId; folderId: FolderId; uids: readonly number[] },
): Promise<void> {
  for (const some of inChunks(uids)) {
    await db
      .deleteFrom("pending_operations")
      .where("user_id", "=", userId)
      .where("folder_id", "=", folderId)
      .where("uid", "in", some)
      .where("kind", "=", "left")
      .execute();
  }
}
