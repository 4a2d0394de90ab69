import { readdir, stat, statfs } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { systemClock as clock } from "#/base/clock.ts";
import { Failure } from "#/base/failure.ts";
import { createSecretBox, WrongKey } from "#/base/secret-box.ts";
import { keyFiles } from "#/processes/setup/data-folder.ts";
import { countAccounts } from "#/store/administration/operation-queries.ts";
import { databaseClients, describeDatabaseClients } from "#/store/engine/database-clients.ts";
import { FolderInUse, lockFolder } from "#/store/engine/data-folder-lock.ts";
import { brokenParts, countAdmins, stuckJobs } from "#/store/administration/integrity-checks.ts";
import { schemaState } from "#/store/engine/migrate.ts";
import { neededBlobs } from "#/store/blobs/required-blobs.ts";
import { encryptedColumns, encryptedValues } from "#/store/auth/encrypted-value-queries.ts";
import type { Installation } from "./installation.ts";

/** Result of one check, with a hint if there is a problem. */
export interface Finding {
  what: string;
  /** `note`: worth knowing, but no action is needed. */
  state: "good" | "note" | "bad";
  finding: string;
}

const lateMs = 15 * 60_000;
const leastFreeBytes = 1024 ** 3;

/** Checks the whole installation, running or stopped, without changing anything. */
export async function examineInstallation(installation: Installation): Promise<Finding[]> {
  const findings: Finding[] = [
    ...(await lookAtFolder(installation)),
    lookAtLock(installation),
    ...(await lookAtConnections(installation)),
  ];
  const schema = await lookAtSchema(installation);
  findings.push(schema, await lookAtDatabase(installation));
  // Another schema version may lack these tables.
  if (schema.state !== "good") return [...findings, await lookAtDisk(installation)];
  findings.push(
    await lookAtKey(installation),
    await lookAtBlobs(installation),
    await lookAtDisk(installation),
    await lookAtJobs(installation),
    await lookAtAccounts(installation),
    await lookAtAdmins(installation),
  );
  return findings;
}

async function lookAtFolder({ dir }: Installation): Promise<Finding[]> {
  const what = "Data folder";
  const names = [
    ".",
    ...(await readdir(dir)).filter((name) => /^(secret\.key|inlet\.db|backups|blobs)/.test(name)),
  ];
  const open: string[] = [];
  for (const name of names) {
    const file = path.join(dir, name);
    const { mode, uid } = await stat(file);
    const isOthers = process.getuid !== undefined && uid !== process.getuid();
    if (isOthers) {
      return [
        bad(what, `${file} belongs to another user. Run this command and Inlet as its owner.`),
      ];
    }
    if ((mode & 0o077) !== 0) open.push(file);
  }
  if (open.length > 0) {
    return [bad(what, `Readable by other users: chmod -R go-rwx ${dir}`)];
  }
  return [good(what, `${dir} is readable only by its owner.`)];
}

function lookAtLock({ dir }: Installation): Finding {
  const what = "Server";
  try {
    lockFolder(dir).release();
    return note(what, "Not running.");
  } catch (error) {
    if (error instanceof FolderInUse) return good(what, "Running.");
    throw error;
  }
}

/** Other processes can share a PostgreSQL database. */
async function lookAtConnections(installation: Installation): Promise<Finding[]> {
  const { database, connectionName } = installation;
  const others = await databaseClients(database, connectionName);
  return describeDatabaseClients(others).map((one) => note("Connected", `${one}.`));
}

async function lookAtSchema({ database }: Installation): Promise<Finding> {
  const what = "Schema";
  const state = await schemaState(database);
  if (state === null) return bad(what, "The database is empty. Start Inlet once.");
  const [newer] = state.newer;
  if (newer !== undefined) {
    return bad(
      what,
      `The database was written by a newer Inlet (${newer}). Start that version, or restore the backup made before it.`,
    );
  }
  if (state.needs !== "") {
    return bad(
      what,
      `The database was written by an Inlet before ${state.needs}. Start ${state.needs} once, then this version.`,
    );
  }
  if (state.pending.length > 0) {
    return bad(what, `${state.pending.length} migrations are pending. Start Inlet to run them.`);
  }
  return good(what, "Up to date.");
}

