import type { AccountId, UserId } from "@inlet/contract/ids.ts";
import type { Reader } from "#/store/engine/database.ts";

/** Returns the engine that works for a user; undefined if no engine does. */
export async function holderOf(reader: Reader, userId: UserId): Promise<string | undefined> {
  const row = await reader
    .selectFrom("engine_leases")
    .select("holder")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.holder || undefined;
}

/** Reports whether a user is free, that is, without an engine. */
export async function hasUnleasedUser(reader: Reader): Promise<boolean> {
  const free = await reader
    .selectFrom("engine_leases")
    .select("user_id")
    .where("holder", "=", "")
    .limit(1)
    .executeTakeFirst();
  return free !== undefined;
}

/** Returns the user of an account. */
export async function ownerOfAccount(
  reader: Reader,
  accountId: AccountId,
): Promise<UserId | undefined> {
  const row = await reader
    .selectFrom("accounts")
    .select("user_id")
    .where("id", "=", accountId)
    .executeTakeFirst();
  return row?.user_id;
}
