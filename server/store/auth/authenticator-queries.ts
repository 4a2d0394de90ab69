import type { UserId } from "@inlet/contract/ids.ts";
import type { Reader } from "#/store/engine/database.ts";
import type { AuthenticatorRow } from "./schema.ts";

/** Returns the user's authenticator app, even if it was never confirmed. */
export async function authenticatorOf(
  reader: Reader,
  userId: UserId,
): Promise<AuthenticatorRow | undefined> {
  return reader
    .selectFrom("authenticators")
    .selectAll()
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

/** Counts the recovery codes that were not used yet. */
export async function countRecoveryCodes(reader: Reader, userId: UserId): Promise<number> {
  const { count } = await reader
    .selectFrom("recovery_codes")
    .select(({ fn }) => fn.countAll().as("count"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
