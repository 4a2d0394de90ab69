import type { Backup } from "@inlet/contract/admin-backups.ts";
import { Failure } from "#/base/fail.ts";
import type { Log } from "#/base/log.ts";
import {
  backUp,
  type BackupSource,
  listBackups,
  type Backup as StoredBackup,
} from "#/store/backup/back-up.ts";
import type { LastTry } from "#/store/backup/last-try.ts";
import { BackupRefused, withoutFiles } from "#/store/backup/manifest.ts";
import type { Door } from "#/store/door.ts";

/** The backups that there are, and the way to one more. */
export function createBackups(source: BackupSource, { door, log }: { door: Door; log: Log }) {
  let isMaking = false;

  /** Fails with backup.failed; why stands with the list. */
  async function made(): Promise<Backup> {
    try {
      const backup = shown(await backUp(source, "manual"));
      await door("audit.note", { kind: "admin.backup_made", userId: "", after: backup.name });
      return backup;
    } catch (cause) {
      if (!(cause instanceof BackupRefused)) throw cause;
      log.error({ err: cause }, "a backup was not made");
      throw new Failure("backup.failed", { cause });
    }
  }
  return {
    list: async () => {
      const folder = source.dir;
      try {
        const { backups, lastTry } = await listBackups(folder);
        const problem = lastTry ? problemOf(lastTry) : "";
        return { backups: backups.map(shown), folder, problem };
      } catch (error) {
        if (!(error instanceof BackupRefused)) throw error;
        return { backups: [], folder, problem: error.message };
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

function problemOf({ error, missing }: LastTry): string {
  return error || withoutFiles(missing);
}

function shown({ file, kind, madeAt, sizeBytes }: StoredBackup): Backup {
  // Its name knows the second.
  const at = new Date(Math.floor(madeAt / 1000) * 1000).toISOString();
  return { name: file, kind, at, bytes: sizeBytes };
}
