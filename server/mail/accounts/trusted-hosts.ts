import type { AccountRow } from "#/store/engine/schema.ts";
import { discoverSettings } from "./accounts.ts";
import type { MailContext } from "#/mail/context.ts";

/**
 * Returns true if an account's stored password or token may be sent to this host: one that the account uses already, or that is
 * discovered from its address. A stolen session must not suffice to have it sent to the thief's server.
 */
export async function mayHaveSecrets(
  mail: MailContext,
  account: AccountRow,
  host: string,
): Promise<boolean> {
  const own = [account.imap_host, account.smtp_host];
  if (isOneOf(own, host)) return true;
  const found = await discoverSettings(mail, account.account_mail);
  return isOneOf([found?.imap_host, found?.smtp_host], host);
}

function isOneOf(hosts: (string | null | undefined)[], host: string): boolean {
  return hosts.some((one) => one?.toLowerCase() === host.trim().toLowerCase());
}
