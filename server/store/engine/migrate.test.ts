import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { bothEngines, openTestDatabase } from "#/testing/database/database.ts";
import { freshPostgres } from "#/testing/database/postgres.ts";
import { rowsOf } from "#/testing/factories/table-rows.ts";
import { openDatabase } from "./database.ts";
import { checkSchema, migrate } from "./migrate.ts";

async function aDirectory(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "inlet-test-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

test("the database file is accessible only to its owner, and migrating twice changes nothing", async () => {
  const path = join(await aDirectory(), "deep", "inlet.sqlite");
  const database = await openDatabase({ url: path });
  await migrate(database);
  await migrate(database);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  await database.close();
});

test("the reader connection cannot write", async () => {
  const database = await openDatabase({ url: join(await aDirectory(), "inlet.sqlite") });
  await migrate(database);
  const reader = database.reader as typeof database.kysely; // a careless cast could do this
  await expect(reader.deleteFrom("users").execute()).rejects.toThrow(
    /readonly|query_only|read-only/i,
  );
  await database.close();
});

test("a SQLite file with data is copied before pending migrations, an empty one is not", async () => {
  const dir = await aDirectory();
  const backupDir = join(dir, "backups");
  const database = await openDatabase({ url: join(dir, "inlet.sqlite") });
  const first = [{ name: "1-a.sql", sql: "CREATE TABLE kept (value TEXT)" }];
  await migrate(database, { backupDir, migrations: first });
  await expect(readdir(backupDir)).rejects.toThrow("ENOENT");
  const file = new DatabaseSync(database.url);
  file.exec("INSERT INTO kept VALUES ('data')");
  file.close();

  await mkdir(backupDir);
  await writeFile(join(backupDir, "1-before-2-b.sqlite.part"), "of a process that was killed");
  const second = [...first, { name: "2-b.sql", sql: "DROP TABLE kept" }];
  await migrate(database, { backupDir, migrations: second });
  const [copy, ...more] = await readdir(backupDir);
  expect(more).toEqual([]);
  expect(copy).toMatch(/-before-2-b\.sqlite$/);
  const backup = new DatabaseSync(join(backupDir, copy ?? ""));
  expect(backup.prepare("SELECT value FROM kept").get()).toEqual({ value: "data" });
  backup.close();
  await database.close();
});

test("an upgrade names each file that changes existing data, and a first start names none", async () => {
  const { url, drop } = await freshPostgres();
  onTestFinished(drop);
  for (const place of [join(await aDirectory(), "inlet.sqlite"), url]) {
    const database = await openDatabase({ url: place });
    const named: string[] = [];
    const onUpgrade = (name: string) => void named.push(name);
    await migrate(database, { onUpgrade });
    expect(named).toEqual([]);
    const known = await sql<{ name: string }>`select name from schema_migrations`
      .execute(database.kysely)
      .then(({ rows }) => rows.map(({ name }) => ({ name, sql: "" })));
    const migrations = [
      ...known,
      { name: "2098-01-01-next.sql", sql: "CREATE TABLE next (a TEXT)" },
    ];
    await migrate(database, { onUpgrade, migrations });
    expect(named).toEqual(["2098-01-01-next.sql"]);
    await database.close();
  }
});

describe.each(bothEngines)("on %s, a migration that replaces others", (engine) => {
  const present = readdirSync(join(import.meta.dirname, "migrations", engine));
  const replaces = { version: "v9.9.9", names: [...present, "next.sql"] };
  const migrations = [
    { name: "0001-whole.sql", sql: "CREATE TABLE never_made (a TEXT)", replaces },
    { name: "0002-more.sql", sql: "CREATE TABLE more (a TEXT)" },
  ];
  const record = (at: number) => sql`insert into schema_migrations values ('next.sql', ${at})`;

  test("is recorded instead of them, with the time of the first, if all were applied", async () => {
    const database = await openTestDatabase(engine);
    await record(5).execute(database.kysely);
    const changing: string[] = [];
    await migrate(database, { migrations, onUpgrade: (name) => void changing.push(name) });
    const rows = await rowsOf(database.url);
    const [whole, more] = rows.get("schema_migrations") ?? [];
    expect(whole).toMatchObject({ name: "0001-whole.sql", applied_at: "5" });
    expect(more).toMatchObject({ name: "0002-more.sql" });
    expect([rows.has("more"), rows.has("never_made")]).toEqual([true, false]);
    expect(changing).toEqual(["0002-more.sql"]);
  });

  test("leaves data with only some of them unchanged, and names the version that can upgrade it", async () => {
    const database = await openTestDatabase(engine);
    const before = await rowsOf(database.url);
    const backupDir = join(await aDirectory(), "backups");
    await expect(migrate(database, { migrations, backupDir })).rejects.toMatchObject({
      name: "UpgradeStopped",
      message:
        "This data was written by a version of Inlet before v9.9.9. Start v9.9.9 with it once, or restore the backup with v9.9.9. Then start this version. Nothing was changed.",
    });
    expect(await rowsOf(database.url)).toEqual(before);
    await expect(readdir(backupDir)).rejects.toThrow("ENOENT");
  });

  test("rejects a backup of data with only some of the first migrations, and accepts one with all", async () => {
    const text = await readFile(
      join(import.meta.dirname, "migrations", engine, "0001-initial.sql"),
      "utf8",
    );
    const names = text.split("\n").filter((line) => /^-- {3}2026-.*\.sql$/.test(line));
    const replaced = names.map((line) => line.slice("--   ".length));
    expect(replaced).toHaveLength(engine === "sqlite" ? 74 : 76);
    await checkSchema(engine, replaced);
    await expect(checkSchema(engine, replaced.slice(0, -1))).rejects.toThrow("before v0.1.0");
    await expect(checkSchema(engine, [...replaced, "later.sql"])).rejects.toThrow("newer version");
  });
});

test("a migration that fails leaves the file unchanged", async () => {
  const database = await openDatabase({ url: join(await aDirectory(), "inlet.sqlite") });
  const broken = [{ name: "1-a.sql", sql: "CREATE TABLE a (b TEXT); CREATE TABLE a (b TEXT)" }];
  await expect(migrate(database, { migrations: broken })).rejects.toThrow("already exists");
  await migrate(database);
  await database.close();
});

test("PostgreSQL data of a newer version is rejected with an explanation", async () => {
  const { url, drop } = await freshPostgres();
  onTestFinished(drop);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("INSERT INTO schema_migrations VALUES ('2099-01-01-later.sql', 0)");
  await client.end();
  const database = await openDatabase({ url });
  await expect(migrate(database)).rejects.toThrow(
    "This data was written by a newer version of Inlet (2099-01-01-later.sql).",
  );
  await database.close();
});

test("processes that start at the same time migrate once", async () => {
  const path = join(await aDirectory(), "inlet.sqlite");
  const script = `
    const { openDatabase } = await import(${JSON.stringify(join(import.meta.dirname, "database.ts"))});
    const { migrate } = await import(${JSON.stringify(join(import.meta.dirname, "migrate.ts"))});
    const database = await openDatabase({ url: ${JSON.stringify(path)} });
    await migrate(database);
    await database.close();`;
  const codes = await Promise.all(
    [1, 2, 3].map(async () => {
      const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
        stdio: "inherit",
      });
      const [code] = await once(child, "exit");
      return code as number;
    }),
  );
  expect(codes).toEqual([0, 0, 0]);
});
