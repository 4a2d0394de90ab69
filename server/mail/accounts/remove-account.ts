import type { AccountId, UserId } from "@inlet/contract/ids.ts";
import { Failure } from "#/base/failure.ts";
import { getTokens } from "#/store/accounts/token-queries.ts";
import type { AccountRow } from "#/store/engine/schema.ts";
import { revokeTokens } from "#/wire/oauth/sign-in.ts";
import { tokenPlace } from "./access-tokens.ts";
import { requireAccount } from "./accounts.ts";
import type { SignInContext } from "./oauth-sign-in.ts";

/**
 * Deletes an account with all its mail here; the mail server keeps its mail, and the provider is asked to revoke the access.
 * Throws account.not_found.
 */
export async function removeMailAccount(
  mail: SignInContext,
  userId: UserId,
  accountId: AccountId,
): Promise<void> {
  const account = await requireAccount(mail, userId, accountId);
  const revoke = await revocationOf(mail, account);
  const isRemoved = await mail.execute("account.remove", { userId, accountId });
  if (!isRemoved) throw new Failure("account.not_found");
  // Not awaited: the tokens are deleted here in any case.
  revoke().catch((error: unknown) =>
    mail.log.info({ err: error }, "revoking access at the provider failed"),
  );
}

async function revocationOf(
  mail: SignInContext,
  account: AccountRow,
): Promise<() => Promise<void>> {
  const { provider, user_id: userId, id } = account;
  const row = await getTokens(mail.database.reader, userId, id);
  if (row === undefined || provider === "") return async () => undefined;
  const token = mail.box.open(row.refresh_secret, tokenPlace(row, "refresh_secret"));
  return () => revokeTokens(mail.authorities, provider, token);
}
