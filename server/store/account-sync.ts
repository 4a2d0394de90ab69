import type { AccountId, UserId } from "@inlet/contract/ids.ts";
import type { Reader } from "./database.ts";
import type { AccountSyncRow } from "./account-tables.ts";

/** How the account is kept in step. */
export async function accountSyncOf(
  reader: Reader,
  userId: UserId,
  accountId: AccountId,
): Promise<Omit<AccountSyncRow, "user_id" | "account_id">> {
  const row = await reader
    .selectFrom("account_sync")
    .select(["sync_months", "traffic_day", "traffic_bytes"])
    .where("user_id", "=", userId)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return row ?? { sync_months: 0, traffic_day: "", traffic_bytes: 0 };
}
