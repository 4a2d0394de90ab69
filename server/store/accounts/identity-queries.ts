import type { UserId } from "@inlet/contract/ids.ts";
import type { Reader } from "#/store/engine/database.ts";
import type { IdentityRow } from "#/store/drafts/schema.ts";

/** Returns the identities that the user saved, oldest first. */
export async function identitiesOf(reader: Reader, userId: UserId): Promise<IdentityRow[]> {
  return reader
    .selectFrom("identities")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** Returns all of the user's own addresses in lower case: those of the accounts and of their identities. */
export async function ownAddressesOf(reader: Reader, userId: UserId): Promise<Set<string>> {
  const accounts = await reader
    .selectFrom("accounts")
    .select("account_mail as address")
    .where("user_id", "=", userId)
    .execute();
  const identities = await reader
    .selectFrom("identities")
    .select("address")
    .where("user_id", "=", userId)
    .execute();
  return new Set([...accounts, ...identities].map(({ address }) => address.toLowerCase()));
}
