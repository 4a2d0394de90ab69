import { sql } from "kysely";
import type { Place } from "#/base/secret-box.ts";
import type { Reader } from "#/store/engine/database.ts";
import type { Tables } from "#/store/engine/schema.ts";

// These queries read across users: changing the installation's key reads every secret.

/** A column of encrypted text, and the place that its ciphertexts are bound to. */
export interface EncryptedColumn {
  table: keyof Tables;
  column: string;
  /** Column that identifies a row, together with `user_id` if the table has one. */
  key: string;
  place: (row: { key: string; userId: string; field: string }) => Omit<Place, "table">;
  /** The column with the field's name, if that is not the encrypted column itself. */
  fieldColumn?: string;
  hasUser: boolean;
}

const own = (table: keyof Tables, column: string, key: string): EncryptedColumn => ({
  table,
  column,
  key,
  hasUser: true,
  place: (row) => ({ userId: row.userId, rowId: row.key, field: column }),
});

/** All encrypted columns. A secret in any other column is lost with the next change of the key. */
export const encryptedColumns: readonly EncryptedColumn[] = [
  own("accounts", "imap_secret", "id"),
  own("accounts", "smtp_secret", "id"),
  own("account_tokens", "access_secret", "account_id"),
  own("account_tokens", "refresh_secret", "account_id"),
  own("oauth_flows", "secret", "id"),
  own("push_subscriptions", "secret", "id"),
  own("integrations", "secret", "id"),
  own("authenticators", "secret", "user_id"),
  own("model_settings", "secret", "user_id"),
  {
    table: "server_keys",
    column: "secret",
    key: "name",
    hasUser: false,
    place: ({ key: rowId }) => ({ userId: "", rowId, field: "secret" }),
  },
  {
    table: "host_mails",
    column: "content",
    key: "id",
    hasUser: true,
    place: ({ key: rowId }) => ({ userId: "", rowId, field: "content" }),
  },
  {
    table: "sign_ins_on_their_way",
    column: "content",
    key: "token_hash",
    hasUser: true,
    fieldColumn: "stage",
    place: ({ key: rowId, field }) => ({ userId: "", rowId, field }),
  },
];

export interface EncryptedValue {
  key: string;
  userId: string;
  value: string;
  place: Place;
}

/** Returns all encrypted texts of a column. */
export async function encryptedValues(
  reader: Reader,
  column: EncryptedColumn,
): Promise<EncryptedValue[]> {
  const rows = await reader
    .selectFrom(column.table)
    .select([
      sql<string>`${sql.ref(column.key)}`.as("key"),
      sql<string>`${column.hasUser ? sql.ref("user_id") : sql.lit("")}`.as("userId"),
      sql<string>`${sql.ref(column.column)}`.as("value"),
      sql<string>`${column.fieldColumn ? sql.ref(column.fieldColumn) : sql.lit("")}`.as("field"),
    ])
    .where(sql<boolean>`${sql.ref(column.column)} <> ''`)
    .execute();
  return rows.map(({ key, userId, value, field }) => ({
    key,
    userId,
    value,
    place: { table: column.table, ...column.place({ key, userId, field }) },
  }));
}
