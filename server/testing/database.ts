import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, onTestFinished } from "vitest";
import { type Database, type Engine, openDatabase } from "#/store/database.ts";
import { freshFile } from "./fresh-file.ts";
import { freshPostgres } from "./postgres.ts";

const chosen = process.env["INLET_TEST_ENGINES"];

/** For tests in which the engine makes a difference; `INLET_TEST_ENGINES=sqlite` leaves PostgreSQL out. */
export const bothEngines: readonly Engine[] =
  chosen === "sqlite" ? ["sqlite"] : ["sqlite", "postgres"];

/**
 * For tests in which the engine makes no difference: SQLite, and at night PostgreSQL too (`INLET_TEST_ENGINES=both`). On
 * both run the store's own tests, searches, and what several do at once, for PostgreSQL has transactions beside each
 * other. `store/statements.test.ts` executes on PostgreSQL what ran on SQLite alone. A file in which only some tests need
 * both defines these first and leaves its `describe` early on an engine that is not usual.
 */
export const usualEngines: readonly Engine[] = chosen === "both" ? bothEngines : ["sqlite"];

/** Runs the same tests on engines; `open` gives each its own migrated, empty database until the test ends. */
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
