import { foldersOf } from "#/store/folders.ts";
import type { AccountRow, FolderRow } from "#/store/tables.ts";
import type { ImapConnection } from "#/wire/imap/connection.ts";
import type { SyncContext } from "./context.ts";

/** Brings the list of folders up to date and answers those that hold messages. Writes only what differs. */
export async function saveFolders(
  { database, door }: SyncContext,
  account: AccountRow,
  connection: ImapConnection,
): Promise<FolderRow[]> {
  const listed = (await connection.listFolders()).filter((folder) => folder.isSelectable);
  const remote = listed.map(({ path, name, role }) => ({ path, name, role }));
  const known = await foldersOf(database.reader, account.user_id, account.id);
  const isSame =
    known.length === remote.length &&
    remote.every((folder) =>
      known.some(
        (row) => row.path === folder.path && row.name === folder.name && row.role === folder.role,
      ),
    );
  if (isSame) return known;
  return door("folders.save", { userId: account.user_id, accountId: account.id, folders: remote });
}
