import type { UserId } from "@inlet/contract/ids.ts";
import type { Reader } from "#/store/engine/database.ts";
import type { SenderRow } from "#/store/engine/schema.ts";

/** Returns the senders that the user blocked, the latest first. */
export async function blockedSendersOf(reader: Reader, userId: UserId): Promise<SenderRow[]> {
  return reader
    .selectFrom("blocked_senders")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("created_at", "desc")
    .orderBy("address")
    .execute();
}

/** Reports whether any of the addresses, in lower case, is blocked. */
export async function isBlocked(
  reader: Reader,
  userId: UserId,
  addresses: readonly string[],
): Promise<boolean> {
  if (addresses.length === 0) return false;
  const row = await reader
    .selectFrom("blocked_senders")
    .select("address")
    .where("user_id", "=", userId)
    .where("address", "in", addresses)
    .executeTakeFirst();
  return row !== undefined;
}
