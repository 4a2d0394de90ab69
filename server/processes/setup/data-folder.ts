import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { randomId } from "#/base/random-id.ts";
import { anchorsName } from "#/store/audit/anchors.ts";

const keyBytes = 32;

export interface DataFolder {
  /** Path of the SQLite file. */
  database: string;
  blobs: string;
  backups: string;
  /** File with the recorded ends of the audit log. */
  auditAnchors: string;
  secretKey: Buffer;
}

/**
 * Opens or creates the folder with all data of the installation, readable by its owner only. The secret key is created on the
 * first start, unless the environment sets it.
 */
export async function openDataFolder(dir: string, givenKey: Buffer | null): Promise<DataFolder> {
  if (existsSync(keyFiles(dir).next)) throw new KeyChangeBrokenOff(dir);
  await mkdir(dir, { recursive: true, mode: 0o700 });
  await chmod(dir, 0o700);
  const blobs = path.join(dir, "blobs");
  await mkdir(blobs, { recursive: true, mode: 0o700 });
  return {
    database: path.join(dir, "inlet.db"),
    blobs,
    backups: path.join(dir, "backups"),
    auditAnchors: path.join(dir, anchorsName),
    secretKey: givenKey ?? (await keyIn(keyFiles(dir).current)),
  };
}

/** Some secrets are already encrypted under the new key, others not yet: nothing may run before all are. */
export class KeyChangeBrokenOff extends Error {
  override name = "KeyChangeBrokenOff";
  constructor(dir: string) {
    super(
      `A rotation of the secret key in ${dir} is incomplete. Finish it first: npm run inlet -- rotate-keys`,
    );
  }
}

/** Paths of the keys in a data folder: the current key, the next one, and the one for the environment to take over. */
export function keyFiles(dir: string): { current: string; next: string; forEnvironment: string } {
  return {
    current: path.join(dir, "secret.key"),
    next: path.join(dir, "secret.key.next"),
    forEnvironment: path.join(dir, "secret.key.new"),
  };
}

/** Returns an installation's key without creating one; null if it does not exist. */
export async function findSecretKey(dir: string, givenKey: Buffer | null): Promise<Buffer | null> {
  return givenKey ?? (await readKey(path.join(dir, "secret.key")));
}

async function keyIn(file: string): Promise<Buffer> {
  const found = await readKey(file);
  if (found) return found;
  const fresh = `${file}.${randomId()}`;
  await writeFile(fresh, `${randomBytes(keyBytes).toString("base64")}\n`, {
    mode: 0o600,
    flag: "wx",
    flush: true,
  });
  try {
    // Unlike a rename, a link never overwrites the key of a process that was faster.
    await link(fresh, file);
  } catch (error) {
    if (!isCode(error, "EEXIST")) throw error;
  } finally {
    await rm(fresh);
  }
  const key = await readKey(file);
  if (!key) throw new Error(`${file} could not be written.`);
  return key;
}

/** Reads the key in a file; null if the file does not exist. */
export async function readKey(file: string): Promise<Buffer | null> {
  try {
    const key = Buffer.from(await readFile(file, "utf8"), "base64");
    if (key.length !== keyBytes) throw new Error(`${file} does not contain a 32-byte key.`);
    await chmod(file, 0o600);
    return key;
  } catch (error) {
    if (isCode(error, "ENOENT")) return null;
    throw error;
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
