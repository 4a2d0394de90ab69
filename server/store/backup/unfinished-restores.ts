import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { randomId } from "#/base/random-id.ts";

const prefix = "restoring-";

/** Returns the path of a new folder for the copies that a restore works on. */
export function restoreFolder(dataDir: string): string {
  return path.join(dataDir, `${prefix}${randomId()}`);
}

/** Deletes the copies that a killed restore left. The caller holds the lock of the data folder. */
export async function dropUnfinishedRestores(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(prefix)) continue;
    await rm(path.join(dataDir, name), { recursive: true, force: true });
  }
}
