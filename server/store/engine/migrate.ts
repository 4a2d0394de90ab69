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
  /** The migrations, up to a version, that this one replaces: it creates the same schema. */
  replaces?: { version: string; names: string[] };
}

interface PendingMigration {
  name: string;
  sql: string;
  /** Recorded migrations that this one replaces. They created its schema; only its record is missing. */
  recorded: string[];
}

/** The difference between the migrations of this version and those recorded in a database. */
interface SchemaState {
  pending: PendingMigration[];
  /** Recorded migrations that this version does not know. */
  newer: string[];
  /** The version that must upgrade the database before this one can; "" if this one can. */
  needs: string;
}

const recordTable = `CREATE TABLE IF NOT EXISTS schema_migrations (name text PRIMARY KEY, applied_at bigint NOT NULL)`;
const recordTableSqlite = `CREATE TABLE IF NOT EXISTS schema_migrations (name TEXT PRIMARY KEY NOT NULL, applied_at INTEGER NOT NULL) STRICT`;
/** An arbitrary number, the same in every process. The holder of this lock migrates. */
const lockNumber = 7_120_264_411;
/** Table that exists in a PostgreSQL database during a restore: its data must not be used yet. */
export const restoringTable = "inlet_restoring";

const replacedList = /^-- Replaces the migrations of (v[\d.]+):\n((?:-- {3}\S+\n)+)/m;

/**
 * Updates the schema: all pending files in one transaction, only once if several processes start at the same time. Copies SQLite
 * data into `backupDir` first. Throws UpgradeStopped for data that is too new or too old.
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
  /** Called before a migration changes data of an earlier version, which takes minutes for very large mailboxes. */
  onUpgrade?: (migration: string) => void;
}

/** Throws UpgradeStopped if these migrations created a schema that this version does not know. */
export async function checkSchema(engine: Engine, applied: string[]): Promise<void> {
  pendingOf(await readMigrations(engine), applied);
}

/** Returns what a database lacks of this version's schema and what a newer version added; null for an empty database. */
export async function schemaState(database: Database): Promise<SchemaState | null> {
  const applied = await sql<{ name: string }>`select name from schema_migrations`
    .execute(database.kysely)
    .then(
      ({ rows }) => rows.map(({ name }) => name),
      () => null,
    );
  return applied && compare(await readMigrations(database.engine), applied);
}

/** Returns the migrations of this version in their order. */
export async function readMigrations(engine: Engine): Promise<Migration[]> {
  const folder = join(fileURLToPath(new URL("migrations", import.meta.url)), engine);
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).toSorted();
  const migrations: Migration[] = [];
  // Reads one file at a time: the process may be able to open only a few.
  for (const name of names) {
    const text = await readFile(join(folder, name), "utf8");
    const [, version = "", list = ""] = replacedList.exec(text) ?? [];
    const replaced = list.split("\n").filter((line) => line !== "");
    const replaces = { version, names: replaced.map((line) => line.slice("--   ".length)) };
    migrations.push({ name, sql: text, ...(version !== "" && { replaces }) });
  }
  return migrations;
}

function compare(migrations: Migration[], applied: string[]): SchemaState {
  const done = new Set(applied);
  const known = new Set(
    migrations.flatMap(({ name, replaces }) => [name, ...(replaces?.names ?? [])]),
  );
  const state: SchemaState = {
    pending: [],
    newer: applied.filter((name) => !known.has(name)),
    needs: "",
  };
  for (const { name, sql: text, replaces } of migrations) {
    if (done.has(name)) continue;
    const { version = "", names = [] } = replaces ?? {};
    const recorded = names.filter((each) => done.has(each));
    if (recorded.length > 0 && recorded.length < names.length) state.needs ||= version;
    state.pending.push({ name, sql: text, recorded });
  }
  return state;
}

