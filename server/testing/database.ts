import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, onTestFinished } from "vitest";
import { type Database, type Engine, openDatabase } from "#/store/database.ts";
import { freshFile } from "./fresh-file.ts";
import { freshPostgres } from "./postgres.ts";

/** Runs the same tests on both engines; `open` gives each its own migrated, empty database until the test ends. */
export function withDatabases(
  tests: (open: () => Promise<Database>, engine: Engine) => void,
): void {
  describe.each<Engine>(["sqlite", "postgres"])("on %s", (engine) => {
    tests(() => openTestDatabase(engine), engine);
  });
}

/** A migrated, empty database of its own. It is closed and deleted when the current test ends. */
export async function openTestDatabase(engine: Engine): Promise<Database> {
  return engine === "sqlite" ? openTestFile() : openTestServer();
}

async function openTestFile(): Promise<Database> {
  const dir = await mkdtemp(join(tmpdir(), "inlet-test-"));
  const database = await openDatabase({ url: await freshFile(dir) });
  onTestFinished(async () => {
    await database.close();
    await rm(dir, { recursive: true, force: true });
  });
  return database;
}

async function openTestServer(): Promise<Database> {
  const { url, drop } = await freshPostgres();
  const database = await openDatabase({ url });
  onTestFinished(async () => {
    await database.close();
    await drop();
  });
  return database;
}
