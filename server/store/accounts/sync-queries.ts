import type { AccountId, UserId } from "@inlet/contract/ids.ts";
import type { Reader } from "#/store/engine/database.ts";
import type { AccountSyncRow } from "./schema.ts";

/** Returns the sync settings and counters of an account. */
export async function accountSyncOf(
  reader: Reader,
  userId: UserId,
  accountId: AccountId,
): Promise<Omit<AccountSyncRow, "user_id" | "account_id">> {
  const row = await reader
    .selectFrom("account_sync")
    .select(["sync_months", "traffic_day", "traffic_bytes", "older_count", "older_left"])
    .where("user_id", "=", userId)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return row ?? usualSync;
}

/** Default values for an account without a row. */
export const usualSync = {
  sync_months: 0,
  traffic_day: "",
  traffic_bytes: 0,
  older_count: 0,
  older_left: 0,
};
