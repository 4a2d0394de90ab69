import type { UserId } from "@inlet/contract/ids.ts";
import type { Reader } from "#/store/engine/database.ts";
import type { SenderRow } from "#/store/engine/schema.ts";

/** Returns the senders whose images the user always wants to see, the latest first. */
export async function trustedSendersOf(reader: Reader, userId: UserId): Promise<SenderRow[]> {
  return reader
    .selectFrom("trusted_senders")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("created_at", "desc")
    .orderBy("address")
    .execute();
}

/** Reports whether any of the addresses, in lower case, is trusted. */
export async function isTrusted(
  reader: Reader,
  userId: UserId,
  addresses: readonly string[],
): Promise<boolean> {
  if (addresses.length === 0) return false;
  const row = await reader
    .selectFrom("trusted_senders")
    .select("address")
    .where("user_id", "=", userId)
    .where("address", "in", addresses)
    .executeTakeFirst();
  return row !== undefined;
}
