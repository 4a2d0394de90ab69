import type { AccountId, UserId } from "@inlet/contract/ids.ts";
import { sql } from "kysely";
import type { Reader } from "#/store/engine/database.ts";
import type { AccountRow } from "#/store/engine/schema.ts";

/** Returns the user's accounts, oldest first. */
export async function accountsOf(reader: Reader, userId: UserId): Promise<AccountRow[]> {
  return reader
    .selectFrom("accounts")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** Returns one account of the user. */
export async function getAccount(
  reader: Reader,
  userId: UserId,
  id: AccountId,
): Promise<AccountRow | undefined> {
  return reader
    .selectFrom("accounts")
    .selectAll()
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Returns the accounts of all users, for the engine, which syncs them with their servers. */
export async function allAccounts(reader: Reader): Promise<AccountRow[]> {
  return reader.selectFrom("accounts").selectAll().orderBy("created_at").orderBy("id").execute();
}

/** Returns the accounts of existing, enabled users; other accounts are not synced. */
export async function accountsToWatch(
  reader: Reader,
  userIds?: readonly UserId[],
): Promise<AccountRow[]> {
  return reader
    .selectFrom("accounts")
    .selectAll()
    .$if(userIds !== undefined, (query) => query.where("user_id", "in", userIds ?? []))
    .where("user_id", "in", (from) =>
      from.selectFrom("users").select("users.id").where("users.disabled_at", "=", sql.lit(0)),
    )
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}
