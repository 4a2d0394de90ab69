import type { FolderRole } from "@inlet/contract/email.ts";
import type { AccountId, FolderId, UserId } from "@inlet/contract/ids.ts";
import { dropLocations } from "../drop-locations.ts";
import { folderById } from "../folders.ts";
import { newId } from "../new-id.ts";
import { bit } from "../bit.ts";
import type { FolderRow } from "../tables.ts";
import { settleTwins } from "../twins.ts";
import type { Writer } from "../writer.ts";
import { again, type Command } from "./command.ts";

const slice = 500;

export interface ListedFolder {
  path: string;
  name: string;
  role: FolderRole;
}

/**
 * Makes the account's folders those the server listed: adds, renames, gives roles, and removes the vanished with their
 * locations. Answers all of them. An account that is gone gets none.
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

    const here = await foldersHere(writer, userId, accountId);
    const listed = new Map(folders.map((folder) => [folder.path, folder]));
    for (const gone of here.filter(({ path }) => !listed.has(path))) {
      if (!(await dropFolder(writer, gone))) return again;
    }
    const known = new Map(here.map((folder) => [folder.path, folder]));
    const changed: FolderId[] = here.filter(({ path }) => !listed.has(path)).map(({ id }) => id);
    for (const folder of listed.values()) {
      const row = known.get(folder.path);
      if (row && row.name === folder.name && row.role === folder.role) continue;
      changed.push(
        row
          ? await updateFolder(writer, row, folder)
          : await addFolder(writer, userId, accountId, folder),
      );
    }
    await writer.change(userId, "folder.changed", changed);
    return foldersHere(writer, userId, accountId);
  },
};

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

async function addFolder(
  { db, now }: Writer,
  userId: UserId,
  accountId: AccountId,
  folder: ListedFolder,
): Promise<FolderId> {
  const id = newId<FolderId>(now);
  await db
    .insertInto("folders")
    .values({
      id,
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
    })
    .execute();
  return id;
}

async function updateFolder(
  writer: Writer,
  row: FolderRow,
  folder: ListedFolder,
): Promise<FolderId> {
  const { db } = writer;
  await db
    .updateTable("folders")
    .set({ name: folder.name, role: folder.role })
    .where("user_id", "=", row.user_id)
    .where("id", "=", row.id)
    .execute();
  if (row.role !== folder.role) {
    const moved = await db
      .updateTable("message_locations")
      .set({ role: folder.role })
      .where("user_id", "=", row.user_id)
      .where("folder_id", "=", row.id)
      .returning("message_id")
      .execute();
    await settleTwins(
      writer,
      row.user_id,
      moved.map((location) => location.message_id),
    );
  }
  return row.id;
}

/** False when there is more to do than one transaction should hold. */
async function dropFolder(writer: Writer, folder: FolderRow): Promise<boolean> {
  const { db } = writer;
  if (!(await emptyFolder(writer, folder))) return false;
  for (const table of ["pending_operations"] as const) {
    await db
      .deleteFrom(table)
      .where("user_id", "=", folder.user_id)
      .where("folder_id", "=", folder.id)
      .execute();
  }
  await db
    .deleteFrom("folders")
    .where("user_id", "=", folder.user_id)
    .where("id", "=", folder.id)
    .execute();
  return true;
}

async function emptyFolder(writer: Writer, folder: FolderRow): Promise<boolean> {
  const rows = await writer.db
    .selectFrom("message_locations")
    .select("uid")
    .where("user_id", "=", folder.user_id)
    .where("folder_id", "=", folder.id)
    .limit(slice)
    .execute();
  const uids = rows.map(({ uid }) => uid);
  await dropLocations(writer, { userId: folder.user_id, folderId: folder.id, uids });
  return uids.length < slice;
}

export interface FolderProgress {
  folderId: FolderId;
  uidValidity?: number;
  uidNext?: number;
  highestModseq?: string;
  serverCount?: number;
  isComplete?: boolean;
  lastCheckedAt?: number;
}

/** How far the folder has been read. Open tabs hear of what people see: the counts. */
export const saveFolderProgress: Command<FolderProgress, void> = {
  durable: false,
  async run(writer, progress) {
    const { db } = writer;
    const row = await folderById(db, progress.folderId);
    if (!row) return;
    const next = {
      uid_validity: progress.uidValidity ?? row.uid_validity,
      uid_next: progress.uidNext ?? row.uid_next,
      highest_modseq: progress.highestModseq ?? row.highest_modseq,
      server_count: progress.serverCount ?? row.server_count,
      is_complete: progress.isComplete === undefined ? row.is_complete : bit(progress.isComplete),
      last_checked_at: progress.lastCheckedAt ?? row.last_checked_at,
    };
    await db.updateTable("folders").set(next).where("id", "=", row.id).execute();
    const isSeen = next.server_count !== row.server_count || next.is_complete !== row.is_complete;
    if (isSeen) await writer.change(row.user_id, "folder.changed", [row.id]);
  },
};

/**
 * The server numbers the folder anew (RFC 3501, 2.3.1.1): no location holds any more, and nothing queued for one may
 * run. The messages stay for a while, to be found again under their new numbers.
 */
export const newEpoch: Command<{ folderId: FolderId; uidValidity: number }, void> = {
  durable: true,
  async run(writer, { folderId, uidValidity }) {
    const { db } = writer;
    const row = await folderById(db, folderId);
    if (!row) return;
    await writer.lock(row.user_id);
    if (!(await emptyFolder(writer, row))) return again;
    await db
      .deleteFrom("pending_operations")
      .where("user_id", "=", row.user_id)
      .where("folder_id", "=", folderId)
      .execute();
    await db
      .updateTable("folders")
      .set({
        uid_validity: uidValidity,
        uid_next: 0,
        highest_modseq: "",
        is_complete: 0,
      })
      .where("id", "=", folderId)
      .execute();
    await writer.change(row.user_id, "folder.changed", [folderId]);
  },
};
