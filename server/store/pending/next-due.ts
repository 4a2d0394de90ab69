import type { AccountId } from "@inlet/contract/ids.ts";
import { sql } from "kysely";
import type { Reader } from "#/store/engine/database.ts";
import { neverPushed } from "./queries.ts";

/** Returns the time at which the next operation is due for the account's server, after `now`; null if none waits. */
export async function nextPendingAt(
  reader: Reader,
  accountId: AccountId,
  now: number,
): Promise<number | null> {
  const row = await reader
    .selectFrom("pending_operations")
    .select((operation) => operation.fn.min("run_at").as("at"))
    .where("account_id", "=", accountId)
    .where("uid", ">", sql.lit(0))
    .where("run_at", ">", now)
    .where("kind", "not in", neverPushed)
    .executeTakeFirst();
  return row?.at === null || row?.at === undefined ? null : Number(row.at);
}
