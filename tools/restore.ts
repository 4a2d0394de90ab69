/**
 * `npm run restore FILE`: restores a backup with the server's settings. The server must not run. With `-- --replace` at the end,
 * existing data is moved aside first.
 */
import path from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { Failure } from "../server/base/failure.ts";
import { createLog } from "../server/base/log.ts";
import { createSecretBox, WrongKey } from "../server/base/secret-box.ts";
import { ConfigError, parseConfig } from "../server/config.ts";
import { everyBlobOf } from "../server/processes/setup/open-blobs.ts";
import { findSecretKey } from "../server/processes/setup/data-folder.ts";
import { BackupRefused, withoutFiles } from "../server/store/backup/manifest.ts";
import { restore } from "../server/store/backup/restore.ts";
import { FolderInUse } from "../server/store/engine/data-folder-lock.ts";
import { UpgradeStopped } from "../server/store/engine/upgrade-stopped.ts";

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { replace: { type: "boolean", default: false } },
  });
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) {
    throw new BackupRefused(
      "Name one backup file, as in: npm run restore data/backups/inlet-….tar",
    );
  }
  const config = parseConfig(process.env);
  const { dataDir } = config;
  const key = await findSecretKey(dataDir, config.secretKey);
  if (key === null) {
    throw new BackupRefused(
      `There is no key in ${dataDir}. Put the secret.key of the server that made this backup there, or set its INLET_SECRET_KEY, and restore it again.`,
    );
  }
  const begun = performance.now();
  const done = await restore(
    {
      engine: config.databaseUrl === null ? "sqlite" : "postgres",
      url: config.databaseUrl ?? path.join(dataDir, "inlet.db"),
      dataDir,
      blobs: everyBlobOf({ ...config, dir: path.join(dataDir, "blobs"), log: createLog("error") }),
      box: createSecretBox(key),
      now: Date.now(),
    },
    path.resolve(file),
    { isReplacing: values.replace },
  );
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  const lines = [
    `Restored the backup of ${done.madeAt}: ${done.rows} rows and ${done.blobs} files, in ${seconds} s.`,
    ...(done.aside ? [`The previous data is kept in ${done.aside}.`] : []),
    ...(done.missing > 0 ? [withoutFiles(done.missing)] : []),
    ...(done.unconfirmed > 0
      ? [`Unsent emails that need confirmation in the Outbox: ${done.unconfirmed}.`]
      : []),
    "All users must sign in again. Start Inlet as usual.",
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
} catch (error) {
  const kinds = [BackupRefused, Failure, ConfigError, FolderInUse, UpgradeStopped, WrongKey];
  const isExplained = kinds.some((kind) => error instanceof kind);
  if (!isExplained || !(error instanceof Error)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
