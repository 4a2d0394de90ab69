import type { Backup } from "@inlet/contract/admin/admin-backups.ts";
import { Failure } from "#/base/failure.ts";
import type { Log } from "#/base/log.ts";
import {
  backUp,
  type BackupSource,
  listBackups,
  type Backup as StoredBackup,
} from "#/store/backup/create-backup.ts";
import {
  type RemoteBackup,
  backupsOfOtherProcesses,
  recordBackups,
} from "#/store/backup/record-backups.ts";
import type { Database } from "#/store/engine/database.ts";
import type { LastTry } from "#/store/backup/last-attempt.ts";
import { BackupRefused, withoutFiles } from "#/store/backup/manifest.ts";
import type { Execute } from "#/store/commands/command-bus.ts";

export type Backups = ReturnType<typeof createBackups>;

/** Lists the backups of this installation and creates new ones. */
export function createBackups(
  source: BackupSource,
  { database, execute, log }: { database: Pick<Database, "reader">; execute: Execute; log: Log },
) {
  let isMaking = false;

  /** Fails with backup.failed; the list of backups holds the reason. */
  async function made(): Promise<Backup> {
    try {
      const backup = shown(await backUp(source, "manual"));
      await recordBackups({ execute, log }, source.dir);
      await execute("audit.note", { kind: "admin.backup_made", userId: "", after: backup.name });
      return backup;
    } catch (cause) {
      if (!(cause instanceof BackupRefused)) throw cause;
      log.error({ err: cause }, "backup failed");
      throw new Failure("backup.failed", { cause });
    }
  }
  return {
    list: async () => {
      const folder = source.dir;
      const otherPlace = await backupsOfOtherProcesses(database.reader, folder);
      try {
        const { backups, lastTry } = await listBackups(folder);
        const problem = lastTry ? problemOf(lastTry) : "";
        return { backups: together(backups, otherPlace), folder, problem };
      } catch (error) {
        if (!(error instanceof BackupRefused)) throw error;
        return { backups: together([], otherPlace), folder, problem: error.message };
      }
    },
    async make(): Promise<Backup> {
      if (isMaking) throw new Failure("backup.running");
      isMaking = true;
      return made().finally(() => {
        isMaking = false;
      });
    },
  };
}

/** Merges the lists, newest first. A folder that several processes share holds one file for all of them. */
function together(here: readonly StoredBackup[], otherPlace: readonly RemoteBackup[]): Backup[] {
  const files = new Set(here.map(({ file }) => file));
  const others = otherPlace
    .filter(({ file }) => !files.has(file))
    .map(({ host, folder, ...one }) => ({ ...shown(one), elsewhere: { host, folder } }));
  return [...here.map(shown), ...others].toSorted(
    (one, other) => Date.parse(other.at) - Date.parse(one.at),
  );
}

function problemOf({ error, missing }: LastTry): string {
  return error || withoutFiles(missing);
}

function shown({ file, kind, madeAt, sizeBytes }: StoredBackup): Backup {
  // The file name has a resolution of one second.
  const at = new Date(Math.floor(madeAt / 1000) * 1000).toISOString();
  return { name: file, kind, at, bytes: sizeBytes };
}
