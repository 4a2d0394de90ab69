import { sql } from "kysely";
import { openDatabase } from "#/store/engine/database.ts";
import { migrate } from "#/store/engine/migrate.ts";

/** A database of this version, and the migrations of a later version. */
export interface MigrationOrder {
  url: string;
  backupDir: string;
  next: { name: string; sql: string }[];
}

/** Run as a child process: migrates a database, and reports when it starts and when it is done. */
process.once("message", (order: MigrationOrder) => {
  void run(order);
});
process.send?.("ready");

async function run({ url, backupDir, next }: MigrationOrder): Promise<never> {
  const database = await openDatabase({ url });
  const { rows } = await sql<{ name: string }>`select name from schema_migrations`.execute(
    database.kysely,
  );
  const known = rows.filter(({ name }) => !next.some((one) => one.name === name));
  const migrations = [...known.map(({ name }) => ({ name, sql: "" })), ...next];
  process.send?.("begun");
  await migrate(database, { backupDir, migrations });
  await database.close();
  process.send?.("done");
  process.exit(0);
}
