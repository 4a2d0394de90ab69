import type { FolderRole } from "@inlet/contract/mail/email.ts";
import type { AccountId, FolderId, MessageId, UserId } from "@inlet/contract/ids.ts";
import { dropLocations, refreshPlaces } from "../locations/remove-locations.ts";
import { revertOperation } from "../locations/move-location.ts";
import { newId } from "../engine/new-id.ts";
import { bit } from "../engine/bit.ts";
import { inChunks } from "../engine/chunks.ts";
import type { FolderRow } from "../engine/schema.ts";
import { settleDuplicates } from "../locations/duplicates.ts";
import type { Writer } from "../engine/writer.ts";
import { again, type Command } from "#/store/commands/command.ts";

const slice = 500;

export interface ListedFolder {
  path: string;
  name: string;
  role: FolderRole;
  isView?: boolean;
  /** Its path before another client renamed it. */
  wasPath?: string;
}

/**
 * Matches the account's folders with the server's list: adds, renames, assigns roles, and deletes missing folders with their
 * locations. Renamed folders keep their messages. Returns all folders; none if the account was deleted. A folder that is not
 * created on the server yet stays.
 */
export const saveFolders: Command<
  { userId: UserId; accountId: AccountId; folders: ListedFolder[] },
  FolderRow[]
> = {
  durable: false,
  async run(writer, { userId, accountId, folders }) {
    const { db } = writer;
    await writer.lock(userId);
    const account = await db
      .selectFrom("accounts")
      .select("id")
      .where("user_id", "=", userId)
      .where("id", "=", accountId)
      .executeTakeFirst();
    if (!account) return [];

    await renameFolders(writer, accountId, await foldersHere(writer, userId, accountId), folders);
    const here = await foldersHere(writer, userId, accountId);
    const listed = new Map(folders.map((folder) => [folder.path, folder]));
    const gone = here.filter(({ path, is_wanted: isWanted }) => !listed.has(path) && !isWanted);
    for (const folder of gone) if (!(await dropFolder(writer, folder))) return again;
    const known = new Map(here.map((folder) => [folder.path, folder]));
    const changed: FolderId[] = gone.map(({ id }) => id);
    for (const folder of listed.values()) {
      const row = known.get(folder.path);
      if (row && !isAsListed(row, folder)) changed.push(await updateFolder(writer, row, folder));
    }
    const added = [...listed.values()].filter(({ path }) => !known.has(path));
    for (const some of inChunks(added, slice)) {
      changed.push(...(await addFolders(writer, userId, accountId, some)));
    }
    await writer.change(userId, "folder.changed", changed);
    const all = await foldersHere(writer, userId, accountId);
    return all.filter(({ is_wanted: isWanted }) => isWanted === 0);
  },
};

function isAsListed(row: FolderRow, { name, role, isView = false }: ListedFolder): boolean {
  const isSame = row.name === name && row.role === role && row.is_view === bit(isView);
  return isSame && row.is_wanted === 0;
}

/** Renames folders in two steps, because two folders may have swapped their paths. */
async function renameFolders(
  { db }: Writer,
  accountId: AccountId,
  here: readonly FolderRow[],
  folders: readonly ListedFolder[],
): Promise<void> {
  const renamed = folders.flatMap(({ path, wasPath }) => {
    if (wasPath === undefined) return [];
    const row = here.find((each) => each.path === wasPath);
    return row === undefined || path === wasPath ? [] : [{ row, path }];
  });
  const move = async (row: FolderRow, path: string) =>
    db
      .updateTable("folders")
      .set({ path })
      .where("user_id", "=", row.user_id)
      .where("account_id", "=", accountId)
      .where("id", "=", row.id)
      .execute();
  for (const { row } of renamed) await move(row, `renamed ${row.id}`);
  for (const { row, path } of renamed) await move(row, path);
}

