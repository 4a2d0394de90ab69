import type { UserId } from "@inlet/contract/ids.ts";
import type { Expression, SqlBool } from "kysely";
import { sql } from "kysely";
import type { Reader } from "#/store/engine/database.ts";
import type { ExportedTable } from "./export-plan.ts";

const rowBatchSize = 500;

/** Yields a user's rows of a table, without private columns, page by page. */
export async function* exportRows(
  reader: Reader,
  userId: UserId,
  { table, rows: keys, without = [], only }: ExportedTable,
): AsyncGenerator<Record<string, unknown>[]> {
  for (let last: unknown[] | null = null; ;) {
    // Every exported table has the columns of `rules` that are used here; its other columns are read from the rows.
    const after: unknown[] | null = last;
    let query = reader
      .selectFrom(table as "rules")
      .selectAll()
      .where("user_id", "=", userId)
      .limit(rowBatchSize);
    for (const key of keys) query = query.orderBy(sql.ref(key));
    if (after) query = query.where(() => isAfter(keys, after));
    const found: Record<string, unknown>[] = await query.execute();
    const shown = (column: string) =>
      column !== "user_id" && !without.includes(column) && (only?.includes(column) ?? true);
    yield found.map((row) =>
      Object.fromEntries(
        Object.entries(row)
          .filter(([column]) => shown(column))
          .map(([column, value]) => present(column, value)),
      ),
    );
    const end = found.at(-1);
    if (found.length < rowBatchSize || end === undefined) return;
    last = keys.map((key) => end[key]);
  }
}

/** Returns the condition that a row follows `last` in the order of the keys. */
function isAfter(keys: readonly string[], last: readonly unknown[]): Expression<SqlBool> {
  const [key = "", ...others] = keys;
  const [value, ...rest] = last;
  const greater = sql<SqlBool>`${sql.ref(key)} > ${value}`;
  if (others.length === 0) return greater;
  return sql<SqlBool>`(${greater} or (${sql.ref(key)} = ${value} and ${isAfter(others, rest)}))`;
}

function present(column: string, value: unknown): [string, unknown] {
  if (value instanceof Uint8Array) return [column, Buffer.from(value).toString("base64")];
  if (!column.endsWith("_json") || typeof value !== "string") return [column, value];
  return [column.replace(/_json$/, ""), value === "" ? null : parsed(value)];
}

/** Parses JSON that the store wrote; any other text is returned unchanged. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
