import type { EmptyFolder } from "#/store/folders/progress-commands.ts";
import type { FolderRow } from "#/store/engine/schema.ts";
import type { FolderStatus } from "#/wire/imap/remote.ts";
import type { Borrow, SyncContext } from "#/mail/sync/context.ts";
import { type WatchedFolder, statusOrNull } from "#/mail/sync/survey.ts";

export interface CountedFolder {
  folder: FolderRow;
  status: FolderStatus;
}

/** Number of empty folders per transaction. */
const emptyBatchSize = 500;

/**
 * Counts all folders, to give progress a total, and returns those that the server counted. Folders that were never opened and are
 * empty are complete after that.
 */
export async function countFolders(
  { execute }: SyncContext,
  folders: readonly WatchedFolder[],
  { borrow, signal }: { borrow: Borrow; signal: AbortSignal },
): Promise<CountedFolder[]> {
  const counted: CountedFolder[] = [];
  const empty: EmptyFolder[] = [];
  for (const { folder, status: folderStatus } of folders) {
    if (signal.aborted) return [];
    const status =
      folderStatus ?? (await borrow((connection) => statusOrNull(connection, folder.path)));
    if (status === null) continue;
    if (isFreshAndEmpty(folder, status)) {
      const { uidValidity, uidNext, highestModseq } = status;
      empty.push({ folderId: folder.id, uidValidity, uidNext, highestModseq });
      const known = { uid_validity: uidValidity, uid_next: uidNext, server_count: 0 };
      counted.push({ folder: { ...folder, ...known, is_complete: 1 }, status });
    } else {
      const serverCount = Math.max(0, status.messages - folder.outside_count);
      if (serverCount !== folder.server_count) {
        await execute("folder.progress", { folderId: folder.id, serverCount });
      }
      counted.push({ folder, status });
    }
    if (empty.length === emptyBatchSize)
      await execute("folders.empty", { folders: empty.splice(0) });
  }
  if (empty.length > 0) await execute("folders.empty", { folders: empty });
  return counted;
}

/** Returns true if the folder was never opened and need not be: its status is complete information. */
function isFreshAndEmpty(folder: FolderRow, status: FolderStatus): boolean {
  const isFresh = folder.uid_validity === 0 && folder.role !== "inbox";
  return isFresh && status.messages === 0 && status.uidValidity > 0 && status.uidNext > 0;
}

/**
 * Returns true if the folder was empty before and still is: no flag can differ, and nothing can be missing. `here` is the number
 * of its messages in the store.
 */
export function isStillEmpty({ folder, status }: CountedFolder, here: number): boolean {
  if (here > 0 || status.messages > 0 || folder.outside_count > 0) return false;
  const { uidValidity, uidNext } = status;
  const isSame = folder.uid_validity === uidValidity && folder.uid_next === uidNext;
  return folder.is_complete === 1 && uidNext > 0 && isSame;
}
