import type { UserId } from "@inlet/contract/ids.ts";
import type { Reader } from "#/store/engine/database.ts";
import type { UserRow } from "#/store/engine/schema.ts";

/** Returns the user with this address, given in lower case. */
export async function userByEmail(reader: Reader, email: string): Promise<UserRow | undefined> {
  return reader.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirst();
}

/** Returns the user with this id. */
export async function userById(reader: Reader, id: UserId): Promise<UserRow | undefined> {
  return reader.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Reports whether any user has signed up. */
export async function hasUsers(reader: Reader): Promise<boolean> {
  const row = await reader.selectFrom("users").select("id").limit(1).executeTakeFirst();
  return row !== undefined;
}

/** Reports whether this user is the only enabled administrator. */
export async function isOnlyAdmin(reader: Reader, id: UserId): Promise<boolean> {
  const admins = await reader
    .selectFrom("users")
    .select("id")
    .where("role", "=", "admin")
    .where("disabled_at", "=", 0)
    .limit(2)
    .execute();
  return admins.length === 1 && admins[0]?.id === id;
}

/** Reports whether any other user exists. */
export async function hasOtherUsers(reader: Reader, id: UserId): Promise<boolean> {
  const row = await reader
    .selectFrom("users")
    .select("id")
    .where("id", "!=", id)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
