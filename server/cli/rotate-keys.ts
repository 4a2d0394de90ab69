import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, openSync, renameSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { randomId } from "#/base/random-id.ts";
import { createSecretBox, reencrypt, type SecretBox, WrongKey } from "#/base/secret-box.ts";
import { keyFiles, readKey } from "#/processes/setup/data-folder.ts";
import { databaseClients, describeDatabaseClients } from "#/store/engine/database-clients.ts";
import { lockFolder } from "#/store/engine/data-folder-lock.ts";
import { notAsRoot } from "#/store/engine/data-folder-owner.ts";
import {
  type EncryptedColumn,
  encryptedColumns,
  type EncryptedValue,
  encryptedValues,
} from "#/store/auth/encrypted-value-queries.ts";
import {
  type Installation,
  type InstallationConfig,
  openInstallation,
  Refusal,
  requireOwnSchema,
} from "./installation.ts";

/** Number of values per transaction. */
const batch = 100;

/**
 * Re-encrypts every stored secret under a new key. It can be stopped at any moment and run again: the new key is on the disk
 * before the first secret is encrypted under it, the old one stays until the last is, and Inlet does not start in between.
 * Nothing is changed unless every secret can be decrypted. Throws Refusal, FolderInUse, WrongKey.
 */
export async function rotateKeys(
  config: InstallationConfig,
  print: (line: string) => void,
): Promise<void> {
  await using installation = await openInstallation(config);
  const refused = notAsRoot(installation.dir);
  if (refused !== null) throw new Refusal(refused);
  const lock = lockFolder(installation.dir);
  try {
    const others = await databaseClients(installation.database, installation.connectionName);
    if (others.length > 0) {
      throw new Refusal(
        [
          "Other programs are connected to the database. Stop every Inlet that uses it first.",
          ...describeDatabaseClients(others),
        ].join("\n"),
      );
    }
    await requireOwnSchema(installation);
    await rotate(installation, config.secretKey !== null, print);
  } finally {
    lock.release();
  }
}

async function rotate(
  installation: Installation,
  isKeyGiven: boolean,
  print: (line: string) => void,
): Promise<void> {
  const { dir, database, secretKey } = installation;
  if (secretKey === null) throw new Refusal(`There is no secret key in ${dir} to rotate.`);
  const files = keyFiles(dir);
  const begun = await readKey(files.next);
  if (isKeyGiven) await requireTakenOver(installation, secretKey);
  const boxes = [createSecretBox(secretKey), ...(begun ? [createSecretBox(begun)] : [])] as const;

  const all: { column: EncryptedColumn; values: EncryptedValue[] }[] = [];
  for (const column of encryptedColumns) {
    const values = await encryptedValues(database.reader, column);
    for (const one of values) requireOpen(boxes, column, one);
    all.push({ column, values });
  }
  const total = all.reduce((sum, { values }) => sum + values.length, 0);
  print(
    isKeyGiven
      ? `Rotating the key from INLET_SECRET_KEY. A secret.key in ${dir} is not used and stays unchanged.`
      : `Rotating the key ${files.current}.`,
  );
  print(
    begun === null
      ? `All secrets can be decrypted (stored secrets: ${total}). Encrypting them with a new key.`
      : `Resuming an interrupted rotation (stored secrets: ${total}).`,
  );

  const nextKey = begun ?? randomBytes(32);
  if (begun === null) await writeKey(files.next, nextKey);
  const next = createSecretBox(nextKey);
  let done = 0;
  for (const { column, values } of all) {
    for (let at = 0; at < values.length; at += batch) {
      const some = values.slice(at, at + batch);
      await reencryptSome(installation, column, { some, next, boxes });
      done += some.length;
      print(`${done} of ${total}`);
    }
  }
  for (const { column } of all) {
    for (const one of await encryptedValues(database.reader, column))
      requireOpen([next], column, one);
  }
  // Recorded before the key files are replaced: an interrupted run may leave two entries, but never none.
  await installation.execute("audit.note", { kind: "admin.keys_rotated", userId: "" });
  await saveOldKey(dir, secretKey);
  renameSync(files.next, isKeyGiven ? files.forEnvironment : files.current);
  syncFolder(dir);
  for (const line of lastWords(dir, isKeyGiven)) print(line);
}

