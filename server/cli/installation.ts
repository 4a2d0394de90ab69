import { existsSync } from "node:fs";
import path from "node:path";
import { systemClock } from "#/base/clock.ts";
import { createLog } from "#/base/log.ts";
import type { Config } from "#/config.ts";
import { everyBlobOf } from "#/processes/setup/open-blobs.ts";
import { keyFiles, readKey } from "#/processes/setup/data-folder.ts";
import type { Blobs } from "#/store/blobs/blobs.ts";
import { connectionName } from "#/store/engine/database-clients.ts";
import { type Database, openDatabase } from "#/store/engine/database.ts";
import { createCommandBus, type Execute } from "#/store/commands/command-bus.ts";
import { schemaState } from "#/store/engine/migrate.ts";

/** An error explained in one sentence; any other error is a bug. */
export class Refusal extends Error {
  override name = "Refusal";
}

/** An existing installation, running or stopped. */
export interface Installation extends AsyncDisposable {
  dir: string;
  blobs: Pick<Blobs, "has">;
  databaseFile: string;
  /** The `application_name` of this process's connections in PostgreSQL. */
  connectionName: string;
  database: Database;
  execute: Execute;
  /** Null before it is created. */
  secretKey: Buffer | null;
}

/** The settings that locate an installation. */
export type InstallationConfig = Pick<
  Config,
  "dataDir" | "databaseUrl" | "secretKey" | "s3" | "allowedPrivateHosts"
>;

/** Opens an existing installation and creates nothing: a mistyped folder is reported. Throws Refusal. */
export async function openInstallation({
  dataDir,
  databaseUrl,
  secretKey,
  s3,
  allowedPrivateHosts,
}: InstallationConfig): Promise<Installation> {
  if (!existsSync(dataDir)) {
    throw new Refusal(
      `The data folder ${dataDir} does not exist. Set INLET_DATA_DIR to the right folder.`,
    );
  }
  const databaseFile = path.join(dataDir, "inlet.db");
  if (databaseUrl === null && !existsSync(databaseFile)) {
    throw new Refusal(
      `There is no database in ${dataDir}. Set INLET_DATA_DIR to the right folder, or start Inlet once.`,
    );
  }
  const name = connectionName("cli");
  const url = databaseUrl === null ? databaseFile : named(databaseUrl, name);
  const database = await openDatabase({ url });
  return {
    dir: dataDir,
    blobs: everyBlobOf({
      s3,
      allowedPrivateHosts,
      dir: path.join(dataDir, "blobs"),
      log: createLog("error"),
    }),
    databaseFile,
    connectionName: name,
    database,
    execute: createCommandBus(database, { clock: systemClock, onCommit: () => undefined }),
    secretKey: secretKey ?? (await readKey(keyFiles(dataDir).current)),
    [Symbol.asyncDispose]: () => database.close(),
  };
}

/** Checks that the schema has this version, so nothing is written into tables of another. Throws Refusal. */
export async function requireOwnSchema({ database }: Installation): Promise<void> {
  const state = await schemaState(database);
  if (state === null) throw new Refusal("The database is empty. Start Inlet once first.");
  if (state.newer.length > 0) {
    throw new Refusal(
      "The database was written by a newer Inlet. Use that version of this command.",
    );
  }
  if (state.pending.length > 0) {
    throw new Refusal("The database is from an older Inlet. Start this version once first.");
  }
}

/** Overrides any name in the URL: other connections are recognized by it. */
function named(databaseUrl: string, applicationName: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.set("application_name", applicationName);
  return url.href;
}
