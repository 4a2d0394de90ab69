import type { AccountId, FolderId, UserId } from "@inlet/contract/ids.ts";
import { sql } from "kysely";
import type { Reader } from "#/store/engine/database.ts";
import { leavingFolder } from "#/store/locations/queries.ts";
import { departures } from "#/store/pending/queries.ts";

/** Counts the messages of the folder in the server's terms: each UID once, including those with a pending departure. */
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
    .where("uid", ">", 0)
    .executeTakeFirst();
  const leaving = await leavingFolder(reader, userId, folderId);
  // PostgreSQL counts in 64 bits, which may arrive as text.
  return Number(row?.count ?? 0) + leaving.length;
}

/**
 * Like `countInFolder` for all folders of an account, from the stored counts (`location_counts`), in one query regardless of the
 * size of the mailbox. A folder without messages is absent.
 */
export async function countInFolders(
  reader: Reader,
  userId: UserId,
  accountId: AccountId,
): Promise<Map<FolderId, number>> {
  const folders = reader
    .selectFrom("folders")
    .select("id")
    .where("user_id", "=", userId)
    .where("account_id", "=", accountId);
  const rows = await reader
    .selectFrom("location_counts")
    .select(["folder_id", (row) => row.fn.sum<number>("count").as("count")])
    .where("user_id", "=", userId)
    .where("folder_id", "in", folders)
    .groupBy("folder_id")
    .unionAll(
      // Messages that are not on the server yet.
      reader
        .selectFrom("message_locations")
        .select(["folder_id", sql<number>`-count(*)`.as("count")])
        .where("user_id", "=", userId)
        .where("folder_id", "in", folders)
        .where("uid", "<=", 0)
        .groupBy("folder_id"),
    )
    .unionAll(
      reader
        .selectFrom("pending_operations")
        .select(["folder_id", (row) => row.fn.countAll<number>().as("count")])
        .where("user_id", "=", userId)
        .where("folder_id", "in", folders)
        .where("uid", ">", 0)
        .where("kind", "in", departures)
        .groupBy("folder_id"),
    )
    .execute();
  const counts = new Map<FolderId, number>();
  for (const { folder_id: id, count } of rows)
    counts.set(id, (counts.get(id) ?? 0) + Number(count));
  return counts;
}
