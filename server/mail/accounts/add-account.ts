import type { Account, addAccount } from "@inlet/contract/mail/accounts.ts";
import { AccountId, type UserId } from "@inlet/contract/ids.ts";
import type { z } from "zod";
import { Failure } from "#/base/failure.ts";
import { randomId } from "#/base/random-id.ts";
import { accountsOf } from "#/store/accounts/queries.ts";
import type { AccountRow } from "#/store/engine/schema.ts";
import type { ImapLogin } from "#/wire/imap/remote.ts";
import type { SmtpLogin } from "#/wire/smtp/send.ts";
import { discoverSettings, presentAccount } from "./accounts.ts";
import type { MailContext } from "#/mail/context.ts";
import { secretPlace } from "./logins.ts";
import { findSmtp, pinned, tryImap, trySmtp } from "./try-login.ts";
import type { Bit } from "#/store/engine/bit.ts";
import { requireQuota } from "#/store/users/require-quota.ts";

type NewAccount = z.output<typeof addAccount.input>;

/**
 * Tries the login, searches for the outgoing server if none is given, and only then saves. Throws Failure with the codes of
 * addAccount.
 */
export async function addMailAccount(
  mail: MailContext,
  userId: UserId,
  form: NewAccount,
): Promise<Account> {
  if (await accountOfAddress(mail, userId, form.account_mail)) {
    throw new Failure("account.duplicate");
  }
  await requireQuota(mail, userId, { accountTests: 1 });
  // Both are tried at once, but a failure of the mailbox is reported first.
  const [receiving, sending] = await Promise.allSettled([
    openIncoming(mail, form),
    openOutgoing(mail, form),
  ]);
  if (receiving.status === "rejected") throw receiving.reason;
  if (sending.status === "rejected") throw sending.reason;
  const row = newAccountRow(mail, userId, {
    address: form.account_mail,
    imap: receiving.value,
    smtp: sending.value,
  });
  await mail.execute("account.add", row);
  return presentAccount(row);
}

/** Returns the user's account with this address, in any spelling. */
export async function accountOfAddress(
  mail: MailContext,
  userId: UserId,
  address: string,
): Promise<AccountRow | undefined> {
  const existing = await accountsOf(mail.database.reader, userId);
  return existing.find((row) => row.account_mail.toLowerCase() === address.toLowerCase());
}

async function openIncoming(mail: MailContext, form: NewAccount): Promise<ImapLogin> {
  const login: ImapLogin = {
    host: form.imap_host,
    port: form.user_port,
    tls: form.tls,
    user: form.account_mail,
    pass: form.account_pass,
  };
  const trusted = await pinned(mail, login, "imap");
  await tryImap(mail, trusted);
  return trusted;
}

/** Returns undefined if no server was found or it refuses this password: the account can still receive. */
async function openOutgoing(mail: MailContext, form: NewAccount): Promise<SmtpLogin | undefined> {
  const secret = {
    user: form.smtp_user ?? form.account_mail,
    pass: form.smtp_pass ?? form.account_pass,
  };
  if (form.smtp_host === undefined || form.smtp_host === "") {
    return findSmtp(mail, await discoverSettings(mail, form.account_mail), secret);
  }
  const tls = form.smtp_tls ?? true;
  const port = form.smtp_port ?? (tls ? 465 : 25);
  const login = { host: form.smtp_host, port, tls, ...secret };
  let trusted: SmtpLogin;
  try {
    trusted = await pinned(mail, login, "smtp");
  } catch (cause) {
    throw new Failure("account.smtp_failed", { cause });
  }
  await trySmtp(mail, trusted);
  return trusted;
}

/** Returns the row of an account after its logins succeeded. */
export function newAccountRow(
  mail: Pick<MailContext, "box" | "clock">,
  userId: UserId,
  { address, imap, smtp }: { address: string; imap: ImapLogin; smtp: SmtpLogin | undefined },
): AccountRow {
  const owner = { id: AccountId.parse(randomId(mail.clock.now())), user_id: userId };
  return {
    ...owner,
    account_mail: address,
    imap_host: imap.host,
    imap_port: imap.port,
    imap_tls: bit(imap.tls),
    imap_user: imap.user,
    imap_secret: mail.box.encrypt(imap.pass, secretPlace(owner, "imap_secret")),
    imap_certificate: imap.certificate ?? "",
    ...smtpColumns(mail, owner, smtp, imap.pass),
    state: "connecting",
    error_code: "",
    trouble_since: 0,
    last_sync_at: 0,
    created_at: mail.clock.now(),
    name: "",
    color: "",
    provider: "",
  };
}

/** Returns the columns of an outgoing server; if `smtp` is undefined, sending is not set up. */
export function smtpColumns(
  mail: Pick<MailContext, "box">,
  owner: Pick<AccountRow, "id" | "user_id">,
  smtp: SmtpLogin | undefined,
  imapPass: string,
): Pick<
  AccountRow,
  "smtp_host" | "smtp_port" | "smtp_tls" | "smtp_user" | "smtp_secret" | "smtp_certificate"
> {
  const hasOwn = smtp !== undefined && smtp.accessToken === undefined && smtp.pass !== imapPass;
  return {
    smtp_host: smtp?.host ?? "",
    smtp_port: smtp?.port ?? 0,
    smtp_tls: bit(smtp?.tls ?? true),
    smtp_user: smtp?.user ?? "",
    smtp_secret: hasOwn ? mail.box.encrypt(smtp.pass, secretPlace(owner, "smtp_secret")) : "",
    smtp_certificate: smtp?.certificate ?? "",
  };
}

export function bit(value: boolean): Bit {
  return value ? 1 : 0;
}
