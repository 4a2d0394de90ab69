import type { changeAccount } from "@inlet/contract/mail/account-change.ts";
import type { Account } from "@inlet/contract/mail/accounts.ts";
import type { UserId } from "@inlet/contract/ids.ts";
import type { z } from "zod";
import { Failure } from "#/base/failure.ts";
import type { AccountRow } from "#/store/engine/schema.ts";
import type { AccountChange } from "#/store/accounts/change-account.ts";
import type { ImapLogin } from "#/wire/imap/remote.ts";
import type { SmtpLogin } from "#/wire/smtp/send.ts";
import { bit, smtpColumns } from "./add-account.ts";
import { discoverSettings, readAccount, requireAccount } from "./accounts.ts";
import type { MailContext } from "#/mail/context.ts";
import { loginFailure } from "./login-failure.ts";
import { imapLoginOf, secretPlace, smtpLoginOf } from "./logins.ts";
import { mayHaveSecrets } from "./trusted-hosts.ts";
import { findSmtp, pinned, tryImap, trySmtp } from "./try-login.ts";
import { requireQuota } from "#/store/users/require-quota.ts";

type Form = Omit<z.output<typeof changeAccount.input>, "id">;

const imapFields = [
  "account_pass",
  "imap_host",
  "user_port",
  "tls",
  "imap_user",
  "imap_fingerprint",
] as const;
const smtpFields = [
  "smtp_host",
  "smtp_port",
  "smtp_tls",
  "smtp_user",
  "smtp_pass",
  "smtp_fingerprint",
] as const;

/** Tries the new settings and then saves them; the account keeps its mail. Throws Failure with the codes of changeAccount. */
export async function changeMailAccount(
  mail: MailContext,
  userId: UserId,
  { id, ...form }: z.output<typeof changeAccount.input>,
): Promise<Account> {
  const row = await requireAccount(mail, userId, id);
  await requireSecrets(mail, row, form);
  const reconnects = imapFields.some((field) => form[field] !== undefined);
  const isTried = [...imapFields, ...smtpFields].some((field) => form[field] !== undefined);
  if (isTried) await requireQuota(mail, userId, { accountTests: 1 });
  const imap = await imapOf(mail, row, form);
  const change: AccountChange = {
    ...(form.name !== undefined && { name: form.name }),
    ...(reconnects && (await imapChange(mail, row, imap, form))),
    ...(smtpFields.some((field) => form[field] !== undefined) &&
      smtpColumns(mail, row, await smtpOf(mail, row, imap, form), imap.pass)),
  };
  if (form.syncMonths !== undefined) {
    const months = form.syncMonths;
    await mail.execute("account.syncDepth", { userId, accountId: id, months });
  }
  // The sync depth may be the only change.
  if (Object.keys(change).length > 0) {
    await mail.execute("account.change", { userId, accountId: id, change, reconnects });
  }
  return readAccount(mail, userId, id);
}

/**
 * Throws account.password_needed, or account.provider_only for an account without a password, if a stored secret would go to a
 * server that it was not given for.
 */
async function requireSecrets(mail: MailContext, row: AccountRow, form: Form): Promise<void> {
  const isTyped = row.provider === "" && form.account_pass !== undefined;
  const hosts = [
    ...(isTyped ? [] : [form.imap_host]),
    ...(form.smtp_pass !== undefined || (isTyped && row.smtp_secret === "")
      ? []
      : [form.smtp_host]),
  ];
  for (const host of hosts) {
    if (host === undefined || host === "" || host === "auto") continue;
    if (await mayHaveSecrets(mail, row, host)) continue;
    throw new Failure(row.provider === "" ? "account.password_needed" : "account.provider_only");
  }
}

/** Returns the IMAP login that the account would have after the change. */
async function imapOf(mail: MailContext, row: AccountRow, form: Form): Promise<ImapLogin> {
  const login = await imapLoginOf(mail, row).catch((cause: unknown) => {
    throw loginFailure(cause);
  });
  return {
    ...login,
    host: form.imap_host ?? login.host,
    port: form.user_port ?? login.port,
    tls: form.tls ?? login.tls,
    user: form.imap_user ?? login.user,
    ...(row.provider === "" && form.account_pass !== undefined && { pass: form.account_pass }),
  };
}

async function imapChange(
  mail: MailContext,
  row: AccountRow,
  login: ImapLogin,
  form: Form,
): Promise<AccountChange> {
  const isOffScreen = login.host !== row.imap_host || login.port !== row.imap_port;
  const isAccepted = form.imap_fingerprint !== undefined;
  const trusted =
    isOffScreen || isAccepted || form.tls !== undefined
      ? await pinned(mail, login, "imap", form.imap_fingerprint)
      : login;
  await tryImap(mail, trusted, row.id);
  return {
    imap_host: trusted.host,
    imap_port: trusted.port,
    imap_tls: bit(trusted.tls),
    imap_user: trusted.user,
    imap_secret: mail.box.encrypt(trusted.pass, secretPlace(row, "imap_secret")),
    imap_certificate: trusted.certificate ?? "",
  };
}

/** Returns undefined if the account only receives from now on. */
async function smtpOf(
  mail: MailContext,
  row: AccountRow,
  imap: ImapLogin,
  form: Form,
): Promise<SmtpLogin | undefined> {
  if (form.smtp_host === "") return undefined;
  const before = await smtpLoginOf(mail, row);
  const shared = before === undefined || row.smtp_secret === "";
  const secret = {
    user: form.smtp_user ?? before?.user ?? imap.user,
    pass: form.smtp_pass ?? (shared ? imap.pass : before.pass),
    // A separate password replaces the provider's token.
    ...(shared && form.smtp_pass === undefined && { accessToken: imap.accessToken }),
  };
  const given = withoutUndefined(secret);
  if (form.smtp_host === "auto") {
    const login = await findSmtp(mail, await discoverSettings(mail, row.account_mail), given);
    if (login === undefined) throw new Failure("account.smtp_not_found");
    return login;
  }
  const host = form.smtp_host ?? before?.host;
  if (host === undefined) throw new Failure("account.smtp_failed");
  const tls = form.smtp_tls ?? before?.tls ?? true;
  const port = form.smtp_port ?? before?.port ?? (tls ? 465 : 25);
  const login = { host, port, tls, ...given, certificate: before?.certificate ?? "" };
  const isOffScreen = host !== before?.host || port !== before.port || tls !== before.tls;
  const trusted =
    isOffScreen || form.smtp_fingerprint !== undefined
      ? await pinned(mail, login, "smtp", form.smtp_fingerprint)
      : login;
  await trySmtp(mail, trusted);
  return trusted;
}

function withoutUndefined(secret: {
  user: string;
  pass: string;
  accessToken?: string | undefined;
}): Pick<SmtpLogin, "user" | "pass" | "accessToken"> {
  const { accessToken, ...given } = secret;
  return accessToken === undefined ? given : { ...given, accessToken };
}
