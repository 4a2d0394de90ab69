import { sql } from "kysely";
import type { Database } from "#/store/engine/database.ts";

/** All rows of all tables, by table and by key. */
export type AllRows = ReadonlyMap<string, ReadonlyMap<string, Row>>;
type Row = Readonly<Record<string, unknown>>;

/** A row that was added, changed or deleted. */
export interface ChangedRow {
  table: string;
  before: Row | undefined;
  after: Row | undefined;
  columns: readonly string[];
}

/** Reads all rows of the database, except the internal counters of search indexes. */
export async function readAllRows({ kysely, engine }: Database): Promise<AllRows> {
  const { rows: tables } = await (
    engine === "sqlite"
      ? sql<{ name: string }>`select name from sqlite_master where type = 'table'`
      : sql<{
          name: string;
        }>`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`
  ).execute(kysely);
  const all = new Map<string, Map<string, Row>>();
  for (const { name } of tables) {
    if (name.startsWith("message_words")) continue;
    const { rows } = await sql<Row>`select * from ${sql.table(name)}`.execute(kysely);
    const byKey = new Map<string, Row>();
    for (const row of rows) {
      const key =
        row["id"] === undefined ? textOf(row) : `${textOf(row["user_id"])}/${textOf(row["id"])}`;
      byKey.set(byKey.has(key) ? `${key} ${byKey.size}` : key, row);
    }
    all.set(name, byKey);
  }
  return all;
}

/** Returns the rows that differ between two reads. */
export function changedRows(before: AllRows, after: AllRows): ChangedRow[] {
  return [...after].flatMap(([table, rows]) => {
    const earlier = before.get(table) ?? new Map<string, Row>();
    const keys = new Set([...earlier.keys(), ...rows.keys()]);
    return [...keys].flatMap((key) => {
      const [old, now] = [earlier.get(key), rows.get(key)];
      const names = Object.keys(old ?? now ?? {});
      const columns = names.filter((name) => textOf(old?.[name]) !== textOf(now?.[name]));
      return columns.length === 0 ? [] : [{ table, before: old, after: now, columns }];
    });
  });
}

function textOf(value: unknown): string {
  return (
    JSON.stringify(value, (_key, inner: unknown) =>
      typeof inner === "bigint" ? inner.toString() : inner,
    ) ?? ""
  );
}
