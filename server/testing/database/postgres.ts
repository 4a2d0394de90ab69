import { randomBytes } from "node:crypto";
import { Socket } from "node:net";
import pg from "pg";
import { openDatabase } from "#/store/engine/database.ts";
import { migrate } from "#/store/engine/migrate.ts";
import { onceARun } from "#/testing/once-per-run.ts";
import { checkPartitions } from "./partition-check.ts";
import { startPostgresServer } from "./postgres-server.ts";

const template = "inlet_template";

/**
 * Creates a migrated PostgreSQL database and returns its URL. All test files of one run share a private cluster. Throws a clear
 * sentence if PostgreSQL is not installed. `drop` throws if a statement searched one user's mail in more than one partition.
 */
export async function freshPostgres(): Promise<{ url: string; drop: () => Promise<void> }> {
  cluster ??= onceARun("postgres", startCluster);
  const base = await cluster;
  const name = `inlet_${randomBytes(6).toString("hex")}`;
  // In a cluster without fsync, copying files is faster than writing pages to the log.
  await administer(base, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  return {
    url: `${base}/${name}`,
    drop: async () => {
      try {
        await checkPartitions(`${base}/${name}`);
      } finally {
        await administer(base, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      }
    },
  };
}

let cluster: Promise<string> | undefined;

/** The connection that creates and drops this process's databases. It keeps the process alive only during a statement. */
let administrator: Promise<pg.Client> | undefined;
let statements = 0;

async function administer(base: string, statement: string): Promise<void> {
  administrator ??= connect(base);
  const client = await administrator;
  const { stream } = client.connection;
  const socket = stream instanceof Socket ? stream : null;
  statements++;
  socket?.ref();
  try {
    await client.query(statement);
  } finally {
    statements--;
    if (statements === 0) socket?.unref();
  }
}

async function connect(base: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: `${base}/postgres` });
  await client.connect();
  // The server may stop first.
  client.on("error", () => {});
  return client;
}

async function startCluster(dir: string): Promise<{ provided: string; stop: string[] }> {
  const { data, port, words } = await startPostgresServer(dir);
  const base = `postgres://inlet@127.0.0.1:${port}`;
  const client = await connect(base);
  await client.query(`CREATE DATABASE ${template}`);
  await client.end();
  const database = await openDatabase({ url: `${base}/${template}` });
  await migrate(database);
  await database.close();
  return { provided: base, stop: words("pg_ctl", "stop", "-s", "-m", "immediate", "-D", data) };
}
