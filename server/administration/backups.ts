import type { Backup } from "@inlet/contract/admin-backups.ts";
import { Failure } from "#/base/fail.ts";
import type { Log } from "#/base/log.ts";
import { backUp, type BackupSource, listBackups } from "#/store/backup/back-up.ts";
import { BackupRefused } from "#/store/backup/manifest.ts";
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
      const { backups, lastTry } = await listBackups(source.dir);
      const problem = lastTry?.error ?? "";
      return { backups: backups.map(shown), folder: source.dir, problem };
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

function shown({ file, kind, madeAt, sizeBytes }: Awaited<ReturnType<typeof backUp>>): Backup {
  // Its name knows the second.
  const at = new Date(Math.floor(madeAt / 1000) * 1000).toISOString();
  return { name: file, kind, at, bytes: sizeBytes };
}
