import { readdir, stat, statfs } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { systemClock as clock } from "#/base/clock.ts";
import { Failure } from "#/base/fail.ts";
import { createSealedBox, WrongKey } from "#/base/sealed-box.ts";
import { keyFiles } from "#/roles/data-folder.ts";
import { countAccounts } from "#/store/admin-operation.ts";
import { connectedPrograms, describePrograms } from "#/store/connected-programs.ts";
import { FolderInUse, lockFolder } from "#/store/folder-lock.ts";
import { brokenParts, countAdmins, stuckJobs } from "#/store/look-through.ts";
import { schemaState } from "#/store/migrate.ts";
import { neededBlobs } from "#/store/needed-blobs.ts";
import { sealedColumns, sealedValues } from "#/store/sealed-values.ts";
import type { Installation } from "./installation.ts";

/** What was looked at, and what is to be done where it is not well. */
export interface Finding {
  what: string;
  /** `note`: worth knowing, and nothing that has to be done. */
  state: "good" | "note" | "bad";
  says: string;
}

const lateMs = 15 * 60_000;
const leastFreeBytes = 1024 ** 3;

/** Looks the whole installation through and changes nothing, whether it runs or not. */
export async function examineInstallation(installation: Installation): Promise<Finding[]> {
  const findings: Finding[] = [
    ...(await lookAtFolder(installation)),
    lookAtLock(installation),
    ...(await lookAtConnections(installation)),
  ];
  const schema = await lookAtSchema(installation);
  findings.push(schema, await lookAtDatabase(installation));
  // Of another version the tables need not be there.
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
      return [bad(what, `${file} belongs to somebody else. Run this, and Inlet, as its owner.`)];
    }
    if ((mode & 0o077) !== 0) open.push(file);
  }
  if (open.length > 0) {
    return [bad(what, `Others on this machine may look into it: chmod -R go-rwx ${dir}`)];
  }
  return [good(what, `${dir} is for its owner alone.`)];
}

function lookAtLock({ dir }: Installation): Finding {
  const what = "Server";
  try {
    lockFolder(dir).release();
    return note(what, "Inlet does not run in this folder now.");
  } catch (error) {
    if (error instanceof FolderInUse) return good(what, "Inlet runs.");
    throw error;
  }
}

/** Processes elsewhere share a PostgreSQL database. */
async function lookAtConnections(installation: Installation): Promise<Finding[]> {
  const { database, connectionName } = installation;
  const others = await connectedPrograms(database, connectionName);
  return describePrograms(others).map((one) => note("Connected", `${one}.`));
}

async function lookAtSchema({ database }: Installation): Promise<Finding> {
  const what = "Schema";
  const state = await schemaState(database);
  if (state === null) return bad(what, "The database is empty. Start Inlet once.");
  const [newer] = state.newer;
  if (newer !== undefined) {
    return bad(
      what,
      `A newer Inlet wrote this database (${newer}). Start that version, or restore the backup made before it.`,
    );
  }
  if (state.pending.length > 0) {
    return bad(
      what,
      `${state.pending.length} migrations are missing. Start Inlet, which runs them.`,
    );
  }
  return good(what, "All migrations are there.");
}

async function lookAtDatabase({ database }: Installation): Promise<Finding> {
  const what = "Database";
  // What cannot even be read is said by the database itself.
  const broken = await brokenParts(database).catch((error: Error) => [error.message]);
  if (broken.length === 0) return good(what, "It is whole.");
  return bad(
    what,
    `It is damaged: ${broken.slice(0, 3).join("; ")}. Stop Inlet, keep a copy of the folder, and restore a backup.`,
  );
}

async function lookAtKey({ dir, database, secretKey }: Installation): Promise<Finding> {
  const what = "Secret key";
  const names = await readdir(dir);
  if (names.includes(path.basename(keyFiles(dir).next))) {
    return bad(what, "A change of it was broken off: npm run inlet -- rotate-keys finishes it.");
  }
  if (secretKey === null) {
    return bad(what, "There is none. Put back secret.key, or give the INLET_SECRET_KEY it had.");
  }
  const box = createSealedBox(secretKey);
  let count = 0;
  for (const column of sealedColumns) {
    for (const { value, place, key } of await sealedValues(database.reader, column)) {
      try {
        box.open(value, place);
        count++;
      } catch (error) {
        if (error instanceof WrongKey) return bad(what, error.message);
        return bad(
          what,
          `A secret in ${column.table}.${column.column} is damaged (row ${key}). Whoever it belongs to has to give it anew.`,
        );
      }
    }
  }
  return good(what, `It opens every secret (stored secrets: ${count}).`);
}

async function lookAtBlobs({ blobs, database }: Installation): Promise<Finding> {
  const what = "Files";
  let missing = 0;
  const needed = [...(await neededBlobs(database.reader))].filter((sha256) => sha256 !== "");
  try {
    for (const sha256 of needed) if (!(await blobs.has(sha256))) missing++;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return bad(what, "The store of files (INLET_S3_ENDPOINT) does not do what it is asked.");
  }
  if (missing === 0)
    return good(what, `Every upload and import is there (files: ${needed.length}).`);
  return bad(
    what,
    `${missing} uploaded files are missing. Drafts that name them have to be attached to anew; restore the files if you have a copy.`,
  );
}

async function lookAtDisk({ dir, databaseFile }: Installation): Promise<Finding> {
  const what = "Disk";
  const disk = await statfs(dir);
  const free = disk.bavail * disk.bsize;
  const size = (await stat(databaseFile).catch(() => null))?.size ?? 0;
  const gib = `${(free / 1024 ** 3).toFixed(1)} GiB are free`;
  if (free < leastFreeBytes)
    return bad(what, `Only ${gib}. Make room: mail waits while it is full.`);
  if (free < size)
    return note(
      what,
      `${gib}: too little for a copy of the database, as backups and upgrades make.`,
    );
  return good(what, `${gib}.`);
}

async function lookAtJobs({ database }: Installation): Promise<Finding> {
  const what = "Jobs";
  const { late, abandoned, failing } = await stuckJobs(database, { now: clock.now(), lateMs });
  if (late + abandoned > 0) {
    return note(
      what,
      `${late + abandoned} should have run a quarter of an hour ago. That is well while Inlet does not run; otherwise start it anew.`,
    );
  }
  if (failing > 0) {
    return note(what, `${failing} fail again and again. Administration > Jobs says why.`);
  }
  return good(what, "None is stuck.");
}

async function lookAtAccounts({ database }: Installation): Promise<Finding> {
  const what = "Mail accounts";
  const { total, inTrouble } = await countAccounts(database.reader);
  if (inTrouble === 0)
    return good(what, total === 0 ? "There is none yet." : `All are well (accounts: ${total}).`);
  return note(
    what,
    `${inTrouble} of ${total} are in trouble. Administration > Mail accounts says why.`,
  );
}

async function lookAtAdmins({ database }: Installation): Promise<Finding> {
  const what = "Administrators";
  const { users, admins } = await countAdmins(database);
  if (users === 0) return note(what, "Nobody has signed up yet; who does first becomes one.");
  if (admins > 0) return good(what, admins === 1 ? "There is one." : `There are ${admins}.`);
  return bad(what, "There is none who can sign in: npm run inlet -- make-admin EMAIL");
}

function good(what: string, says: string): Finding {
  return { what, state: "good", says };
}

function note(what: string, says: string): Finding {
  return { what, state: "note", says };
}

function bad(what: string, says: string): Finding {
  return { what, state: "bad", says };
}
