import type { UserId } from "@inlet/contract/ids.ts";
import type { Reader } from "./database.ts";
import type { IdentityRow } from "./writing-tables.ts";

/** The user's identities that were written down, the first made first. */
export async function identitiesOf(reader: Reader, userId: UserId): Promise<IdentityRow[]> {
  return reader
    .selectFrom("identities")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** Every address that is the user's own, in lower case: those of the accounts and of their identities. */
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
