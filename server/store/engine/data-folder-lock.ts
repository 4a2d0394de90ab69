import path from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Thrown if another process uses the folder: two engines would fetch and send everything twice. */
export class FolderInUse extends Error {
  override name = "FolderInUse";
}

/** Locks a data folder for this process until `release` is called or the process ends in any way. Throws FolderInUse. */
export function lockFolder(dir: string): { release: () => void } {
  const database = new DatabaseSync(path.join(dir, "lock"), { timeout: 0 });
  try {
    // The operating system releases SQLite's file lock with the process: a crash leaves no lock behind.
    database.exec("BEGIN EXCLUSIVE");
    return { release: () => database.close() };
  } catch (cause) {
    database.close();
    const isHeld = cause instanceof Error && /locked|busy/.test(cause.message);
    if (!isHeld) throw cause;
    throw new FolderInUse(
      `Another Inlet is using ${dir}. Stop it, or choose another INLET_DATA_DIR.`,
      { cause },
    );
  }
}
