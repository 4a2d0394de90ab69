import type { FolderId, UserId } from "@inlet/contract/ids.ts";
import type { Reader } from "./database.ts";

/** How many messages of the folder are here, as the server counts them: each UID once. */
export async function countInFolder(
  reader: Reader,
  userId: UserId,
  folderId: FolderId,
): Promise<number> {
  const row = await reader
    .selectFrom("message_locations")
    .select((location) => location.fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .where("folder_id", "=", folderId)
    .executeTakeFirst();
  // PostgreSQL counts in 64 bits, which may arrive as text.
  return Number(row?.count ?? 0);
}