async function foldersHere(
  writer: Writer,
  userId: UserId,
  accountId: AccountId,
): Promise<FolderRow[]> {
  return writer.db
    .selectFrom("folders")
    .selectAll()
    .where("user_id", "=", userId)
    .where("account_id", "=", accountId)
    .orderBy("path")
    .execute();
}

async function addFolders(
  { db, now }: Writer,
  userId: UserId,
  accountId: AccountId,
  folders: readonly ListedFolder[],
): Promise<FolderId[]> {
  const rows = folders.map((folder): FolderRow => ({
    id: newId<FolderId>(now),
    user_id: userId,
    account_id: accountId,
    path: folder.path,
    name: folder.name,
    role: folder.role,
    uid_validity: 0,
    uid_next: 0,
    highest_modseq: "",
    server_count: -1,
    is_complete: 0,
    last_checked_at: 0,
    mailbox_id: "",
    is_excluded: 0,
    is_unstable: 0,
    is_view: bit(folder.isView ?? false),
    outside_count: 0,
    unreadable_count: 0,
    size_bytes: 0,
    is_wanted: 0,
  }));
  await db.insertInto("folders").values(rows).execute();
  return rows.map(({ id }) => id);
}

async function updateFolder(
  writer: Writer,
  row: FolderRow,
  folder: ListedFolder,
): Promise<FolderId> {
  const { db } = writer;
  await db
    .updateTable("folders")
    .set({
      name: folder.name,
      role: folder.role,
      is_view: bit(folder.isView ?? false),
      is_wanted: 0,
    })
    .where("user_id", "=", row.user_id)
    .where("id", "=", row.id)
    .execute();
  if (row.role !== folder.role || row.is_view !== bit(folder.isView ?? false)) {
    const moved = await db
      .updateTable("message_locations")
      .set({ role: folder.role })
      .where("user_id", "=", row.user_id)
      .where("folder_id", "=", row.id)
      .where("role", "<>", "snoozed")
      .returning("message_id")
      .execute();
    await settleDuplicates(
      writer,
      row.user_id,
      moved.map((location) => location.message_id),
    );
  }
  return row.id;
}

/** Deletes a folder. Returns false if there is more to delete than one transaction should hold. */
async function dropFolder(writer: Writer, folder: FolderRow): Promise<boolean> {
  const { db } = writer;
  // Undoes the pending operations of the folder: messages that were to move into it stay in their folders, those that were to
  // leave it are deleted with it. An operation that was to follow an undone one is now an operation of this folder.
  const touched: MessageId[] = [];
  for (;;) {
    const operation = await db
      .selectFrom("pending_operations")
      .selectAll()
      .where("user_id", "=", folder.user_id)
      .where((row) =>
        row.or([row("folder_id", "=", folder.id), row("target_folder_id", "=", folder.id)]),
      )
      .orderBy("id")
      .limit(1)
      .executeTakeFirst();
    if (operation === undefined) break;
    await revertOperation(writer, operation);
    touched.push(operation.message_id);
  }
  await refreshPlaces(writer, folder.user_id, touched);
  if (!(await emptyFolder(writer, folder))) return false;
  await db
    .deleteFrom("folders")
    .where("user_id", "=", folder.user_id)
    .where("id", "=", folder.id)
    .execute();
  return true;
}

/** Removes a slice of the messages from the folder. Returns false if there are more. */
export async function emptyFolder(
  writer: Writer,
  folder: FolderRow,
  { numberedOnly = false } = {},
): Promise<boolean> {
  const rows = await writer.db
    .selectFrom("message_locations")
    .select("uid")
    .where("user_id", "=", folder.user_id)
    .where("folder_id", "=", folder.id)
    .where((row) => (numberedOnly ? row("uid", ">", 0) : row.lit(true)))
    .limit(slice)
    .execute();
  const uids = rows.map(({ uid }) => uid);
  await dropLocations(writer, { userId: folder.user_id, folderId: folder.id, uids });
  return uids.length < slice;
}
