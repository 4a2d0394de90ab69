import type { Clock } from "#/base/clock.ts";
import type { Log } from "#/base/log.ts";
import { backUp, type BackupSource, dropParts, listBackups } from "#/store/backup/create-backup.ts";
import { BackupRefused } from "#/store/backup/manifest.ts";
import { recordBackups } from "#/store/backup/record-backups.ts";
import { installedAt } from "#/store/backup/installed-version.ts";
import type { Database } from "#/store/engine/database.ts";
import type { Execute } from "#/store/commands/command-bus.ts";

/** Lease name: if several processes work on one database, one of them creates the nightly backup. */
const lease = "nightly-backup";
const leaseMs = 15 * 60_000;
/** Wait after a failed backup. */
const retryMs = 3600_000;

/** Dependencies of the nightly backup. */
export interface Nights {
  source: Omit<BackupSource, "database" | "now">;
  database: Database;
  execute: Execute;
  clock: Clock;
  log: Log;
  /** Hour at which the backup is due, by this machine's clock. */
  hour: number;
  /** Unique per process. */
  holder: string;
  stopping: AbortSignal;
}

/**
 * Creates the backup of the last night unless it exists. Called repeatedly, so it makes up for a night in which the machine was
 * off, and retries an hour after a failure.
 */
export async function backUpAtNight(nights: Nights): Promise<void> {
  const { database, execute, clock, log, holder, stopping } = nights;
  const due = lastTime(clock.now(), nights.hour);
  if (!(await isOwed(nights, due)) || (await installedAt(database)) > due) return;
  const hold = (ttlMs: number) => execute("lease.take", { name: lease, holder, ttlMs });
  if ((await hold(leaseMs)) === null) return;
  const renewal = setInterval(() => {
    hold(leaseMs).catch((error: unknown) => log.warn({ err: error }, "lease renewal failed"));
  }, leaseMs / 3);
  try {
    const source = { ...nights.source, database, now: () => clock.now() };
    const { file, sizeBytes, missing } = await orStopped(backUp(source, "nightly"), stopping);
    if (missing > 0) log.error({ file, missing }, "files are missing from the backup");
    await recordBackups({ execute, log }, nights.source.dir);
    log.info({ file, sizeBytes }, "backup created; it does not contain the secret key");
    // Processes that share the database have this night's backup, even if their own folder is another one.
    await hold(due + dayMs - clock.now());
  } catch (error) {
    await execute("lease.drop", { name: lease, holder });
    if (stopping.aborted) return;
    if (!(error instanceof BackupRefused)) throw error;
    refusedAt.set(nights.source.dir, clock.now());
    log.error({ err: error }, "nightly backup failed");
  } finally {
    clearInterval(renewal);
  }
}

const dayMs = 86_400_000;

/** Time of the last refusal, by folder: nothing can be recorded in a folder of another owner. */
const refusedAt = new Map<string, number>();

async function isOwed({ source, clock, log }: Nights, due: number): Promise<boolean> {
  const isPaused = () => (refusedAt.get(source.dir) ?? 0) > clock.now() - retryMs;
  if (isPaused()) return false;
  const looked = dropParts(source.dir).then(() => listBackups(source.dir));
  const { backups, lastTry } = await looked.catch((error: unknown) => {
    if (!(error instanceof BackupRefused)) throw error;
    refusedAt.set(source.dir, clock.now());
    log.error({ err: error }, "listing backups failed");
    return { backups: [], lastTry: null };
  });
  if (isPaused()) return false;
  if (backups.some(({ kind, madeAt }) => kind === "nightly" && madeAt >= due)) return false;
  return lastTry === null || lastTry.error === "" || lastTry.startedAt <= clock.now() - retryMs;
}

/** Returns the last time before `now` at which this hour began. */
function lastTime(now: number, hour: number): number {
  const at = new Date(now);
  at.setHours(hour, 0, 0, 0);
  if (at.getTime() > now) at.setDate(at.getDate() - 1);
  return at.getTime();
}

/**
 * Rejects when the server stops, without waiting for the work: an unfinished file is not a backup and is removed automatically.
 */
async function orStopped<Result>(work: Promise<Result>, stopping: AbortSignal): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(new Error("The server stops."));
  stopping.addEventListener("abort", stop, { once: true });
  if (stopping.aborted) stop();
  try {
    return await Promise.race([work, promise]);
  } finally {
    stopping.removeEventListener("abort", stop);
  }
}
