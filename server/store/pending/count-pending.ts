import type { AccountId, UserId } from "@inlet/contract/ids.ts";
import type { Reader } from "#/store/engine/database.ts";
import { neverPushed } from "./queries.ts";

/** Counts the changes that are not pushed to the account's mail server yet. */
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
    // Changes that only apply locally, such as a label that the server does not store, are not pushed.
    .where("kind", "not in", neverPushed)
    .executeTakeFirst();
  // PostgreSQL counts in 64 bits, which may arrive as text.
  return Number(row?.count ?? 0);
}
