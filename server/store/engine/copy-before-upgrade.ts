import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { diskError } from "#/base/disk-failure.ts";
import { UpgradeStopped } from "./upgrade-stopped.ts";

/** Suffix of a copy that is being written. */
const partEnding = ".part";
/** Copies from before upgrades to retain: the newest ones, and those within the retention period. */
const copyRetention = { newest: 3, ttlMs: 30 * 86_400_000 };

/**
 * Makes a consistent copy of an open database, which gets its final name once it is complete. Throws UpgradeStopped with a
 * sentence if there is not enough space, and leaves nothing behind then.
 */
export function copyBeforeUpgrade(file: DatabaseSync, backupDir: string, before: string): void {
  const neededBytes = copyBytes(file);
  try {
    mkdirSync(backupDir, { recursive: true, mode: 0o700 });
    dropParts(backupDir);
    if (freeBytes(backupDir) < neededBytes)
      throw new UpgradeStopped(notEnoughSpace(backupDir, neededBytes));
    copyTo(file, backupDir, `before-${before.replace(/\.sql$/, "")}`);
  } catch (error) {
    if (diskError(error) !== "disk.full") throw error;
    throw new UpgradeStopped(notEnoughSpace(backupDir, neededBytes), { cause: error });
  }
  pruneCopies(backupDir);
}

/** Returns the maximum size of a copy, in bytes: deleted pages are not copied. */
function copyBytes(file: DatabaseSync): number {
  const figure = (name: string) =>
    Number(Object.values(file.prepare(`PRAGMA ${name}`).get() ?? {})[0]);
  return (figure("page_count") - figure("freelist_count")) * figure("page_size");
}

function freeBytes(dir: string): number {
  const { bavail, bsize } = statfsSync(dir);
  return bavail * bsize;
}

function notEnoughSpace(dir: string, neededBytes: number): string {
  // Rounds the needed size up and the free space down, to keep the two figures from looking equal.
  const needed = (Math.ceil((neededBytes / 1024 ** 2) * 10) / 10).toFixed(1);
  const free = (Math.floor((freeBytes(dir) / 1024 ** 2) * 10) / 10).toFixed(1);
  return `There is no room for the copy of the database that is made before an upgrade: it needs ${needed} MiB in ${dir}, where ${free} MiB are free. Make room there and start Inlet again. The database is as it was before.`;
}

function copyTo(file: DatabaseSync, backupDir: string, label: string): void {
  const stamp = new Date().toISOString().replaceAll(/[^0-9]/g, "");
  const copy = join(backupDir, `${stamp}-${process.pid}-${label}.sqlite`);
  // Only a complete copy gets the final name: a process that is killed leaves a `.part` file behind, which is not a backup.
  const part = `${copy}${partEnding}`;
  try {
    file.prepare("VACUUM INTO ?").run(part);
    // VACUUM INTO does not flush the file to disk.
    const written = openSync(part, "r");
    try {
      fsyncSync(written);
    } finally {
      closeSync(written);
    }
    renameSync(part, copy);
  } catch (error) {
    // On a full disk the partial copy would take the remaining space.
    rmSync(part, { force: true });
    rmSync(`${part}-journal`, { force: true });
    throw error;
  }
}

function pruneCopies(backupDir: string): void {
  const copies = readdirSync(backupDir).filter((name) => copyName.test(name));
  const old = copies.toSorted().toReversed().slice(copyRetention.newest);
  for (const name of old) {
    const file = join(backupDir, name);
    if (statSync(file).mtimeMs < Date.now() - copyRetention.ttlMs) rmSync(file, { force: true });
  }
}

const copyName = /^\d{17}-\d+-before-.*\.sqlite$/;

/** Deletes files of processes that were killed while copying: a data folder has one process at a time. */
function dropParts(backupDir: string): void {
  for (const name of readdirSync(backupDir)) {
    if (name.includes(partEnding)) rmSync(join(backupDir, name), { force: true });
  }
}
