import { sql } from "kysely";
import { encryptedColumns } from "./encrypted-value-queries.ts";
import type { Command } from "#/store/commands/command.ts";

export interface Reencrypted {
  table: string;
  column: string;
  /** Each is stored only if the value is still the one that was read. */
  values: { key: string; userId: string; from: string; to: string }[];
}

/** Replaces encrypted values with the same secrets, encrypted with another key. */
export const reencryptValues: Command<Reencrypted, void> = {
  durable: true,
  async run({ db }, { table, column, values }) {
    const known = encryptedColumns.find((one) => one.table === table && one.column === column);
    if (!known) throw new Error(`${table}.${column} holds no secrets.`);
    for (const { key, userId, from, to } of values) {
      const owner = known.hasUser ? sql`and user_id = ${userId}` : sql``;
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${to}
        where ${sql.ref(known.key)} = ${key} ${owner} and ${sql.ref(column)} = ${from}`.execute(db);
    }
  },
};
