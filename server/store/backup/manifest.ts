import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { z } from "zod";
import { type SecretBox, WrongKey } from "#/base/secret-box.ts";
import { tarEntries } from "./tar.ts";

/** Manifest of a backup, its first file. */
export const Manifest = z.object({
  format: z.literal(1),
  version: z.string(),
  engine: z.enum(["sqlite", "postgres"]),
  madeAt: z.iso.datetime(),
  /** The migrations that created the schema. */
  migrations: z.array(z.string()),
  database: z.object({
    name: z.string().regex(/^[\w-]+\.\w+$/),
    sizeBytes: z.number(),
    sha256: z.string(),
  }),
  /** Number of rows per table. */
  rows: z.record(z.string(), z.number()),
  /** Files that exist nowhere else: uploads and imports. */
  blobs: z.array(z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/), sizeBytes: z.number() })),
  /** Files that were missing or damaged when they were to be copied. */
  missing: z.array(z.string()),
  /** An encrypted text: a key that decrypts it also decrypts the secrets in the database. */
  keyCheck: z.string(),
});
export type Manifest = z.infer<typeof Manifest>;

/** Thrown with one sentence on why a backup failed or cannot be restored. */
export class BackupRefused extends Error {
  override name = "BackupRefused";
}

/** Returns a sentence about the files that a backup lacks; "" if it is complete. */
export function withoutFiles(missing: number): string {
  if (missing === 0) return "";
  const how =
    missing === 1
      ? "1 file could not be read and is"
      : `${missing} files could not be read and are`;
  return `${how} not in this backup: missing or damaged in the file storage. Drafts, emails and imports that use them will lack them.`;
}

export const manifestName = "manifest.json";

const checkPlace = { table: "backups", userId: "", rowId: "", field: "key" };

/** Returns a text that is encrypted into each backup, to detect a wrong key before anything is restored. */
export function encryptKeyCheck(box: SecretBox): string {
  return box.encrypt("inlet", checkPlace);
}

/** Throws BackupRefused if the backup has the key of another installation. */
export function checkBackupKey(box: SecretBox, { keyCheck }: Manifest): void {
  try {
    box.open(keyCheck, checkPlace);
  } catch (cause) {
    const isWrong = cause instanceof WrongKey;
    throw new BackupRefused(
      isWrong
        ? "This backup was made with a different key. Put the secret.key of the server that made it into the data folder, or set its INLET_SECRET_KEY, and restore it again."
        : "This backup's secrets cannot be decrypted: its manifest is damaged.",
      { cause },
    );
  }
}

export function blobName(sha256: string): string {
  return `blobs/${sha256.slice(0, 2)}/${sha256}`;
}

/** Reads the manifest of a backup. Throws BackupRefused if the file is not a backup. */
export async function readManifest(path: string): Promise<Manifest> {
  try {
    for await (const { name, sizeBytes, offset } of tarEntries(path)) {
      if (name !== manifestName || sizeBytes > manifestMax) break;
      const pieces: Buffer[] = await contentOf(path, { offset, sizeBytes }).toArray();
      return Manifest.parse(JSON.parse(Buffer.concat(pieces).toString("utf8")));
    }
  } catch (cause) {
    if (isMissing(cause)) throw new BackupRefused(`The file ${path} does not exist.`, { cause });
    throw new BackupRefused(`${path} is not an Inlet backup, or it is damaged.`, { cause });
  }
  throw new BackupRefused(`${path} is not an Inlet backup.`);
}

/** Maximum size in bytes. Enough for more than a million file names. */
const manifestMax = 128 * 1024 * 1024;

/** Returns the content of a file in an archive. */
export function contentOf(
  path: string,
  { offset, sizeBytes }: { offset: number; sizeBytes: number },
): Readable {
  // `createReadStream` rejects a range that ends before its start.
  if (sizeBytes === 0) return Readable.from([]);
  return createReadStream(path, { start: offset, end: offset + sizeBytes - 1 });
}

/** Yields each file of a backup after it has checked its content against the manifest. Throws BackupRefused. */
export async function* checkedEntries(path: string, manifest: Manifest) {
  const wanted = new Map(manifest.blobs.map(({ sha256 }) => [blobName(sha256), sha256]));
  wanted.set(manifest.database.name, manifest.database.sha256);
  const damaged = (cause?: unknown) =>
    new BackupRefused(`${path} is damaged: it does not match its manifest.`, { cause });
  try {
    for await (const entry of tarEntries(path)) {
      const sha256 = wanted.get(entry.name);
      if (sha256 === undefined) continue;
      wanted.delete(entry.name);
      if ((await hashOf(contentOf(path, entry))) !== sha256) throw damaged();
      yield { ...entry, sha256 };
    }
  } catch (cause) {
    throw cause instanceof BackupRefused ? cause : damaged(cause);
  }
  if (wanted.size > 0) throw damaged();
}

/** Returns the SHA-256 of the content in hex. */
export async function hashOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of content) hash.update(piece);
  return hash.digest("hex");
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
