import type { SecretBox } from "#/base/secret-box.ts";
import type { AccountRow } from "#/store/engine/schema.ts";
import type { ImapLogin } from "#/wire/imap/remote.ts";
import type { SmtpLogin } from "#/wire/smtp/send.ts";
import type { MailContext } from "#/mail/context.ts";

type Secrets = Pick<MailContext, "box" | "tokens">;

/**
 * Returns the account's IMAP login with its decrypted password or token. Do not keep it longer than the connection. `refused` is
 * a token that the server did not accept. Throws WireError `revoked`, or `unreachable` if the provider gives no token.
 */
export async function imapLoginOf(
  secrets: Secrets,
  account: AccountRow,
  refused?: string,
): Promise<ImapLogin> {
  return {
    host: account.imap_host,
    port: account.imap_port,
    tls: account.imap_tls === 1,
    user: account.imap_user,
    certificate: account.imap_certificate,
    ...(account.provider === ""
      ? { pass: imapPassword(secrets.box, account) }
      : { pass: "", accessToken: await secrets.tokens.fresh(account, refused) }),
  };
}

/** Returns the account's SMTP login, undefined if sending is not set up. Throws as imapLoginOf does. */
export async function smtpLoginOf(
  secrets: Secrets,
  account: AccountRow,
  refused?: string,
): Promise<SmtpLogin | undefined> {
  if (account.smtp_host === "") return undefined;
  const server = {
    host: account.smtp_host,
    port: account.smtp_port,
    tls: account.smtp_tls === 1,
    user: account.smtp_user,
    certificate: account.smtp_certificate,
  };
  if (account.smtp_secret !== "") {
    const pass = secrets.box.open(account.smtp_secret, secretPlace(account, "smtp_secret"));
    return { ...server, pass };
  }
  if (account.provider === "") return { ...server, pass: imapPassword(secrets.box, account) };
  return { ...server, pass: "", accessToken: await secrets.tokens.fresh(account, refused) };
}

/** Throws WrongKey if the stored passwords were encrypted under a different key. */
export function checkKey(box: SecretBox, accounts: readonly AccountRow[]): void {
  const [account] = accounts;
  // All are encrypted under one key, so checking one is enough; an account without a password stores an encrypted empty one.
  if (account !== undefined) imapPassword(box, account);
}

function imapPassword(box: SecretBox, account: AccountRow): string {
  return box.open(account.imap_secret, secretPlace(account, "imap_secret"));
}

/** Returns the place that an account's secret is bound to; it cannot be decrypted in another row. */
export function secretPlace(
  account: Pick<AccountRow, "id" | "user_id">,
  field: "imap_secret" | "smtp_secret",
): { table: string; userId: string; rowId: string; field: string } {
  return { table: "accounts", userId: account.user_id, rowId: account.id, field };
}
