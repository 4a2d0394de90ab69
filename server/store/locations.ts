import type { FolderId, MessageId, UserId } from "@inlet/contract/ids.ts";
import type { Reader } from "./database.ts";
import type { LocationRow } from "./tables.ts";

/** What the folder holds here, by uid. */
export async function uidsOf(
  reader: Reader,
  userId: UserId,
  folderId: FolderId,
): Promise<Pick<LocationRow, "uid" | "flags_json" | "message_id">[]> {
  return reader
    .selectFrom("message_locations")
    .select(["uid", "flags_json", "message_id"])
    .where("user_id", "=", userId)
    .where("folder_id", "=", folderId)
    .orderBy("uid")
    .execute();
}

/** Where a message stands on its server. */
export async function locationsOf(
  reader: Reader,
  userId: UserId,
  messageId: MessageId,
): Promise<LocationRow[]> {
  return reader
    .selectFrom("message_locations")
    .selectAll()
    .where("user_id", "=", userId)
    .where("message_id", "=", messageId)
    .orderBy("folder_id")
    .orderBy("uid")
    .execute();
}
