import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { passOverAnchors } from "../audit/anchors.ts";
import { lockFolder } from "../engine/data-folder-lock.ts";
import { notAsRoot } from "../engine/data-folder-owner.ts";
import { checkSchema } from "../engine/migrate.ts";
import {
  BackupRefused,
  checkBackupKey,
  checkedEntries,
  contentOf,
  type Manifest,
  readManifest,
} from "./manifest.ts";
import { copyWhole, manifestOfCopy } from "./plain-copy.ts";
import { readSnapshot } from "./read-snapshot.ts";
import { fillPostgres } from "./restore-postgres.ts";
import { replaceSqlite } from "./move-aside.ts";
import { blobsKept, peopleIn } from "./current-data.ts";
import type { Restored, RestoreTarget, Filling } from "./restore-target.ts";
import { dropUnfinishedRestores, restoreFolder } from "./unfinished-restores.ts";
import { checkRows, finish, type Finished } from "./finish-restored.ts";

/**
 * Restores a backup, verified before and after, and removes from it everything that must not happen twice. Existing data is set
 * aside, never deleted. Nothing is changed until the last moment: after a failure the installation is as before. Throws
 * BackupRefused, FolderInUse.
 */
export async function restore(
  target: RestoreTarget,
  file: string,
  options: { isReplacing: boolean },
): Promise<Restored> {
  await mkdir(target.dataDir, { recursive: true, mode: 0o700 });
  const refused = notAsRoot(target.dataDir);
  if (refused !== null) throw new BackupRefused(refused);
  const lock = lockFolder(target.dataDir);
  const work = restoreFolder(target.dataDir);
  try {
    await dropUnfinishedRestores(target.dataDir);
    const plain = await manifestOfCopy(file, target.box);
    const manifest = plain ?? (await readManifest(file));
    await check(target, manifest, options);
    await mkdir(work, { mode: 0o700 });
    const copy = path.join(work, manifest.database.name);
    if (plain) await copyWhole(file, copy);
    else await unpack(target, { file, manifest, copy });
    const stamp = new Date(target.now).toISOString().slice(0, 19).replaceAll(/\D/g, "");
    const aside = path.join(target.dataDir, `before-restore-${stamp}`);
    const put = target.engine === "sqlite" ? putSqlite : fillPostgres;
    const { auditSeq, ...done } = await put(target, { copy, manifest, aside, stamp });
    await passOverAnchors(target.dataDir, { after: auditSeq, aside });
    const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0);
    const { madeAt, blobs, missing } = manifest;
    return { ...done, madeAt, rows, blobs: blobs.length, missing: missing.length };
  } finally {
    await rm(work, { recursive: true, force: true });
    lock.release();
  }
}

async function check(
  target: RestoreTarget,
  manifest: Manifest,
  { isReplacing }: { isReplacing: boolean },
): Promise<void> {
  if (manifest.engine !== target.engine) {
    const names = { sqlite: "SQLite", postgres: "PostgreSQL" };
    throw new BackupRefused(
      `This is a backup of ${names[manifest.engine]}, and this Inlet uses ${names[target.engine]}: ${
        manifest.engine === "postgres" ? "set" : "unset"
      } DATABASE_URL.`,
    );
  }
  await checkSchema(manifest.engine, manifest.migrations);
  checkBackupKey(target.box, manifest);
  const people = await peopleIn(target);
  if (people === 0 || isReplacing) return;
  const present =
    people === null
      ? "The data here cannot be read."
      : `This server already has ${people === 1 ? "1 user" : `${people} users`}.`;
  throw new BackupRefused(
    `${present} With \`npm run restore FILE -- --replace\` it is set aside and replaced by the backup.`,
  );
}

/** Unpacks and verifies everything that the manifest names: the database into the folder, the files into the blob storage. */
async function unpack(
  { blobs }: RestoreTarget,
  { file, manifest, copy }: { file: string; manifest: Manifest; copy: string },
): Promise<void> {
  for await (const entry of checkedEntries(file, manifest)) {
    const content = contentOf(file, entry);
    if (entry.name === manifest.database.name) {
      await pipeline(content, createWriteStream(copy, { mode: 0o600, flush: true }));
    } else await blobs.putStream(content);
  }
}

async function putSqlite(
  target: RestoreTarget,
  { copy, manifest, aside }: Filling,
): Promise<Finished & Pick<Restored, "aside">> {
  const { rows } = readSnapshot(copy);
  checkRows(rows, manifest);
  const settled = await finish(copy, target.now);
  await blobsKept(target, aside);
  const isKept = await replaceSqlite(copy, target.url, aside);
  return { ...settled, aside: isKept ? aside : "" };
}
