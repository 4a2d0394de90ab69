import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { diskError } from "#/base/disk-failure.ts";
import { Failure } from "#/base/failure.ts";
import type { SecretBox } from "#/base/secret-box.ts";
import { randomId } from "#/base/random-id.ts";
import type { Blobs } from "../blobs/blobs.ts";
import type { Database } from "../engine/database.ts";
import { lockFolder } from "../engine/data-folder-lock.ts";
import { type LastTry, lastTryOf, recordTry } from "./last-attempt.ts";
import {
  BackupRefused,
  blobName,
  checkedEntries,
  contentOf,
  hashOf,
  type Manifest,
  manifestName,
  readManifest,
  encryptKeyCheck,
} from "./manifest.ts";
import { databaseNames, takeSnapshot } from "./snapshot.ts";
import { TarWriter } from "./tar.ts";
import type { BackupKind } from "../administration/schema.ts";

/** The data to back up, and the folder for it. */
export interface BackupSource {
  database: Pick<Database, "engine" | "url">;
  blobs: Pick<Blobs, "open">;
  box: SecretBox;
  /** The folder that contains the backups. */
  dir: string;
  version: string;
  now: () => number;
}

/** A complete backup in the folder. */
export interface Backup {
  file: string;
  kind: BackupKind;
  madeAt: number;
  sizeBytes: number;
}

/** A backup that has just been created. */
export interface CreatedBackup extends Backup {
  /** Number of files that are not in it because they were missing or damaged. */
  missing: number;
}

const retentionMs = 7 * 86_400_000;
/** Suffix of a backup that is being written. */
const partEnding = ".making";
const named = /^inlet-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d)Z-(nightly|manual)(?:-\w+)?\.tar$/;

/**
 * Makes a backup of the data that exists only here: the database at one moment, and the files that cannot be fetched again. The
 * key is not included. The archive is verified before it gets its final name; a failure leaves earlier backups unchanged. Throws
 * BackupRefused with a sentence, which `listBackups` returns as well.
 */
export async function backUp(source: BackupSource, kind: BackupKind): Promise<CreatedBackup> {
  const { dir, now } = source;
  const startedAt = now();
  const note = async (endedAt: number, error: string, missing = 0) =>
    recordTry(dir, { startedAt, endedAt, error, missing });
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    await dropParts(dir);
    await note(0, "");
    const backup = await inPart(dir, (work) => make(source, kind, work));
    await note(now(), "", backup.missing);
    await prune(source);
    return backup;
  } catch (cause) {
    const refused = refusalOf(cause, dir);
    // If not even that can be written, only the caller learns of the failure.
    await note(now(), refused.message).catch(() => {});
    throw refused;
  }
}

/**
 * Returns the backups in the folder, newest first, and the outcome of the last try; null before the first try. Throws
 * BackupRefused if the folder cannot be read.
 */
export async function listBackups(
  dir: string,
): Promise<{ backups: Backup[]; lastTry: LastTry | null }> {
  try {
    return await readBackups(dir);
  } catch (cause) {
    throw refusalOf(cause, dir);
  }
}

/**
 * Deletes the unfinished backups of processes that were killed. A running backup is locked by its process. Throws BackupRefused.
 */
export async function dropParts(dir: string): Promise<void> {
  try {
    for (const name of await namesIn(dir)) {
      if (!name.endsWith(partEnding)) continue;
      const part = path.join(dir, name);
      if (!isAtWork(part)) await rm(part, { recursive: true, force: true });
    }
  } catch (cause) {
    throw refusalOf(cause, dir);
  }
}
async function readBackups(dir: string): Promise<{ backups: Backup[]; lastTry: LastTry | null }> {
  const backups: Backup[] = [];
  for (const file of await namesIn(dir)) {
    const [, stamp = "", kind = ""] = named.exec(file) ?? [];
    if (stamp === "") continue;
    const madeAt = Date.parse(`${stamp.replace(/T(..)-(..)-(..)$/, "T$1:$2:$3")}Z`);
    const { size: sizeBytes } = await stat(path.join(dir, file));
    backups.push({ file, kind: kind === "manual" ? "manual" : "nightly", madeAt, sizeBytes });
  }
  return {
    backups: backups.toSorted((one, other) => other.madeAt - one.madeAt),
    lastTry: await lastTryOf(dir),
  };
}

async function make(source: BackupSource, kind: BackupKind, work: string): Promise<CreatedBackup> {
  const { database, dir } = source;
  const madeAt = source.now();
  const copy = path.join(work, databaseNames[database.engine]);
  const snapshot = await takeSnapshot(database.engine, database.url, copy);
  const files = await filesOf(source, snapshot.blobs);
  const { size: sizeBytes } = await stat(copy);
  const manifest: Manifest = {
    format: 1,
    version: source.version,
    engine: database.engine,
    madeAt: new Date(madeAt).toISOString(),
    migrations: snapshot.migrations,
    database: {
      name: path.basename(copy),
      sizeBytes,
      sha256: await hashOf(contentOf(copy, { offset: 0, sizeBytes })),
    },
    rows: snapshot.rows,
    ...files,
    keyCheck: encryptKeyCheck(source.box),
  };
  const part = path.join(work, "backup.tar");
  await write(source, { manifest, copy, part });
  await rm(copy);
  // Verifies that the archive on disk matches its manifest.
  const written = await readManifest(part);
  for await (const _ of checkedEntries(part, written));
  const file = await nameFor(dir, kind, madeAt);
  await rename(part, path.join(dir, file));
  await syncFolder(dir);
  const { size } = await stat(path.join(dir, file));
  return { file, kind, madeAt, sizeBytes: size, missing: manifest.missing.length };
}

