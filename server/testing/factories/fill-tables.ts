import type { UserId } from "@inlet/contract/ids.ts";
import { sql } from "kysely";
import type { Database } from "#/store/engine/database.ts";

/** Tables filled by other code, tables without a user, and partitions, which are filled with their parent table. */
const leftOut = /^(schema_migrations|users|message_words.*|location_counts|sqlite_.*|.*_p\d)$/;
/** Columns with values that are read when a user is deleted. */
const plain = new Set(["provider", "state", "remote_images"]);

/**
 * Inserts a row of the user, with the word in all its texts, into every table that has none. Covers future tables as well.
 * Returns the tables with rows of the user.
 */
export async function fillTables(
  { kysely, engine }: Database,
  userId: UserId,
  word: string,
): Promise<string[]> {
  const filled: string[] = [];
  const tables = await kysely.introspection.getTables();
  let number = word.length * 1000;
  for (const { name, columns, schema } of tables) {
    if (schema && schema !== "public") continue;
    if (leftOut.test(name) || !columns.some((column) => column.name === "user_id")) continue;
    filled.push(name);
    const { rows } = await sql`select 1 from ${sql.table(name)} where user_id = ${userId}`.execute(
      kysely,
    );
    if (rows.length > 0) continue;
    const values = columns
      .filter((column) => !column.isAutoIncrementing)
      .map((column) => ({
        name: column.name,
        value: valueOf(column, { userId, word, number: ++number }),
      }))
      .filter(
        ({ name: column, value }) =>
          value !== null && !(name === "pending_operations" && column === "id"),
      );
    const names = sql.join(values.map((one) => sql.ref(one.name)));
    const given = sql.join(values.map((one) => one.value));
    await sql`insert into ${sql.table(name)} (${names}) values (${given})`.execute(kysely);
  }
  if (filled.length < 40) throw new Error(`Only ${filled.length} tables on ${engine}.`);
  return filled;
}

function valueOf(
  { name, dataType }: { name: string; dataType: string },
  { userId, word, number }: { userId: UserId; word: string; number: number },
): unknown {
  if (name === "user_id") return userId;
  // Use the table's default.
  if (plain.has(name)) return null;
  if (/blob|bytea/i.test(dataType)) return Buffer.from(`${word} in bytes`);
  if (name.endsWith("_json")) return JSON.stringify([word]);
  if (/text|char/i.test(dataType)) return `${word}-${name}-${number}`;
  return /^(is_|has_)/.test(name) ? 0 : number;
}
