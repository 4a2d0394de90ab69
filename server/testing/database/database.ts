import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, onTestFinished } from "vitest";
import { type Database, type Engine, openDatabase } from "#/store/engine/database.ts";
import { freshFile } from "./fresh-file.ts";
import { freshPostgres } from "./postgres.ts";

const chosen = process.env["INLET_TEST_ENGINES"];

/** For tests in which the engine matters. `INLET_TEST_ENGINES=sqlite` excludes PostgreSQL. */
export const bothEngines: readonly Engine[] =
  chosen === "sqlite" ? ["sqlite"] : ["sqlite", "postgres"];

/**
 * For tests in which the engine does not matter: SQLite, and at night PostgreSQL too (`INLET_TEST_ENGINES=both`). The store's own
 * tests, searches and concurrency tests run on both, because PostgreSQL has concurrent transactions. `store/engine/statements.test.ts`
 * executes on PostgreSQL what ran on SQLite alone. A file in which only some tests need both engines defines these first, and
 * returns from its `describe` early on an engine that is not usual.
 */
export const usualEngines: readonly Engine[] = chosen === "both" ? bothEngines : ["sqlite"];

/** Runs the same tests on several engines. `open` creates a migrated, empty database that exists until the test ends. */
export function withDatabases(
  tests: (open: () => Promise<Database>, engine: Engine) => void,
  engines = bothEngines,
): void {
  describe.each(engines)("on %s", (engine) => {
    tests(() => openTestDatabase(engine), engine);
  });
}

/** Opens a migrated, empty database. It is closed and deleted when the current test ends. */
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
