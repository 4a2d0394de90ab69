import { chmod, open, stat } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { SecretBox } from "#/base/secret-box.ts";
import { contentOf, hashOf, type Manifest, encryptKeyCheck } from "./manifest.ts";
import { readSnapshot } from "./read-snapshot.ts";
import { databaseNames } from "./snapshot.ts";

const magic = "SQLite format 3\0";

/**
 * Returns the manifest of a bare copy of the SQLite file, as made before an upgrade; null for any other file. Its files are those
 * in the data folder. Throws BackupRefused if it is damaged, WrongKey if it belongs to another installation.
 */
export async function manifestOfCopy(file: string, box: SecretBox): Promise<Manifest | null> {
  if (!(await isSqlite(file))) return null;
  const { migrations, rows } = readSnapshot(file);
  checkKeyOf(file, box);
  const { size: sizeBytes, mtime } = await stat(file);
  const sha256 = await hashOf(contentOf(file, { offset: 0, sizeBytes }));
  return {
    format: 1,
    version: "",
    engine: "sqlite",
    madeAt: mtime.toISOString(),
    migrations,
    database: { name: databaseNames.sqlite, sizeBytes, sha256 },
    rows,
    blobs: [],
    missing: [],
    keyCheck: encryptKeyCheck(box),
  };
}

/** Copies it together with the contents of its write-ahead log, which a file that was set aside without being closed has. */
export async function copyWhole(file: string, to: string): Promise<void> {
  const from = new DatabaseSync(path.resolve(file), { readOnly: true });
  try {
    from.prepare("VACUUM INTO ?").run(to);
  } finally {
    from.close();
  }
  await chmod(to, 0o600);
}

async function isSqlite(file: string): Promise<boolean> {
  try {
    await using opened = await open(file);
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(magic.length), 0, magic.length, 0);
    return bytesRead === magic.length && buffer.toString("latin1") === magic;
  } catch {
    // Reading it as a backup reports the actual error.
    return false;
  }
}

function checkKeyOf(file: string, box: SecretBox): void {
  const copy = new DatabaseSync(path.resolve(file), { readOnly: true });
  try {
    const account = copy.prepare("SELECT id, user_id, imap_secret FROM accounts LIMIT 1").get();
    if (!account?.["imap_secret"]) return;
    box.open(String(account["imap_secret"]), {
      table: "accounts",
      userId: String(account["user_id"]),
      rowId: String(account["id"]),
      field: "imap_secret",
    });
  } finally {
    copy.close();
  }
}
