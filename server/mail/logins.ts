import type { SealedBox } from "#/base/sealed-box.ts";
import type { AccountRow } from "#/store/tables.ts";
import type { ImapLogin } from "#/wire/imap/remote.ts";
import type { SmtpLogin } from "#/wire/smtp/send.ts";

/** The account's IMAP login with its password in clear: keep it no longer than the connection. */
export function imapLoginOf(box: SealedBox, account: AccountRow): ImapLogin {
  return {
    host: account.imap_host,
    port: account.imap_port,
    tls: account.imap_tls === 1,
    user: account.imap_user,
    pass: box.open(account.imap_secret, secretPlace(account, "imap_secret")),
  };
}

/** The account's SMTP login, undefined while sending is not set up. */
export function smtpLoginOf(box: SealedBox, account: AccountRow): SmtpLogin | undefined {
  if (account.smtp_host === "") return undefined;
  const pass =
    account.smtp_secret === ""
      ? imapLoginOf(box, account).pass
      : box.open(account.smtp_secret, secretPlace(account, "smtp_secret"));
  return {
    host: account.smtp_host,
    port: account.smtp_port,
    tls: account.smtp_tls === 1,
    user: account.smtp_user,
    pass,
  };
}

/** Throws WrongKey when the stored passwords were sealed under another key than the box has. */
export function checkKey(box: SealedBox, accounts: readonly AccountRow[]): void {
  const [account] = accounts;
  // All are sealed under one key, so that one tells for all.
  if (account !== undefined) imapLoginOf(box, account);
}

/** Where an account's secret stands; a sealed text opens nowhere else. */
export function secretPlace(
  account: Pick<AccountRow, "id" | "user_id">,
  field: "imap_secret" | "smtp_secret",
): { table: string; userId: string; rowId: string; field: string } {
  return { table: "accounts", userId: account.user_id, rowId: account.id, field };
}
