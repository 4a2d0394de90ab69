import { randomBytes } from "node:crypto";
import pg from "pg";
import { openDatabase } from "#/store/database.ts";
import { migrate } from "#/store/migrate.ts";
import { onceARun } from "./once-a-run.ts";
import { checkPartitions } from "./one-partition.ts";
import { startPostgresServer } from "./postgres-server.ts";

const template = "inlet_template";

/**
 * The address of a fresh, migrated PostgreSQL database. All test files of one run share a private cluster. Fails with a
 * sentence when PostgreSQL is missing. `drop` fails when something looked for one person's mail in more than one
 * partition.
 */
export async function freshPostgres(): Promise<{ url: string; drop: () => Promise<void> }> {
  cluster ??= onceARun("postgres", startCluster);
  const base = await cluster;
  const name = `inlet_${randomBytes(6).toString("hex")}`;
  // Of a cluster that does not wait for its disk files are sooner copied than pages written to the log.
  const made = `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`;
  await administer(base, made);
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

async function administer(base: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${base}/postgres` });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function startCluster(dir: string): Promise<{ told: string; stop: string[] }> {
  const { data, port, words } = await startPostgresServer(dir);
  const base = `postgres://inlet@127.0.0.1:${port}`;
  await administer(base, `CREATE DATABASE ${template}`);
  const database = await openDatabase({ url: `${base}/${template}` });
  await migrate(database);
  await database.close();
  return { told: base, stop: words("pg_ctl", "stop", "-s", "-m", "immediate", "-D", data) };
}
