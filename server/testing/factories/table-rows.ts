import { DatabaseSync } from "node:sqlite";
import pg from "pg";

/** Returns every row of every table as text, sorted by content, without the internal tables of SQLite's search index. */
export async function rowsOf(url: string): Promise<Map<string, Record<string, unknown>[]>> {
  return url.startsWith("postgres") ? rowsOfServer(url) : rowsOfFile(url);
}

function rowsOfFile(path: string): Map<string, Record<string, unknown>[]> {
  const file = new DatabaseSync(path, { readOnly: true });
  try {
    const tables = file
      .prepare(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~' AND name NOT LIKE 'message_words%'",
      )
      .all();
    return new Map(
      tables.map(({ name }) => {
        const statement = file.prepare(`SELECT * FROM "${String(name)}"`);
        statement.setReadBigInts(true);
        return [String(name), sorted(statement.all())];
      }),
    );
  } finally {
    file.close();
  }
}

async function rowsOfServer(url: string): Promise<Map<string, Record<string, unknown>[]>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      // A partitioned table includes the rows of its partitions.
      "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition",
    );
    const all = new Map<string, Record<string, unknown>[]>();
    for (const { name } of tables) {
      const { rows } = await client.query<Record<string, unknown>>(
        `SELECT * FROM public.${pg.escapeIdentifier(name)}`,
      );
      all.set(name, sorted(rows));
    }
    return all;
  } finally {
    await client.end();
  }
}

function sorted(rows: Record<string, unknown>[]): Record<string, unknown>[] {
  const plain = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([column, value]) => [column, textOf(value)])),
  );
  return plain.toSorted((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)));
}

function textOf(value: unknown): unknown {
  if (typeof value === "bigint") return value.toString();
  return value instanceof Uint8Array ? Buffer.from(value).toString("base64") : value;
}
