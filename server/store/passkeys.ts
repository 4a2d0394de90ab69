import type { UserId } from "@inlet/contract/ids.ts";
import type { Reader } from "./database.ts";
import type { PasskeyRow } from "./safety-tables.ts";

/** The person's passkeys, oldest first. */
export async function passkeysOf(reader: Reader, userId: UserId): Promise<PasskeyRow[]> {
  return reader
    .selectFrom("passkeys")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** The passkey that the person's device calls so. */
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