async function lookAtDatabase({ database }: Installation): Promise<Finding> {
  const what = "Database";
  // If reading fails, the database's error is the finding.
  const broken = await brokenParts(database).catch((error: Error) => [error.message]);
  if (broken.length === 0) return good(what, "OK.");
  return bad(
    what,
    `Damaged: ${broken.slice(0, 3).join("; ")}. Stop Inlet, keep a copy of the folder, and restore a backup.`,
  );
}

async function lookAtKey({ dir, database, secretKey }: Installation): Promise<Finding> {
  const what = "Secret key";
  const names = await readdir(dir);
  if (names.includes(path.basename(keyFiles(dir).next))) {
    return bad(what, "Key rotation incomplete: run npm run inlet -- rotate-keys to finish it.");
  }
  if (secretKey === null) {
    return bad(what, "Missing. Restore secret.key, or set the previous INLET_SECRET_KEY.");
  }
  const box = createSecretBox(secretKey);
  let count = 0;
  for (const column of encryptedColumns) {
    for (const { value, place, key } of await encryptedValues(database.reader, column)) {
      try {
        box.open(value, place);
        count++;
      } catch (error) {
        if (error instanceof WrongKey) return bad(what, error.message);
        return bad(
          what,
          `A secret in ${column.table}.${column.column} is damaged (row ${key}). Its owner must re-enter it.`,
        );
      }
    }
  }
  return good(what, `OK. It decrypts every secret (stored secrets: ${count}).`);
}

async function lookAtBlobs({ blobs, database }: Installation): Promise<Finding> {
  const what = "Files";
  let missing = 0;
  const needed = [...(await neededBlobs(database.reader))].filter((sha256) => sha256 !== "");
  try {
    for (const sha256 of needed) if (!(await blobs.has(sha256))) missing++;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return bad(what, "The file storage (INLET_S3_ENDPOINT) is not working.");
  }
  if (missing === 0)
    return good(what, `OK. No uploads or imports are missing (files: ${needed.length}).`);
  return bad(
    what,
    `${missing} uploaded files are missing. Attach them again to the affected drafts, or restore the files if you have a copy.`,
  );
}

async function lookAtDisk({ dir, databaseFile }: Installation): Promise<Finding> {
  const what = "Disk";
  const disk = await statfs(dir);
  const free = disk.bavail * disk.bsize;
  const size = (await stat(databaseFile).catch(() => null))?.size ?? 0;
  const gib = `${(free / 1024 ** 3).toFixed(1)} GiB free`;
  if (free < leastFreeBytes)
    return bad(what, `Only ${gib}. Free up space: no mail is synced while the disk is full.`);
  if (free < size)
    return note(
      what,
      `${gib}: not enough for a copy of the database, which backups and upgrades need.`,
    );
  return good(what, `${gib}.`);
}

async function lookAtJobs({ database }: Installation): Promise<Finding> {
  const what = "Jobs";
  const { late, abandoned, failing } = await stuckJobs(database, { now: clock.now(), lateMs });
  if (late + abandoned > 0) {
    return note(
      what,
      `${late + abandoned} are more than 15 minutes overdue. This is expected while Inlet is stopped; otherwise restart it.`,
    );
  }
  if (failing > 0) {
    return note(what, `${failing} keep failing. See Administration > Jobs.`);
  }
  return good(what, "OK. None is stuck.");
}

async function lookAtAccounts({ database }: Installation): Promise<Finding> {
  const what = "Mail accounts";
  const { total, inTrouble } = await countAccounts(database.reader);
  if (inTrouble === 0)
    return good(what, total === 0 ? "None yet." : `OK. No errors (accounts: ${total}).`);
  return note(what, `${inTrouble} of ${total} have errors. See Administration > Mail accounts.`);
}

async function lookAtAdmins({ database }: Installation): Promise<Finding> {
  const what = "Administrators";
  const { users, admins } = await countAdmins(database);
  if (users === 0) return note(what, "No users yet. The first to sign up becomes administrator.");
  if (admins > 0) return good(what, `OK (administrators: ${admins}).`);
  return bad(what, "No administrator can sign in. Run npm run inlet -- make-admin EMAIL");
}

function good(what: string, finding: string): Finding {
  return { what, state: "good", finding };
}

function note(what: string, finding: string): Finding {
  return { what, state: "note", finding };
}

function bad(what: string, finding: string): Finding {
  return { what, state: "bad", finding };
}
