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
import { diskTrouble } from "#/base/disk-trouble.ts";
import { UpgradeStopped } from "./upgrade-stopped.ts";

/** Of a copy that is being written. */
const partEnding = ".part";
/** Copies from before upgrades: the newest stay, others go once they are old. */
const copiesKept = { newest: 3, forMs: 30 * 86_400_000 };

/**
 * A consistent copy of an open database, under its own name once it is whole. Fails with a sentence where there is no
 * room for it, and leaves nothing of it then.
 */
export function copyBeforeUpgrade(file: DatabaseSync, backupDir: string, before: string): void {
  const neededBytes = copyBytes(file);
  try {
    mkdirSync(backupDir, { recursive: true, mode: 0o700 });
    dropParts(backupDir);
    if (freeBytes(backupDir) < neededBytes)
      throw new UpgradeStopped(noRoom(backupDir, neededBytes));
    copyTo(file, backupDir, `before-${before.replace(/\.sql$/, "")}`);
  } catch (error) {
    if (diskTrouble(error) !== "disk.full") throw error;
    throw new UpgradeStopped(noRoom(backupDir, neededBytes), { cause: error });
  }
  pruneCopies(backupDir);
}

/** How large a copy is at most: what is deleted is not in it. */
function copyBytes(file: DatabaseSync): number {
  const figure = (name: string) =>
    Number(Object.values(file.prepare(`PRAGMA ${name}`).get() ?? {})[0]);
  return (figure("page_count") - figure("freelist_count")) * figure("page_size");
}

function freeBytes(dir: string): number {
  const { bavail, bsize } = statfsSync(dir);
  return bavail * bsize;
}

function noRoom(dir: string, neededBytes: number): string {
  // What is needed is rounded up and what there is down: two figures never look alike.
  const needed = (Math.ceil((neededBytes / 1024 ** 2) * 10) / 10).toFixed(1);
  const free = (Math.floor((freeBytes(dir) / 1024 ** 2) * 10) / 10).toFixed(1);
  return `There is no room for the copy of the database that is made before an upgrade: it needs ${needed} MiB in ${dir}, where ${free} MiB are free. Make room there and start Inlet again. The database is as it was before.`;
}

function copyTo(file: DatabaseSync, backupDir: string, label: string): void {
  const stamp = new Date().toISOString().replaceAll(/[^0-9]/g, "");
  const copy = join(backupDir, `${stamp}-${process.pid}-${label}.sqlite`);
  // Under its own name stands only what is whole: whoever is ended in between leaves a part behind, which is no backup.
  const part = `${copy}${partEnding}`;
  try {
    file.prepare("VACUUM INTO ?").run(part);
    // SQLite itself does not wait for the disk here.
    const written = openSync(part, "r");
    try {
      fsyncSync(written);
    } finally {
      closeSync(written);
    }
    renameSync(part, copy);
  } catch (error) {
    // On a full disk what was written so far would take the last room.
    rmSync(part, { force: true });
    rmSync(`${part}-journal`, { force: true });
    throw error;
  }
}

function pruneCopies(backupDir: string): void {
  const copies = readdirSync(backupDir).filter((name) => copyName.test(name));
  const old = copies.toSorted().toReversed().slice(copiesKept.newest);
  for (const name of old) {
    const file = join(backupDir, name);
    if (statSync(file).mtimeMs < Date.now() - copiesKept.forMs) rmSync(file, { force: true });
  }
}

const copyName = /^\d{17}-\d+-before-.*\.sqlite$/;

/** What processes left that were ended while they copied: one at a time works in a data folder. */
function dropParts(backupDir: string): void {
  for (const name of readdirSync(backupDir)) {
    if (name.includes(partEnding)) rmSync(join(backupDir, name), { force: true });
  }
}
