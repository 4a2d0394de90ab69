import type { UserId } from "@inlet/contract/ids.ts";
import type { Reader } from "#/store/engine/database.ts";
import type { EmailVerificationRow, MailedLinkRow } from "./schema.ts";

/** Returns the link whose token has this hash, even if it has expired. */
export async function mailedLinkOf(
  reader: Reader,
  tokenHash: string,
): Promise<MailedLinkRow | undefined> {
  return reader
    .selectFrom("mailed_links")
    .selectAll()
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();
}

/** Returns the verification state of the user's address; undefined if no verification was requested. */
export async function verificationOf(
  reader: Reader,
  userId: UserId,
): Promise<EmailVerificationRow | undefined> {
  return reader
    .selectFrom("email_verifications")
    .selectAll()
    .where("user_id", "=", userId)
    .executeTakeFirst();
}
