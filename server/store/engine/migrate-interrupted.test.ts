import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { freshPostgres } from "#/testing/database/postgres.ts";
import { type Database, openDatabase } from "./database.ts";
import { migrate } from "./migrate.ts";

/** Returns a database of this version, and its migrations followed by others. */
async function aServer() {
  const { url, drop } = await freshPostgres();
  onTestFinished(drop);
  const database = await openDatabase({ url });
  onTestFinished(() => database.close());
  const known = await appliedIn(database);
  const upTo = (...more: string[]) => [
    ...known.map((name) => ({ name, sql: "" })),
    ...more.map((statement, at) => ({ name: `2098-01-0${at + 1}.sql`, sql: statement })),
  ];
  return { database, url, known, upTo };
}

async function appliedIn({ kysely }: Database): Promise<string[]> {
  const { rows } = await sql<{
    name: string;
  }>`select name from schema_migrations order by name`.execute(kysely);
  return rows.map(({ name }) => name);
}

const end = "SELECT pg_terminate_backend(pg_backend_pid())";

test("reports a connection lost during an upgrade in a sentence, and changes nothing", async () => {
  const { database, known, upTo } = await aServer();
  await expect(
    migrate(database, { migrations: upTo("CREATE TABLE next (a text)", end) }),
  ).rejects.toThrow(
    "The connection to PostgreSQL was lost during the upgrade. The upgrade was rolled back. Start Inlet again once PostgreSQL is running.",
  );
  expect(await appliedIn(database)).toEqual(known);
  const migrations = upTo("CREATE TABLE next (a text)");
  await migrate(database, { migrations });
  expect(await appliedIn(database)).toEqual(migrations.map(({ name }) => name));
});

test("a connection lost at the end of an upgrade leaves open whether the upgrade completed", async () => {
  const { database, known, upTo } = await aServer();
  const atCommit = `
    CREATE TABLE next (a text);
    CREATE FUNCTION break_off() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
    CREATE CONSTRAINT TRIGGER at_commit AFTER INSERT ON next DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION break_off();
    INSERT INTO next VALUES ('one')`;
  await expect(migrate(database, { migrations: upTo(atCommit) })).rejects.toThrow(
    "The connection to PostgreSQL was lost during the upgrade. The upgrade either completed or was rolled back. Start Inlet again once PostgreSQL is running.",
  );
  expect(await appliedIn(database)).toEqual(known);
});

test("PostgreSQL soon ends the statement of a killed process, and the next start does not wait for it", async () => {
  const { database, url, known, upTo } = await aServer();
  const script = `
    const { openDatabase } = await import(${JSON.stringify(path.join(import.meta.dirname, "database.ts"))});
    const { migrate } = await import(${JSON.stringify(path.join(import.meta.dirname, "migrate.ts"))});
    const database = await openDatabase({ url: ${JSON.stringify(url)} });
    await migrate(database, { migrations: ${JSON.stringify(upTo("SELECT pg_sleep(120)"))} });`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: "inherit",
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const sleeping = () =>
    sql<{
      pid: number;
    }>`select pid from pg_stat_activity where datname = current_database() and query = 'SELECT pg_sleep(120)' and state = 'active'`
      .execute(database.kysely)
      .then(({ rows }) => rows.length);
  await expect.poll(sleeping).toBe(1);
  child.kill("SIGKILL");
  await once(child, "exit");
  await expect.poll(sleeping).toBe(0);
  await migrate(database, { migrations: upTo() });
  expect(await appliedIn(database)).toEqual(known);
});