async function write(
  { blobs }: BackupSource,
  { manifest, copy, part }: { manifest: Manifest; copy: string; part: string },
): Promise<void> {
  await using file = await open(part, "wx", 0o600);
  const archive = new TarWriter(file);
  const text = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
  await archive.add(manifestName, text.byteLength, Readable.from([text]));
  const { name, sizeBytes } = manifest.database;
  await archive.add(name, sizeBytes, contentOf(copy, { offset: 0, sizeBytes }));
  for (const blob of manifest.blobs) {
    const found = await blobs.open(blob.sha256, blob.sizeBytes);
    if (!found) {
      throw new BackupRefused("A file was deleted while it was being copied. Try again.");
    }
    await archive.add(blobName(blob.sha256), blob.sizeBytes, found.content);
  }
  await archive.end();
}

/**
 * Lists the files that are whole, and those that are missing or damaged: one damaged file must not prevent the backup of the
 * rest.
 */
async function filesOf(
  { blobs }: BackupSource,
  names: readonly string[],
): Promise<Pick<Manifest, "blobs" | "missing">> {
  const files: Pick<Manifest, "blobs" | "missing"> = { blobs: [], missing: [] };
  for (const sha256 of names) {
    const found = await blobs.open(sha256);
    if (found && (await hashOf(found.content)) === sha256) {
      files.blobs.push({ sha256, sizeBytes: found.sizeBytes });
    } else files.missing.push(sha256);
  }
  return files;
}

/** Deletes nightly backups after their retention period. The newest one is never deleted, regardless of its age. */
async function prune({ dir, now }: BackupSource): Promise<void> {
  const { backups } = await listBackups(dir);
  const nightly = backups.filter(({ kind }) => kind === "nightly");
  for (const { file, madeAt } of nightly.slice(1)) {
    if (madeAt <= now() - retentionMs) await rm(path.join(dir, file), { force: true });
  }
}

/** Calls `use` with a temporary folder that is deleted afterwards; if the process dies, the next backup deletes it. */
async function inPart<Result>(dir: string, use: (work: string) => Promise<Result>) {
  const name = randomId();
  const unlocked = path.join(dir, `${name}.new`);
  const work = path.join(dir, `${name}${partEnding}`);
  await mkdir(unlocked, { mode: 0o700 });
  const lock = lockFolder(unlocked);
  try {
    // It gets this name already locked, and is therefore not taken for one that was left behind.
    await rename(unlocked, work);
    return await use(work);
  } finally {
    lock.release();
    await rm(work, { recursive: true, force: true });
  }
}

function isAtWork(part: string): boolean {
  try {
    lockFolder(part).release();
    return false;
  } catch {
    // Locked, already deleted, or owned by another user, who deletes it: in each case this process must not touch it.
    return true;
  }
}

async function nameFor(dir: string, kind: BackupKind, madeAt: number): Promise<string> {
  const stamp = new Date(madeAt).toISOString().slice(0, 19).replaceAll(":", "-");
  const name = `inlet-${stamp}Z-${kind}.tar`;
  const isTaken = (await namesIn(dir)).includes(name);
  return isTaken ? name.replace(/\.tar$/, `-${randomId().replaceAll(/\W/g, "")}.tar`) : name;
}

async function namesIn(dir: string): Promise<string[]> {
  try {
    return await readdir(dir);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}

/** Flushes a folder to disk. Only after this does a new name in it survive a power cut. */
async function syncFolder(dir: string): Promise<void> {
  await using folder = await open(dir);
  await folder.sync();
}

function refusalOf(cause: unknown, dir: string): BackupRefused {
  if (cause instanceof BackupRefused) return cause;
  if (
    diskError(cause) === "disk.full" ||
    (cause instanceof Error && /disk is full/.test(cause.message))
  ) {
    return new BackupRefused(
      `Not enough space for a backup in ${dir}. Free up space, or set INLET_BACKUP_DIR to a larger disk. Earlier backups are untouched.`,
      { cause },
    );
  }
  if (cause instanceof Failure && cause.code === "storage.unavailable") {
    return new BackupRefused(
      "The file storage (INLET_S3_ENDPOINT) is not working, and a backup without it is incomplete. Earlier backups are untouched.",
      { cause },
    );
  }
  if (isForbidden(cause)) {
    return new BackupRefused(
      `Inlet cannot read or write ${dir}, which belongs to another user: give it to the user that Inlet runs as, with chown -R.`,
      { cause },
    );
  }
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new BackupRefused(`The backup failed: ${reason}`, { cause });
}

function isForbidden(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : "";
  return code === "EACCES" || code === "EPERM";
}
