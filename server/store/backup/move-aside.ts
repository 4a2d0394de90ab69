import { existsSync } from "node:fs";
import { copyFile, link, mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";

/** Prefix of the PostgreSQL schemas that hold the data from before a restore. */
export const asidePrefix = "inlet_before_";

/** Links a file into another folder, where it survives the deletion of the original. */
export async function storeFile(from: string, folder: string): Promise<boolean> {
  if (!existsSync(from)) return false;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const to = path.join(folder, path.basename(from));
  try {
    await link(from, to);
  } catch (error) {
    if (isCode(error, "EEXIST")) return true;
    // The folder is on another disk, or its file system has no links.
    await copyFile(from, to);
  }
  return true;
}

/** Replaces a SQLite file. The replaced file is saved in the folder together with its log. */
export async function replaceSqlite(fresh: string, place: string, aside: string): Promise<boolean> {
  const isKept = await storeFile(place, aside);
  // SQLite would apply a log file to the new database, so it is removed first.
  for (const ending of ["-wal", "-shm"]) {
    if (isKept && ending === "-wal") await storeFile(`${place}${ending}`, aside);
    await rm(`${place}${ending}`, { force: true });
  }
  await rename(fresh, place);
  return isKept;
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
