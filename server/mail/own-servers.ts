import type { AccountRow } from "#/store/tables.ts";
import { discoverSettings } from "./accounts.ts";
import type { MailContext } from "./context.ts";

/**
 * Whether an account's stored password or token may be said to this host: one that it has already, or that is found
 * from its address. Whoever only holds a session must not have it sent to a server of his own.
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
