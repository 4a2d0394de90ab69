/**
 * `npm run backup`: makes a backup immediately, with the server's settings, even while the server runs. The backup is kept until
 * the operator deletes it.
 */
import { chownSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { createLog } from "../server/base/log.ts";
import { createSecretBox } from "../server/base/secret-box.ts";
import { ConfigError, parseConfig } from "../server/config.ts";
import { everyBlobOf } from "../server/processes/setup/open-blobs.ts";
import { findSecretKey } from "../server/processes/setup/data-folder.ts";
import { backUp } from "../server/store/backup/create-backup.ts";
import { BackupRefused, withoutFiles } from "../server/store/backup/manifest.ts";

try {
  const config = parseConfig(process.env);
  const { dataDir } = config;
  const key = await findSecretKey(dataDir, config.secretKey);
  if (key === null) {
    throw new BackupRefused(
      `There is no Inlet in ${dataDir}. Set INLET_DATA_DIR to the server's data folder.`,
    );
  }
  const dir = config.backups.dir ?? path.join(dataDir, "backups");
  const url = config.databaseUrl ?? path.join(dataDir, "inlet.db");
  const packageFile = path.join(import.meta.dirname, "../package.json");
  const { version }: { version?: unknown } = JSON.parse(readFileSync(packageFile, "utf8"));
  const { file, sizeBytes, missing } = await backUp(
    {
      database: { engine: config.databaseUrl === null ? "sqlite" : "postgres", url },
      blobs: everyBlobOf({ ...config, dir: path.join(dataDir, "blobs"), log: createLog("error") }),
      box: createSecretBox(key),
      dir,
      version: String(version),
      now: Date.now,
    },
    "manual",
  );
  // When run as root: give the files to the server's user, who continues to write in this folder.
  const { uid, gid } = statSync(dataDir);
  const isRoot = process.getuid?.() === 0 && uid !== 0;
  for (const name of isRoot ? [".", file, "last-try.json"] : []) {
    chownSync(path.join(dir, name), uid, gid);
  }
  if (missing > 0) process.stderr.write(`${withoutFiles(missing)}\n`);
  const where = config.secretKey ? "INLET_SECRET_KEY" : path.join(dataDir, "secret.key");
  process.stdout.write(
    `${path.join(dir, file)} (${(sizeBytes / 2 ** 20).toFixed(1)} MB)\nThe backup does not contain the secret key. Without the key, mailbox passwords are lost. Keep a copy of ${where} somewhere else.\n`,
  );
} catch (error) {
  if (!(error instanceof BackupRefused || error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
