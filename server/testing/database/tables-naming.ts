import { sql } from "kysely";
import type { Database } from "#/store/engine/database.ts";

/** Returns the tables with a row that contains any of the `signs`. */
export async function tablesNaming(
  database: Database,
  signs: readonly string[],
): Promise<string[]> {
  const naming = [];
  for (const table of await tablesOf(database)) {
    const { rows } = await sql`select * from ${sql.table(table)}`.execute(database.kysely);
    const text = JSON.stringify(rows);
    if (signs.some((sign) => text.includes(sign))) naming.push(table);
  }
  return naming;
}

async function tablesOf(database: Database): Promise<string[]> {
  const { rows } = await (
    database.engine === "sqlite"
      ? sql<{ name: string }>`select name from sqlite_master where type = 'table'`
      : sql<{
          name: string;
        }>`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`
  ).execute(database.kysely);
  // The internal tables of SQLite's search index hold numbers, some too large for JavaScript.
  return rows.map(({ name }) => name).filter((name) => !/^message_words_(data|idx)$/.test(name));
}
