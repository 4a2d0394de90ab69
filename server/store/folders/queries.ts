import { inChunks } from "#/store/engine/chunks.ts";
import type { FolderRole } from "@inlet/contract/mail/email.ts";
import type { AccountId, FolderId, UserId } from "@inlet/contract/ids.ts";
import { sql } from "kysely";
import type { Reader } from "#/store/engine/database.ts";
import type { FolderRow } from "#/store/engine/schema.ts";

/** Returns the user's folders by path, of one account or of all. */
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

/** Returns one folder of the user. */
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

/** Returns a folder by its id alone, for the engine and for commands. */
export async function folderById(reader: Reader, id: FolderId): Promise<FolderRow | undefined> {
  return reader.selectFrom("folders").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Returns the virtual folders, such as Gmail's All Mail. */
export async function viewsOf(reader: Reader, userId: UserId): Promise<Set<FolderId>> {
  const rows = await reader
    .selectFrom("folders")
    .select("id")
    .where("user_id", "=", userId)
    .where("is_view", "=", 1)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Returns the folder path of each location. */
export async function pathsOf(
  reader: Reader,
  userId: UserId,
  places: readonly { folder_id: FolderId }[],
): Promise<Map<FolderId, string>> {
  const ids = [...new Set(places.map((place) => place.folder_id))];
  const paths = new Map<FolderId, string>();
  for (const some of inChunks(ids)) {
    const rows = await reader
      .selectFrom("folders")
      .select(["id", "path"])
      .where("user_id", "=", userId)
      .where("id", "in", some)
      .execute();
    for (const { id, path } of rows) paths.set(id, path);
  }
  return paths;
}

export interface FolderCount {
  folderId: FolderId;
  accountId: AccountId;
  here: number;
  unread: number;
  /** Messages on the server that are hidden because they are marked as deleted there. */
  marked: number;
}

/** Returns the number of messages and of unread messages in each folder. */
export async function folderCounts(reader: Reader, userId: UserId): Promise<FolderCount[]> {
  const folders = await foldersOf(reader, userId);
  const counts = Map.groupBy(await countsOf(reader, userId), (row) => row.folder_id);
  const marked = await markedCounts(reader, userId);
  return folders.map((folder) => {
    const rows = counts.get(folder.id) ?? [];
    const unread = rows.filter((row) => row.is_seen === 0 && row.role !== "snoozed");
    return {
      folderId: folder.id,
      accountId: folder.account_id,
      here: sum(rows),
      unread: sum(unread),
      marked: marked.get(folder.id) ?? 0,
    };
  });
}

/**
 * Counts unread messages by role over all accounts, duplicate messages once and snoozed ones not at all. Roles without any are
 * absent.
 */
export async function unreadCounts(
  reader: Reader,
  userId: UserId,
): Promise<Partial<Record<FolderRole, number>>> {
  const rows = await countsOf(reader, userId);
  const unread = rows.filter((row) => row.is_seen === 0 && row.is_twin === 0);
  const shown = [...Map.groupBy(unread, ({ role }) => role)].filter(([role]) => role !== "snoozed");
  return Object.fromEntries(shown.map(([role, some]) => [role, sum(some)]));
}

async function markedCounts(reader: Reader, userId: UserId): Promise<Map<FolderId, number>> {
  const rows = await reader
    .selectFrom("pending_operations")
    .select(["folder_id", (row) => row.fn.countAll<number>().as("count")])
    .where("user_id", "=", userId)
    .where("kind", "=", sql.lit("left" as const))
    .groupBy("folder_id")
    .execute();
  return new Map(rows.map((row) => [row.folder_id, Number(row.count)]));
}

async function countsOf(reader: Reader, userId: UserId) {
  return reader
    .selectFrom("location_counts")
    .select(["folder_id", "role", "is_seen", "is_twin", "count"])
    .where("user_id", "=", userId)
    .execute();
}

function sum(rows: readonly { count: number }[]): number {
  return rows.reduce((total, { count }) => total + count, 0);
}
