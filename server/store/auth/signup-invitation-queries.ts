import type { SignupInvitationRow } from "#/store/administration/schema.ts";
import type { Reader } from "#/store/engine/database.ts";

// Invitations belong to the installation: their creator may have been deleted.

/** Returns the invitations that are still valid, the newest first. */
export async function openInvitations(reader: Reader, now: number): Promise<SignupInvitationRow[]> {
  return reader
    .selectFrom("signup_invitations")
    .selectAll()
    .where("expires_at", ">", now)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
}

/** Returns the invitation whose link contains the token with this hash, even if it has expired. */
export async function invitationByHash(
  reader: Reader,
  tokenHash: string,
): Promise<SignupInvitationRow | undefined> {
  return reader
    .selectFrom("signup_invitations")
    .selectAll()
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();
}

/** Returns the setting of this name; undefined if no administrator set it. */
export async function serverSetting(reader: Reader, name: string): Promise<string | undefined> {
  const row = await reader
    .selectFrom("server_settings")
    .select("value")
    .where("name", "=", name)
    .executeTakeFirst();
  return row?.value;
}
