import type { AccountId, UserId } from "@inlet/contract/ids.ts";
import { sql } from "kysely";
import type { Reader } from "./database.ts";

/** Which of these date_keys stand in a folder, newest first; over all accounts a twin is not counted. */
export async function visibleKeys(
  reader: Reader,
  userId: UserId,
  keys: readonly number[],
  accountId?: AccountId,
): Promise<number[]> {
  if (keys.length === 0) return [];
  const rows = await reader
    .selectFrom("messages as m")
    .innerJoin("message_locations as l", (join) =>
      join.onRef("l.user_id", "=", "m.user_id").onRef("l.message_id", "=", "m.id"),
    )
    .select("m.date_key")
    .where("m.user_id", "=", userId)
    .where("m.date_key", "in", keys)
    .where((row) =>
      accountId === undefined
        ? row("l.is_twin", "=", sql.lit(0 as const))
        : row("m.account_id", "=", accountId),
    )
    .execute();
  const visible = new Set(rows.map((row) => row.date_key));
  return keys.filter((key) => visible.has(key));
}
