import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import type { Backup } from "@inlet/contract/admin-backups.ts";
import { Failure } from "#/base/fail.ts";
import type { Engine } from "#/store/database.ts";

/** Beside a backup that was looked through and is whole. */
export const wholeEnding = ".whole";
const ending = ".sqlite";

export interface BackupContext {
  engine: Engine;
  dir: string;
  /** Makes a copy, looks it through, and answers its name. */
  copy: () => Promise<string>;
}

/** Backups that lie in the data folder, and the way to one more. */
export function createBackups({ engine, dir, copy }: BackupContext): {
  list: () => Promise<{ isSupported: boolean; backups: Backup[] }>;
  make: () => Promise<Backup>;
} {
  let isMaking = false;
  return {
    async list() {
      const names = await readdir(dir).catch(() => []);
      const copies = names.filter((name) => name.endsWith(ending));
      const all = await Promise.all(copies.map((name) => describe(dir, name, names)));
      const backups = all.filter((one) => one !== null);
      return {
        isSupported: engine === "sqlite",
        backups: backups.toSorted((a, b) => b.at.localeCompare(a.at)),
      };
    },
    async make() {
      if (engine !== "sqlite") throw new Failure("backup.not_here");
      if (isMaking) throw new Failure("backup.running");
      isMaking = true;
      try {
        const name = await copy();
        const made = await describe(dir, name, await readdir(dir));
        if (made === null) throw new Error("The backup went as soon as it was made.");
        return made;
      } finally {
        isMaking = false;
      }
    },
  };
}

/** Null for one that went meanwhile. */
async function describe(
  dir: string,
  name: string,
  names: readonly string[],
): Promise<Backup | null> {
  const file = await stat(path.join(dir, name)).catch(() => null);
  if (file === null) return null;
  const isWhole = names.includes(`${name}${wholeEnding}`) ? true : null;
  return { name, at: file.mtime.toISOString(), bytes: file.size, isWhole };
}
