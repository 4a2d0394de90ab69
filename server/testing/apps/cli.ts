import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { openDataFolder } from "#/processes/setup/data-folder.ts";
import { systemClock } from "#/base/clock.ts";
import { type Database, type Engine, openDatabase } from "#/store/engine/database.ts";
import { createCommandBus, type Execute } from "#/store/commands/command-bus.ts";
import { migrate } from "#/store/engine/migrate.ts";
import { freshPostgres } from "#/testing/database/postgres.ts";
import { type ApiClient, productProgram } from "./product-bundle.ts";

/** A data folder with a database, and no running process. */
export interface AloneInstallation extends AsyncDisposable {
  dir: string;
  secretKey: Buffer;
  database: Database;
  execute: Execute;
  /** Environment of a command. */
  env: Record<string, string>;
  /** Runs `work` while no other process is connected to the database. */
  alone: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/** Creates an installation in its state after the first start. */
export async function anInstallation(engine: Engine): Promise<AloneInstallation> {
  await using starting = new AsyncDisposableStack();
  const dir = await mkdtemp(path.join(tmpdir(), "inlet-cli-"));
  starting.defer(() => rm(dir, { recursive: true, force: true }));
  const folder = await openDataFolder(dir, null);
  const server = engine === "postgres" ? await freshPostgres() : null;
  if (server) starting.defer(server.drop);
  const url = server?.url ?? folder.database;
  const open = async () => {
    const database = await openDatabase({ url });
    const execute = createCommandBus(database, { clock: systemClock, onCommit: () => undefined });
    return { database, execute };
  };
  const now = { ...(await open()), secretKey: folder.secretKey };
  starting.defer(() => now.database.close());
  await migrate(now.database);
  const resources = starting.move();
  return Object.assign(now, {
    dir,
    env: { INLET_DATA_DIR: dir, ...(server && { DATABASE_URL: server.url }) },
    async alone<Result>(work: () => Promise<Result>) {
      await now.database.close();
      try {
        return await work();
      } finally {
        Object.assign(now, await open());
      }
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  });
}

/** Runs `inlet` with these arguments until it ends, or kills it after a number of output lines. */
export async function runInlet(
  env: Record<string, string>,
  words: readonly string[],
  {
    program = "inlet",
    killAfterLines = Number.POSITIVE_INFINITY,
  }: { program?: ApiClient; killAfterLines?: number } = {},
): Promise<{ code: number | null; output: string }> {
  const product = await productProgram(program);
  const child = spawn(process.execPath, [product.file, ...words], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...product.env, PORT: "0", ...env },
  });
  let output = "";
  const listen = (chunk: Buffer) => {
    output += chunk.toString();
    if (output.split("\n").length > killAfterLines) child.kill("SIGKILL");
  };
  child.stdout.on("data", listen);
  child.stderr.on("data", listen);
  await once(child, "close");
  return { code: child.exitCode, output };
}
