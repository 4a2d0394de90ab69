/** A thread that copies the database and looks the copy through: on a large one both take their time. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { wholeEnding } from "#/administration/backups.ts";
import { copyTo } from "#/store/migrate.ts";
import { openSqlite } from "#/store/sqlite.ts";

interface Wish {
  database: string;
  dir: string;
}

/** Makes a backup in a thread of its own; answers its name. Rejects for a copy that is not whole. */
export function makeBackup(wish: Wish): Promise<string> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL(import.meta.url), { workerData: wish });
    thread.once("message", resolve);
    thread.once("error", reject);
    thread.once("exit", () => reject(new Error("The backup ended before it was made.")));
  });
}

if (!isMainThread && parentPort !== null && isWish(workerData)) {
  parentPort.postMessage(copyAndCheck(workerData));
}

function copyAndCheck({ database, dir }: Wish): string {
  const file = openSqlite(database);
  const copy = takeCopy(file, dir);
  const made = new DatabaseSync(copy, { readOnly: true });
  try {
    const found = made.prepare("PRAGMA integrity_check").all();
    const isWhole = found.length === 1 && Object.values(found[0] ?? {})[0] === "ok";
    if (!isWhole)
      throw new Error("The backup is not whole: look at the database with `inlet doctor`.");
  } finally {
    made.close();
  }
  writeFileSync(`${copy}${wholeEnding}`, "", { mode: 0o600 });
  return path.basename(copy);
}

function takeCopy(file: DatabaseSync, dir: string): string {
  try {
    return copyTo(file, dir, "by-hand");
  } finally {
    file.close();
  }
}

/** Other threads have other data: this file is loaded by the main one too. */
function isWish(data: unknown): data is Wish {
  return typeof data === "object" && data !== null && "database" in data && "dir" in data;
}
