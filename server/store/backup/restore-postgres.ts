import { sql } from "kysely";
import pg from "pg";
import {
  type DatabaseClient,
  databaseClientsQuery,
  describeDatabaseClients,
} from "../engine/database-clients.ts";
import { restoringTable } from "../engine/migrate.ts";
import { checkRows, finish, type Finished } from "./finish-restored.ts";
import { BackupRefused } from "./manifest.ts";
import { requireFit, runPostgres } from "./postgres-tools.ts";
import { blobsKept } from "./current-data.ts";
import type { Filling, Restored, RestoreTarget } from "./restore-target.ts";
import { asidePrefix } from "./move-aside.ts";
import { rowsIn } from "./snapshot.ts";

/**
 * Fills the database from the output of pg_dump. A marker table exists until the restored data is settled: no server starts on
 * data from which it could send mail a second time. Existing data moves to another schema, and back if anything fails.
 */
export async function fillPostgres(
  target: RestoreTarget,
  { copy, manifest, aside, stamp }: Filling,
): Promise<Finished & Pick<Restored, "aside">> {
  const { url } = target;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await refuseCompany(client);
    await requireFit(url, copy, { version: await versionOf(client) });
    await blobsKept(target, aside);
    const schema = await makeWay(client, `${asidePrefix}${stamp}`);
    try {
      await runPostgres("pg_restore", url, [
        "--single-transaction",
        "--exit-on-error",
        "--no-owner",
        "--no-privileges",
        // Other schemas in a backup are not Inlet's and are not restored.
        "--schema=public",
        copy,
      ]);
      checkRows(await rowsIn(client), manifest);
      const settled = await finish(url, target.now, async ({ db }) => {
        await sql`drop table ${sql.table(restoringTable)}`.execute(db);
      });
      return { ...settled, aside: schema && `the schema ${schema}` };
    } catch (cause) {
      await putBack(client, schema);
      throw cause;
    }
  } finally {
    await client.end();
  }
}

/** A connected process may be a running Inlet. The connections of one that just ended may take a moment to close. */
async function refuseCompany(client: pg.Client): Promise<void> {
  let others: DatabaseClient[] = [];
  for (let look = 0; look < looks; look++) {
    ({ rows: others } = await client.query<DatabaseClient>(databaseClientsQuery));
    if (others.length === 0) return;
    await client.query("SELECT pg_sleep(0.1)");
  }
  throw new BackupRefused(
    [
      "Other programs are connected to this database. Stop every Inlet that uses it, then restore again.",
      ...describeDatabaseClients(others),
    ].join("\n"),
  );
}

const looks = 20;

async function versionOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ server_version: string }>("SHOW server_version");
  return rows[0]?.server_version ?? "";
}

/**
 * Creates an empty schema. Returns the name of the schema that holds the previous data; "" if it was empty. After an interrupted
 * restore, this is the data from before the interrupted one.
 */
async function makeWay(client: pg.Client, aside: string): Promise<string> {
  const { rows } = await client.query<{ half: string | null; is_used: boolean }>(
    `SELECT to_regclass($1) AS half, EXISTS (
       SELECT 1 FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace WHERE nspname = 'public') AS is_used`,
    [`public.${restoringTable}`],
  );
  const isHalf = Boolean(rows[0]?.half);
  // Everything in the schema is kept, including tables of other applications.
  const isKept = !isHalf && rows[0]?.is_used === true;
  const before = isHalf ? await schemaSetAside(client) : isKept ? aside : "";
  await client.query("BEGIN");
  await client.query(
    isKept
      ? `ALTER SCHEMA public RENAME TO ${pg.escapeIdentifier(aside)}`
      : "DROP SCHEMA IF EXISTS public CASCADE",
  );
  await client.query("CREATE SCHEMA public");
  await client.query(`CREATE TABLE public.${restoringTable} (kept text NOT NULL)`);
  await client.query(`INSERT INTO public.${restoringTable} (kept) VALUES ($1)`, [before]);
  await client.query("COMMIT");
  return before;
}

async function schemaSetAside(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ kept: string }>(
    `SELECT kept FROM public.${restoringTable}`,
  );
  return rows[0]?.kept ?? "";
}

async function putBack(client: pg.Client, schema: string): Promise<void> {
  await client.query("BEGIN");
  await client.query("DROP SCHEMA public CASCADE");
  await client.query(
    schema
      ? `ALTER SCHEMA ${pg.escapeIdentifier(schema)} RENAME TO public`
      : "CREATE SCHEMA public",
  );
  await client.query("COMMIT");
}
