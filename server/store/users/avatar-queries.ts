import type { UserId } from "@inlet/contract/ids.ts";
import type { Reader } from "#/store/engine/database.ts";
import type { AvatarRow } from "#/store/auth/schema.ts";

/** Returns the user's picture. */
export async function avatarOf(reader: Reader, userId: UserId): Promise<AvatarRow | undefined> {
  return reader.selectFrom("avatars").selectAll().where("user_id", "=", userId).executeTakeFirst();
}
