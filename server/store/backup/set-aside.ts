import { existsSync } from "node:fs";
import { copyFile, link, mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";

/** Prefix of the PostgreSQL schemas that hold the data from before a restore. */
export const asidePrefix = "inlet_before_";

/** Gives a file a second name in another folder, which keeps it whatever becomes of the first. */
export async function keepFile(from: string, folder: string): Promise<boolean> {
  if (!existsSync(from)) return false;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const to = path.join(folder, path.basename(from));
  try {
    await link(from, to);
  } catch (error) {
    if (isCode(error, "EEXIST")) return true;
    // Another disk, or one without links.
    await copyFile(from, to);
  }
  return true;
}

/** Puts a SQLite file in the place of another, which is kept in the folder together with its log. */
export async function replaceSqlite(fresh: string, place: string, aside: string): Promise<boolean> {
  const isKept = await keepFile(place, aside);
  // A log beside another database would be taken for that one's own: it goes first.
  for (const ending of ["-wal", "-shm"]) {
    if (isKept && ending === "-wal") await keepFile(`${place}${ending}`, aside);
    await rm(`${place}${ending}`, { force: true });
  }
  await rename(fresh, place);
  return isKept;
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
