import type { FolderRole } from "@inlet/contract/email.ts";
import type { AccountId, FolderId, UserId } from "@inlet/contract/ids.ts";
import { sql } from "kysely";
import type { Reader } from "./database.ts";
import type { FolderRow } from "./tables.ts";

/** The user's folders, of one account or of all, by path. */
export async function foldersOf(
  reader: Reader,
  userId: UserId,
  accountId?: AccountId,
): Promise<FolderRow[]> {
  return reader
    .selectFrom("folders")
    .selectAll()
    .where("user_id", "=", userId)
    .where((row) => (accountId === undefined ? row.lit(true) : row("account_id", "=", accountId)))
    .orderBy("account_id")
    .orderBy("path")
    .execute();
}

/** One folder of the user. */
export async function getFolder(
  reader: Reader,
  userId: UserId,
  id: FolderId,
): Promise<FolderRow | undefined> {
  return reader
    .selectFrom("folders")
    .selectAll()
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** A folder by its id alone: for the engine and for commands. */
export async function folderById(reader: Reader, id: FolderId): Promise<FolderRow | undefined> {
  return reader.selectFrom("folders").selectAll().where("id", "=", id).executeTakeFirst();
}

export interface FolderCount {
  folderId: FolderId;
  accountId: AccountId;
  here: number;
  unread: number;
}

/** Messages and unread ones in each folder. */
export async function folderCounts(reader: Reader, userId: UserId): Promise<FolderCount[]> {
  const counts = (unreadOnly: boolean) =>
    reader
      .selectFrom("message_locations")
      .select(["folder_id", (row) => row.fn.countAll<number>().as("count")])
      .where("user_id", "=", userId)
      .$if(unreadOnly, (query) => query.where("is_seen", "=", sql.lit(0 as const)))
      .groupBy("folder_id")
      .execute();
  const [folders, here, unread] = await Promise.all([
    foldersOf(reader, userId),
    counts(false),
    counts(true),
  ]);
  const unreadOf = new Map(unread.map((row) => [row.folder_id, row.count]));
  const hereOf = new Map(here.map((row) => [row.folder_id, row.count]));
  return folders.map((folder) => ({
    folderId: folder.id,
    accountId: folder.account_id,
    here: hereOf.get(folder.id) ?? 0,
    unread: unreadOf.get(folder.id) ?? 0,
  }));
}

/** Unread messages by role over all accounts, a mail received in two of them counted once. Absent: none. */
export async function unreadCounts(
  reader: Reader,
  userId: UserId,
): Promise<Partial<Record<FolderRole, number>>> {
  const rows = await reader
    .selectFrom("message_locations")
    .select(["role", (row) => row.fn.countAll<number>().as("count")])
    .where("user_id", "=", userId)
    .where("is_seen", "=", sql.lit(0 as const))
    .where("is_twin", "=", sql.lit(0 as const))
    .groupBy("role")
    .execute();
  return Object.fromEntries(rows.map((row) => [row.role, row.count]));
}
