import type { AccountId, UserId } from "@inlet/contract/ids.ts";
import type { Reader } from "./database.ts";
import { untold } from "./operations.ts";

/** How many changes the account's mail server has yet to be told. */
export async function countPending(
  reader: Reader,
  userId: UserId,
  accountId: AccountId,
): Promise<number> {
  const row = await reader
    .selectFrom("pending_operations")
    .select((operation) => operation.fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .where("account_id", "=", accountId)
    // What stays here alone, such as a label that the server does not keep, waits for nobody.
    .where("kind", "not in", untold)
    .executeTakeFirst();
  // PostgreSQL counts in 64 bits, which may arrive as text.
  return Number(row?.count ?? 0);
}
