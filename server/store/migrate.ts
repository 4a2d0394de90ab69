import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import pg from "pg";
import { copyBeforeUpgrade } from "./copy-before-upgrade.ts";
import type { Database, Engine } from "./database.ts";
import { openSqlite } from "./sqlite.ts";
import { brokenOff, stoppedByDisk, UpgradeStopped } from "./upgrade-stopped.ts";

interface Migration {
  name: string;
  sql: string;
}

const recordTable = `CREATE TABLE IF NOT EXISTS schema_migrations (name text PRIMARY KEY, applied_at bigint NOT NULL)`;
const recordTableSqlite = `CREATE TABLE IF NOT EXISTS schema_migrations (name TEXT PRIMARY KEY NOT NULL, applied_at INTEGER NOT NULL) STRICT`;
/** Any number, the same in every process: who holds this lock migrates. */
const lockNumber = 7_120_264_411;
/** Stands in a PostgreSQL database while a backup is put back: what is in it must not be worked on yet. */
export const restoringTable = "inlet_restoring";

/**
 * Brings the schema up to date: all pending files in one transaction, however many processes start at once.
 * Fails with a sentence when a newer Inlet wrote the data. SQLite data is copied into `backupDir` first.
 */
export async function migrate(database: Database, options: MigrateOptions = {}): Promise<void> {
  const migrations = options.migrations ?? (await readMigrations(database.engine));
  if (database.engine === "sqlite") migrateSqlite(database.url, migrations, options);
  else await migratePostgres(database.url, migrations, options);
}

interface MigrateOptions {
  backupDir?: string;
  migrations?: Migration[];
  isRestoring?: boolean;
  /** Data of an earlier version is changed by this file now: of very much mail it takes minutes. */
  onUpgrade?: (migration: string) => void;
}

/** Throws with a sentence when these migrations made a schema that this version does not know. */
export async function checkSchema(engine: Engine, applied: string[]): Promise<void> {
  pendingOf(await readMigrations(engine), applied);
}

/** What of this version's schema is missing, and what a newer one added; null for an empty database. */
export async function schemaState(
  database: Database,
): Promise<{ pending: string[]; newer: string[] } | null> {
  const known = (await readMigrations(database.engine)).map(({ name }) => name);
  const applied = await sql<{ name: string }>`select name from schema_migrations`
    .execute(database.kysely)
    .then(
      ({ rows }) => rows.map(({ name }) => name),
      () => null,
    );
  if (applied === null) return null;
  return {
    pending: known.filter((name) => !applied.includes(name)),
    newer: applied.filter((name) => !known.includes(name)),
  };
}

async function readMigrations(engine: Engine): Promise<Migration[]> {
  const folder = join(fileURLToPath(new URL("migrations", import.meta.url)), engine);
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).toSorted();
  const migrations: Migration[] = [];
  // One file at a time: a process may have few to open.
  for (const name of names) {
    migrations.push({ name, sql: await readFile(join(folder, name), "utf8") });
  }
  return migrations;
}

function pendingOf(migrations: Migration[], applied: string[]): Migration[] {
  const known = new Set(migrations.map(({ name }) => name));
  const newer = applied.find((name) => !known.has(name));
  if (newer !== undefined) {
    throw new UpgradeStopped(
      `This data was written by a newer version of Inlet (${newer}). Start that version, or restore the backup made before it.`,
    );
  }
  const done = new Set(applied);
  return migrations.filter(({ name }) => !done.has(name));
}

function migrateSqlite(
  path: string,
  migrations: Migration[],
  { backupDir, onUpgrade }: MigrateOptions,
): void {
  const file = openSqlite(path);
  try {
    file.exec(recordTableSqlite);
    const applied = appliedIn(file);
    const [first] = pendingOf(migrations, applied);
    if (first === undefined) return;
    if (applied.length > 0 && backupDir !== undefined)
      copyBeforeUpgrade(file, backupDir, first.name);
    file.exec("BEGIN IMMEDIATE");
    try {
      // Read again under the lock: another process may have come first.
      for (const { name, sql } of pendingOf(migrations, appliedIn(file))) {
        if (applied.length > 0) onUpgrade?.(name);
        file.exec(sql);
        file
          .prepare("INSERT INTO schema_migrations (name, applied_at) VALUES (?, ?)")
          .run(name, Date.now());
      }
      file.exec("COMMIT");
    } catch (error) {
      // On a full disk SQLite may have rolled back by itself.
      if (file.isTransaction) file.exec("ROLLBACK");
      throw stoppedByDisk(error, `of ${dirname(path)}`);
    }
  } finally {
    file.close();
  }
}

function appliedIn(file: DatabaseSync): string[] {
  const rows = file.prepare("SELECT name FROM schema_migrations ORDER BY name").all();
  return rows.map(({ name }) => String(name));
}

async function migratePostgres(
  url: string,
  migrations: Migration[],
  { isRestoring = false, onUpgrade }: MigrateOptions,
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  let lost: Error | null = null;
  let isCommitting = false;
  // Without a listener the process would end in the middle, with a stack.
  client.on("error", (error) => (lost = error));
  await client.connect();
  try {
    // Of a process that is killed nothing goes on for minutes, with the lock that the next start waits for. Not every
    // system can look, nor every PostgreSQL: there a statement ends first.
    await client.query("SET client_connection_check_interval = '1s'").catch(() => undefined);
    await client.query("BEGIN");
    await client.query("SELECT pg_advisory_xact_lock($1)", [lockNumber]);
    if (!isRestoring) await refuseHalf(client);
    await client.query(recordTable);
    const applied = await client.query<{ name: string }>("SELECT name FROM schema_migrations");
    for (const { name, sql } of pendingOf(
      migrations,
      applied.rows.map((row) => row.name),
    )) {
      if (applied.rows.length > 0) onUpgrade?.(name);
      await client.query(sql);
      await client.query("INSERT INTO schema_migrations (name, applied_at) VALUES ($1, $2)", [
        name,
        Date.now(),
      ]);
    }
    isCommitting = true;
    await client.query("COMMIT");
  } catch (error) {
    // Of a lost connection PostgreSQL rolls back by itself, and nothing can be asked of it.
    await client.query("ROLLBACK").catch((failed: Error) => (lost ??= failed));
    if (lost === null) throw stoppedByDisk(error, "of PostgreSQL");
    throw brokenOff(error, { isCommitting });
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** A restore was broken off: what stands there is a part of a backup, or would send what was sent. */
async function refuseHalf(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ half: string | null }>("SELECT to_regclass($1) AS half", [
    `public.${restoringTable}`,
  ]);
  if (!rows[0]?.half) return;
  throw new UpgradeStopped(
    "A restore into this database was interrupted. Run it again: npm run restore FILE -- --replace.",
  );
}
