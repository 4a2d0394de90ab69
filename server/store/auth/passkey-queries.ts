import type { UserId } from "@inlet/contract/ids.ts";
import type { Reader } from "#/store/engine/database.ts";
import type { PasskeyRow } from "./schema.ts";

/** Returns the user's passkeys, oldest first. */
export async function passkeysOf(reader: Reader, userId: UserId): Promise<PasskeyRow[]> {
  return reader
    .selectFrom("passkeys")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** Returns the user's passkey with this credential id. */
export async function passkeyByCredential(
  reader: Reader,
  userId: UserId,
  credentialId: string,
): Promise<PasskeyRow | undefined> {
  return reader
    .selectFrom("passkeys")
    .selectAll()
    .where("user_id", "=", userId)
    .where("credential_id", "=", credentialId)
    .executeTakeFirst();
}
