import { type Account, type MailProvider, MailSettings } from "@inlet/contract/mail/accounts.ts";
import type { AccountId, UserId } from "@inlet/contract/ids.ts";
import { Failure } from "#/base/failure.ts";
import type { AccountRow } from "#/store/engine/schema.ts";
import { providerOfDomain } from "#/wire/login/providers.ts";
import type { SignedIn } from "#/wire/oauth/sign-in.ts";
import { encryptedTokens } from "./access-tokens.ts";
import { accountOfAddress, bit, newAccountRow, smtpColumns } from "./add-account.ts";
import { listAccounts, presentAccount, requireAccount } from "./accounts.ts";
import type { MailContext } from "#/mail/context.ts";
import { loginFailure } from "./login-failure.ts";
import { findSmtp, pinned, tryImap } from "./try-login.ts";
import type { z } from "zod";

/** Servers of the operator's own provider, if the form names them. */
export const OwnServers = MailSettings.pick({
  imap_host: true,
  user_port: true,
  tls: true,
  smtp_host: true,
  smtp_port: true,
  smtp_tls: true,
});
export type OwnServers = z.infer<typeof OwnServers>;

interface Grant {
  provider: MailProvider;
  /** The account to reconnect; null for the address that signed in. */
  accountId: AccountId | null;
  /** The host's own servers in place of the provider's. */
  servers: OwnServers | null;
  signedIn: SignedIn;
}

const homes: Record<MailProvider, string> = { google: "gmail.com", microsoft: "outlook.com" };

/**
 * Opens the mailbox with the provider's token, then saves a new account, or the existing one of this address, which keeps its row
 * and its mail. Throws Failure.
 */
export async function connectSignedIn(
  mail: MailContext,
  userId: UserId,
  { provider, accountId, servers, signedIn }: Grant,
): Promise<{ account: Account; isReconnected: boolean }> {
  const { address, accessToken } = signedIn;
  const known = accountId && (await requireAccount(mail, userId, accountId));
  if (known && known.account_mail.toLowerCase() !== address.toLowerCase()) {
    throw new Failure("oauth.wrong_address");
  }
  const account = known ?? (await accountOfAddress(mail, userId, address));
  const settings = await settingsFor(mail, { account, provider, servers });
  const secret = { user: address, pass: "", accessToken };
  const { imap_host: host, user_port: port, tls } = settings;
  const isSame = account?.imap_host === host && account.imap_port === port;
  const login = { host, port, tls, ...secret };
  // A trusted certificate is not pinned again: the server must still present the same one.
  const imap =
    isSame && account.imap_certificate !== ""
      ? { ...login, certificate: account.imap_certificate }
      : await pinned(mail, login, "imap");
  await tryImap(mail, imap, account?.id);
  const smtp = await findSmtp(mail, settings, secret);

  if (account === undefined) {
    const row: AccountRow = {
      ...newAccountRow(mail, userId, { address, imap, smtp }),
      provider,
    };
    await mail.execute("account.addSignedIn", {
      account: row,
      tokens: encryptedTokens(mail, row, signedIn),
    });
    return { account: presentAccount(row), isReconnected: false };
  }
  const { id } = account;
  await mail.execute("account.change", {
    userId,
    accountId: id,
    change: {
      provider,
      imap_host: host,
      imap_port: port,
      imap_tls: bit(tls),
      imap_user: address,
      imap_certificate: imap.certificate,
      // A server that does not respond now keeps its settings.
      ...(smtp !== undefined && smtpColumns(mail, account, smtp, "")),
    },
    tokens: encryptedTokens(mail, account, signedIn),
    reconnects: true,
  });
  const present = (await listAccounts(mail, userId)).find((each) => each.id === id);
  if (present === undefined) throw new Failure("account.not_found");
  return { account: present, isReconnected: true };
}

/**
 * Returns the provider's own servers. An existing account keeps its servers, and the host may name others in its private network.
 */
async function settingsFor(
  mail: MailContext,
  {
    account,
    provider,
    servers,
  }: { account: AccountRow | undefined; provider: MailProvider; servers: OwnServers | null },
): Promise<MailSettings> {
  const preset = providerOfDomain(homes[provider])?.settings;
  if (preset === undefined) throw new Failure("account.add_failed");
  if (servers !== null) {
    await requireAllowed(mail, servers.imap_host, servers.user_port);
    if (servers.smtp_host !== null && servers.smtp_port !== null) {
      await requireAllowed(mail, servers.smtp_host, servers.smtp_port);
    }
    return { ...preset, ...servers };
  }
  if (account === undefined || account.provider !== provider) return preset;
  return {
    ...preset,
    imap_host: account.imap_host,
    user_port: account.imap_port,
    tls: account.imap_tls === 1,
    ...(account.smtp_host !== "" && {
      smtp_host: account.smtp_host,
      smtp_port: account.smtp_port,
      smtp_tls: account.smtp_tls === 1,
    }),
  };
}

/** The provider's token is sent only to the provider, or to a host that the administrator allows. */
async function requireAllowed(mail: MailContext, host: string, port: number): Promise<void> {
  try {
    const { isAllowedPrivate } = await mail.egress.resolve(host, port, "mail");
    if (isAllowedPrivate) return;
  } catch (cause) {
    throw loginFailure(cause);
  }
  throw new Failure("account.unreachable");
}
