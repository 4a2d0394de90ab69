import type { FolderRole } from "@inlet/contract/mail/email.ts";
import { foldersOf } from "#/store/folders/queries.ts";
import { sampleOf } from "#/store/locations/queries.ts";
import type { AccountRow, FolderRow } from "#/store/engine/schema.ts";
import type { ImapConnection } from "#/wire/imap/connection.ts";
import type { FolderStatus, SurveyedFolder } from "#/wire/imap/remote.ts";
import { WireError } from "#/wire/imap/wire-error.ts";
import type { SyncContext } from "./context.ts";

/** A folder to sync; `status` is null if the server reports it only folder by folder. */
export interface WatchedFolder {
  folder: FolderRow;
  status: FolderStatus | null;
}

/** Number of messages by which a renamed folder is recognized. */
const sampleMessages = 20;

/**
 * Updates the list of folders and returns those that are synced. Writes only differences. A folder renamed by another client
 * keeps its messages. An unlisted folder is deleted only if the server reports, for its name, that it does not exist.
 */
export async function surveyAccount(
  sync: Pick<SyncContext, "database" | "execute">,
  account: AccountRow,
  connection: ImapConnection,
): Promise<WatchedFolder[]> {
  const listed = (await connection.listFolders()).filter((folder) => folder.isSelectable);
  const here = await foldersOf(sync.database.reader, account.user_id, account.id);
  // A folder that the server has yet to create is not one of its folders.
  const known = here.filter((row) => row.is_wanted === 0);
  const renamed = await findRenamed(sync, connection, { known, listed });
  const remote = [
    ...listed.map(({ path, name, role, isView }) => {
      const wasPath = renamed.get(path)?.path;
      return { path, name, role, isView, ...(wasPath === undefined ? {} : { wasPath }) };
    }),
    ...(await unlisted(connection, { known, listed, renamed })),
  ];
  const rows = isAsKnown(known, remote)
    ? known
    : await sync.execute("folders.save", {
        userId: account.user_id,
        accountId: account.id,
        folders: remote,
      });
  const statusOf = new Map(listed.map(({ path, status }) => [path, status]));
  return rows
    .filter((folder) => folder.is_excluded === 0 && folder.is_wanted === 0)
    .map((folder) => ({ folder, status: statusOf.get(folder.path) ?? null }));
}

interface Listing {
  known: readonly FolderRow[];
  listed: readonly SurveyedFolder[];
}

interface Listed {
  path: string;
  name: string;
  role: FolderRole;
  isView: boolean;
}

function isAsKnown(known: readonly FolderRow[], remote: readonly Listed[]): boolean {
  const rows = new Map(known.map((row) => [row.path, row]));
  return (
    known.length === remote.length &&
    remote.every(({ path, name, role, isView }) => {
      const row = rows.get(path);
      return row?.name === name && row.role === role && (row.is_view === 1) === isView;
    })
  );
}

/** Finds the new paths of renamed folders. */
async function findRenamed(
  sync: Pick<SyncContext, "database">,
  connection: ImapConnection,
  { known, listed }: Listing,
): Promise<Map<string, FolderRow>> {
  const renamed = new Map<string, FolderRow>();
  const paths = new Set(known.map(({ path }) => path));
  const fresh = listed.filter(({ path }) => !paths.has(path));
  const read = known.filter((row) => row.uid_validity > 0);
  if (fresh.length === 0 || read.length === 0) return renamed;
  const byPath = new Map(listed.map((folder) => [folder.path, folder]));
  const gone = new Set(read.filter((row) => !byPath.has(row.path)));
  const byValidity = Map.groupBy(read, (row) => row.uid_validity);
  const taken = new Set<FolderRow>();
  for (const folder of fresh) {
    const status = folder.status ?? (await statusOrNull(connection, folder.path));
    if (status === null) continue;
    for (const row of byValidity.get(status.uidValidity) ?? []) {
      if (taken.has(row)) continue;
      // A folder at its old path may be a new one with the name of the renamed folder.
      if (!gone.has(row) && (await isStillThere(connection, row, byPath))) continue;
      if (!(await isSameFolder(sync, connection, { row, path: folder.path, status }))) continue;
      renamed.set(folder.path, row);
      taken.add(row);
      break;
    }
  }
  return renamed;
}

async function isStillThere(
  connection: ImapConnection,
  row: FolderRow,
  listed: ReadonlyMap<string, SurveyedFolder>,
): Promise<boolean> {
  const counts = listed.get(row.path)?.status;
  const status = counts ?? (await statusOrNull(connection, row.path));
  return status?.uidValidity === row.uid_validity;
}

/** UIDVALIDITY alone does not identify a folder: some servers give folders created in the same second the same one. */
async function isSameFolder(
  { database }: Pick<SyncContext, "database">,
  connection: ImapConnection,
  { row, path, status }: { row: FolderRow; path: string; status: FolderStatus },
): Promise<boolean> {
  if (status.uidNext > 0 && status.uidNext < row.uid_next) return false;
  try {
    const selected = await connection.select(path, { readOnly: true });
    if (row.mailbox_id !== "" && selected.mailboxId !== "") {
      return row.mailbox_id === selected.mailboxId;
    }
    const sample = await sampleOf(database.reader, row.user_id, row.id, sampleMessages);
    if (sample.length === 0) return selected.exists === 0 && selected.uidNext === row.uid_next;
    const there = await connection.messageIds(sample.map(({ uid }) => uid));
    const found = sample.filter(({ uid }) => there.has(uid));
    return (
      found.length > 0 &&
      found.every(({ uid, message_id_header: header }) => there.get(uid) === header)
    );
  } catch (error) {
    if (isAboutFolder(error)) return false;
    throw error;
  }
}

/** Finds known folders that exist although the listing omitted them: a listing may fail in part. */
async function unlisted(
  connection: ImapConnection,
  { known, listed, renamed }: Listing & { renamed: ReadonlyMap<string, FolderRow> },
): Promise<Listed[]> {
  const paths = new Set(listed.map(({ path }) => path));
  const moved = new Set([...renamed.values()].map(({ id }) => id));
  const kept: Listed[] = [];
  for (const row of known) {
    if (paths.has(row.path) || moved.has(row.id)) continue;
    const { path, name, role } = row;
    const isGone = await connection.status(path).then(
      () => false,
      (error: unknown) => {
        if (!isAboutFolder(error)) throw error;
        return true;
      },
    );
    if (!isGone) kept.push({ path, name, role, isView: row.is_view === 1 });
  }
  return kept;
}

/** Returns the counts of a folder; null if the server does not report them. */
export async function statusOrNull(
  connection: ImapConnection,
  path: string,
): Promise<FolderStatus | null> {
  try {
    return await connection.status(path);
  } catch (error) {
    if (!isAboutFolder(error)) throw error;
  }
  try {
    // 163.com sometimes reports no counts, but opens the folder.
    const { exists, ...selected } = await connection.select(path, { readOnly: true });
    return { ...selected, messages: exists, unseen: 0 };
  } catch (error) {
    if (isAboutFolder(error)) return null;
    throw error;
  }
}

function isAboutFolder(error: unknown): boolean {
  return error instanceof WireError && ["folder_gone", "protocol"].includes(error.kind);
}