/** Returns the migrations that are not recorded yet, in their order. Throws UpgradeStopped. */
function pendingOf(migrations: Migration[], applied: string[]): PendingMigration[] {
  const { pending, newer, needs } = compare(migrations, applied);
  if (newer[0] !== undefined) {
    throw new UpgradeStopped(
      `This data was written by a newer version of Inlet (${newer[0]}). Start that version, or restore the backup made before it.`,
    );
  }
  if (needs !== "") {
    throw new UpgradeStopped(
      `This data was written by a version of Inlet before ${needs}. Start ${needs} with it once, or restore the backup with ${needs}. Then start this version. Nothing was changed.`,
    );
  }
  return pending;
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
      // The records are read again under the lock, because another process may have migrated first.
      for (const { name, sql, recorded } of pendingOf(migrations, appliedIn(file))) {
        let at = Date.now();
        if (recorded.length > 0) at = dropRecords(file, recorded);
        else {
          if (applied.length > 0) onUpgrade?.(name);
          file.exec(sql);
        }
        file
          .prepare("INSERT INTO schema_migrations (name, applied_at) VALUES (?, ?)")
          .run(name, at);
      }
      file.exec("COMMIT");
    } catch (error) {
      // On a full disk SQLite may have rolled back already.
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

/** Deletes these records and returns the earliest time in them, which is the time of the installation. */
function dropRecords(file: DatabaseSync, names: string[]): number {
  const rows = file
    .prepare(
      "DELETE FROM schema_migrations WHERE name IN (SELECT value FROM json_each(?)) RETURNING applied_at AS at",
    )
    .all(JSON.stringify(names));
  return Math.min(...rows.map(({ at }) => Number(at)));
}

async function migratePostgres(
  url: string,
  migrations: Migration[],
  { isRestoring = false, onUpgrade }: MigrateOptions,
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  let lost: Error | null = null;
  let isCommitting = false;
  // Without a listener, an error would end the process with a stack trace.
  client.on("error", (error) => (lost = error));
  await client.connect();
  try {
    // Without this, the transaction of a killed process can continue for minutes, with the lock that the next start waits for.
    // Not every operating system or PostgreSQL version can check the connection: there it ends after the current statement.
    await client.query("SET client_connection_check_interval = '1s'").catch(() => undefined);
    await client.query("BEGIN");
    await client.query("SELECT pg_advisory_xact_lock($1)", [lockNumber]);
    if (!isRestoring) await refuseHalf(client);
    await client.query(recordTable);
    const applied = await client.query<{ name: string }>("SELECT name FROM schema_migrations");
    const names = applied.rows.map((row) => row.name);
    for (const { name, sql, recorded } of pendingOf(migrations, names)) {
      let at = Date.now();
      if (recorded.length > 0) {
        const { rows } = await client.query<{ at: string }>(
          "DELETE FROM schema_migrations WHERE name = ANY($1) RETURNING applied_at AS at",
          [recorded],
        );
        at = Math.min(...rows.map((row) => Number(row.at)));
      } else {
        if (names.length > 0) onUpgrade?.(name);
        await client.query(sql);
      }
      const record = "INSERT INTO schema_migrations (name, applied_at) VALUES ($1, $2)";
      await client.query(record, [name, at]);
    }
    isCommitting = true;
    await client.query("COMMIT");
  } catch (error) {
    // On a lost connection PostgreSQL rolls back, and cannot be queried any more.
    await client.query("ROLLBACK").catch((failed: Error) => (lost ??= failed));
    if (lost === null) throw stoppedByDisk(error, "of PostgreSQL");
    throw brokenOff(error, { isCommitting });
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Throws if a restore was interrupted: the data is only part of a backup, or messages that were sent would be sent again. */
async function refuseHalf(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ half: string | null }>("SELECT to_regclass($1) AS half", [
    `public.${restoringTable}`,
  ]);
  if (!rows[0]?.half) return;
  throw new UpgradeStopped(
    "A restore into this database was interrupted. Run it again: npm run restore FILE -- --replace.",
  );
}
