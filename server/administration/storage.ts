import { readdir, stat, statfs } from "node:fs/promises";
import path from "node:path";
import type { readStorage } from "@inlet/contract/admin/admin-operation.ts";
import type { z } from "zod";
import { figuresOf } from "#/store/administration/user-queries.ts";
import { databaseBytes, usersByMail } from "#/store/administration/operation-queries.ts";
import type { Database } from "#/store/engine/database.ts";

/** Maximum number of users listed by name. */
const maxNamed = 20;

/** Returns the space that each part takes and the free disk space. */
export async function readDiskSpace(
  database: Database,
  folders: { blobs: string; backups: string },
): Promise<z.output<typeof readStorage.output>> {
  const [ofDatabase, blobs, backups, disk, owners] = await Promise.all([
    databaseBytes(database),
    sizeOfFolder(folders.blobs),
    sizeOfFolder(folders.backups),
    statfs(folders.blobs).catch(() => null),
    usersByMail(database.reader, maxNamed),
  ]);
  const figures = await figuresOf(
    database.reader,
    owners.map(({ user_id: id }) => id),
  );
  return {
    engine: database.engine,
    databaseBytes: ofDatabase,
    blobs,
    backupBytes: backups.bytes,
    freeBytes: disk && disk.bavail * disk.bsize,
    totalBytes: disk && disk.blocks * disk.bsize,
    users: owners.map((row) => ({
      userId: row.user_id,
      userEmail: row.user_email,
      messages: figures.get(row.user_id)?.messages ?? 0,
      bytes: row.bytes,
    })),
  };
}

/** Adds up the files of a folder. Files may be created and deleted during the count. */
async function sizeOfFolder(dir: string): Promise<{ files: number; bytes: number }> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch(() => []);
  let files = 0;
  let bytes = 0;
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const file = await stat(path.join(entry.parentPath, entry.name)).catch(() => null);
    if (file === null) continue;
    files++;
    bytes += file.size;
  }
  return { files, bytes };
}
