import { hostname } from "node:os";
import type { Log } from "#/base/log.ts";
import type { Reader } from "../engine/database.ts";
import type { Execute } from "../commands/command-bus.ts";
import { type Backup, listBackups } from "./create-backup.ts";

/** A backup whose file is on another host, or in another folder. */
export interface RemoteBackup extends Backup {
  host: string;
  folder: string;
}

/**
 * Records the backups in this process's folder in the database, where every process can list them. A failure is only logged, as
 * the backup itself succeeded.
 */
export async function recordBackups(
  { execute, log }: { execute: Execute; log: Log },
  folder: string,
): Promise<void> {
  try {
    const { backups } = await listBackups(folder);
    await execute("backups.note", { host: hostname(), folder, backups });
  } catch (error) {
    log.warn({ err: error }, "recording backups in the database failed");
  }
}

/** Returns the backups that processes with other folders recorded. */
export async function backupsOfOtherProcesses(
  reader: Reader,
  folder: string,
): Promise<RemoteBackup[]> {
  const rows = await reader
    .selectFrom("made_backups")
    .selectAll()
    .where((row) => row.or([row("host", "<>", hostname()), row("folder", "<>", folder)]))
    .orderBy("made_at", "desc")
    .execute();
  return rows.map(({ made_at: madeAt, size_bytes: sizeBytes, ...row }) => ({
    ...row,
    madeAt,
    sizeBytes,
  }));
}
