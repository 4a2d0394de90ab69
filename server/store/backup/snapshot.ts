import { once } from "node:events";
import { Worker } from "node:worker_threads";
import pg from "pg";
import type { Engine } from "../engine/database.ts";
import { runPostgres } from "./postgres-tools.ts";

/** A copy of the database at one moment, and its contents. */
export interface Snapshot {
  migrations: string[];
  rows: Record<string, number>;
  /** Names of the files that exist nowhere else. */
  blobs: string[];
}

/** The request to the thread that copies a SQLite file. */
export interface SnapshotOrder {
  from: string;
  to: string;
}

export const blobsSql =
  "SELECT sha256 FROM uploads WHERE sha256 <> '' UNION SELECT sha256 FROM imports WHERE state = 'running' AND sha256 <> ''";

/** File name of the copy within a backup. */
export const databaseNames: Record<Engine, string> = {
  sqlite: "inlet.db",
  postgres: "inlet.pgdump",
};

/** Copies the database at one moment into a file, while other connections continue to write. Throws BackupRefused. */
export async function takeSnapshot(engine: Engine, url: string, to: string): Promise<Snapshot> {
  return engine === "sqlite" ? copyFile({ from: url, to }) : dump(url, to);
}

/** Runs in a separate thread: SQLite copies without a pause, for as long as the disk takes. */
async function copyFile(order: SnapshotOrder): Promise<Snapshot> {
  const thread = new Worker(new URL("./snapshot-thread.ts", import.meta.url), {
    workerData: order,
  });
  // Rejects with an error of the thread.
  const [answer]: unknown[] = await once(thread, "message");
  await thread.terminate();
  // Only `snapshot-thread.ts` in this folder sends this message.
  return answer as Snapshot;
}

async function dump(url: string, to: string): Promise<Snapshot> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // These queries and pg_dump read the same snapshot.
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    const { rows: exported } = await client.query<{ id: string }>(
      "SELECT pg_export_snapshot() AS id",
    );
    await runPostgres("pg_dump", url, [
      "--format=custom",
      `--snapshot=${exported[0]?.id}`,
      // Other schemas belong to other applications, or were set aside.
      "--schema=public",
      "--no-owner",
      "--no-privileges",
      `--file=${to}`,
    ]);
    // Verifies that the output is readable.
    await runPostgres("pg_restore", null, ["--list", to]);
    return {
      migrations: await appliedIn(client),
      rows: await rowsIn(client),
      blobs: await blobsIn(client),
    };
  } finally {
    await client.end();
  }
}

/** Returns the migrations that were applied; an empty list without a migrations table. */
async function appliedIn(client: pg.Client): Promise<string[]> {
  const { rows: known } = await client.query<{ found: string | null }>(
    "SELECT to_regclass('public.schema_migrations') AS found",
  );
  if (!known[0]?.found) return [];
  const { rows } = await client.query<{ name: string }>(
    "SELECT name FROM public.schema_migrations ORDER BY name",
  );
  return rows.map(({ name }) => name);
}

/** Counts the rows of each table. */
export async function rowsIn(client: pg.Client): Promise<Record<string, number>> {
  const { rows: tables } = await client.query<{ name: string }>(
    "SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1",
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await client.query<{ count: string }>(
      `SELECT count(*) AS count FROM public.${pg.escapeIdentifier(name)}`,
    );
    counts[name] = Number(rows[0]?.count);
  }
  return counts;
}

async function blobsIn(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ sha256: string }>(blobsSql);
  return rows.map(({ sha256 }) => sha256);
}