/**
 * Throws Refusal if a rotated key waits to be set in the environment: it is the only one that decrypts the secrets, and must not
 * be overwritten.
 */
async function requireTakenOver({ dir, database }: Installation, given: Buffer): Promise<void> {
  const file = keyFiles(dir).forEnvironment;
  const waiting = await readKey(file);
  if (waiting === null || waiting.equals(given)) return;
  const box = createSecretBox(waiting);
  for (const column of encryptedColumns) {
    const [one] = await encryptedValues(database.reader, column);
    if (one === undefined) continue;
    if (!opens(box, one.value, one.place)) return;
    throw new Refusal(
      `The key was already rotated. First set INLET_SECRET_KEY to the key in ${file}, and delete that file.`,
    );
  }
}

async function reencryptSome(
  { execute }: Installation,
  { table, column }: EncryptedColumn,
  { some, next, boxes }: { some: EncryptedValue[]; next: SecretBox; boxes: readonly SecretBox[] },
): Promise<void> {
  const values = some.flatMap(({ key, userId, value, place }) => {
    // Already re-encrypted before an interruption.
    if (opens(next, value, place)) return [];
    const from = boxes.find((box) => opens(box, value, place));
    if (from === undefined) throw new Error("A secret stopped opening.");
    return [{ key, userId, from: value, to: reencrypt(from, next, value, place) }];
  });
  if (values.length > 0) await execute("sealed.replace", { table, column, values });
}

/** Nothing is changed if a key is not the one that a secret was encrypted under. */
function requireOpen(
  boxes: readonly SecretBox[],
  { table, column }: EncryptedColumn,
  { key, value, place }: EncryptedValue,
): void {
  let wrongKey: WrongKey | null = null;
  for (const box of boxes) {
    try {
      box.open(value, place);
      return;
    } catch (error) {
      if (error instanceof WrongKey) wrongKey ??= error;
    }
  }
  if (wrongKey) throw wrongKey;
  throw new Refusal(
    `A secret in ${table}.${column} is damaged (row ${key}). Nothing was changed. Remove that row, or restore a backup.`,
  );
}

function opens(box: SecretBox, value: string, place: EncryptedValue["place"]): boolean {
  try {
    box.open(value, place);
    return true;
  } catch {
    // It is encrypted under another key; an earlier check showed that one of the two decrypts it.
    return false;
  }
}

/** Writes the key atomically, and to the disk before anything is encrypted under it. */
async function writeKey(file: string, key: Buffer): Promise<void> {
  const part = `${file}.${randomId()}`;
  await writeFile(part, `${key.toString("base64")}\n`, { mode: 0o600, flag: "wx", flush: true });
  renameSync(part, file);
  syncFolder(path.dirname(file));
}

/** Saves the old key, which alone decrypts earlier backups. It is not stored with them, like every key. */
async function saveOldKey(dir: string, key: Buffer): Promise<void> {
  const file = path.join(dir, oldKeyName);
  const kept = await readKey(file);
  if (kept?.equals(key)) return;
  const stamp = new Date().toISOString().replaceAll(/[^0-9]/g, "");
  if (kept) renameSync(file, path.join(dir, `${oldKeyName}-${stamp}`));
  await writeKey(file, key);
}

const oldKeyName = "secret.key.before";

function syncFolder(dir: string): void {
  const folder = openSync(dir, "r");
  fsyncSync(folder);
  closeSync(folder);
}

function lastWords(dir: string, isKeyGiven: boolean): string[] {
  return [
    "All stored secrets are encrypted with the new key.",
    ...(isKeyGiven
      ? [
          `The new key is in ${keyFiles(dir).forEnvironment}. Set INLET_SECRET_KEY to it, and delete that file.`,
        ]
      : []),
    `The old key is kept as ${path.join(dir, oldKeyName)} for older backups. Delete it together with them.`,
  ];
}
