import type { UserId } from "@inlet/contract/ids.ts";
import type { Reader } from "#/store/engine/database.ts";
import type { ConnectedSignInRow } from "./schema.ts";

/** Returns the external sign-ins of a user, oldest first. */
export async function connectedSignInsOf(
  reader: Reader,
  userId: UserId,
): Promise<ConnectedSignInRow[]> {
  return reader
    .selectFrom("connected_sign_ins")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** Returns the connected sign-in for this subject of this issuer. */
export async function connectedSignIn(
  reader: Reader,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<ConnectedSignInRow | undefined> {
  return reader
    .selectFrom("connected_sign_ins")
    .selectAll()
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .executeTakeFirst();
}
