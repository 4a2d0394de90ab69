import { sql } from "kysely";
import { inChunks } from "#/store/engine/chunks.ts";
import type { Known } from "./reattach.ts";
import type { FolderRow } from "#/store/engine/schema.ts";
import type { Writer } from "#/store/engine/writer.ts";

/** Returns the account's messages by the server's ids (RFC 8474, or Gmail's). */
export async function findByProviderId(
  { db }: Pick<Writer, "db">,
  folder: Pick<FolderRow, "user_id" | "account_id">,
  providerIds: readonly string[],
): Promise<Map<string, Known>> {
  const found = new Map<string, Known>();
  const wanted = [...new Set(providerIds)].filter((id) => id !== "");
  for (const ids of inChunks(wanted)) {
    const rows = await db
      .selectFrom("messages")
      .select(["id", "date_key", "list_key", "snoozed_until", "provider_id"])
      .where("user_id", "=", folder.user_id)
      .where("account_id", "=", folder.account_id)
      .where("provider_id", "<>", sql.lit(""))
      .where("provider_id", "in", ids)
      .execute();
    for (const row of rows) {
      const { id, date_key: dateKey, list_key: listKey, snoozed_until: until } = row;
      found.set(row.provider_id, { id, dateKey: listKey || dateKey, isSnoozed: until > 0 });
    }
  }
  return found;
}
