import type { Api } from "@inlet/contract/api.ts";
import type { MailSettings } from "@inlet/contract/mail/accounts.ts";
import { limits } from "@inlet/contract/limits.ts";

/** Values of the "Add Email Account" form, as typed. */
export interface AccountFields {
  mail: string;
  pass: string;
  imapHost: string;
  imapPort: string;
  tls: boolean;
  smtpHost: string;
  smtpPort: string;
  smtpTls: boolean;
  smtpUser: string;
  smtpPass: string;
}

export const noFields: AccountFields = {
  mail: "",
  pass: "",
  imapHost: "",
  imapPort: String(limits.imapPort),
  tls: true,
  smtpHost: "",
  smtpPort: "",
  smtpTls: true,
  smtpUser: "",
  smtpPass: "",
};

/** Reports whether the address is complete enough to look up its servers. */
export function isAddress(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text.trim());
}

/** Returns false for an address that the server refuses. */
export function isMailAddress(text: string): boolean {
  return /^[^\s<>,;]+@[^\s<>,;@]+$/.test(text.trim());
}

/** Puts the settings found into the fields that the user has not touched. */
export function withFound(
  fields: AccountFields,
  found: MailSettings,
  touched: ReadonlySet<keyof AccountFields>,
): AccountFields {
  return {
    ...fields,
    ...(!touched.has("imapHost") && { imapHost: found.imap_host }),
    ...(!touched.has("imapPort") && { imapPort: String(found.user_port) }),
    ...(!touched.has("tls") && { tls: found.tls }),
  };
}

/** Removes the settings found for an earlier address; those that the user typed stay. */
export function withoutFound(
  fields: AccountFields,
  touched: ReadonlySet<keyof AccountFields>,
): AccountFields {
  return {
    ...fields,
    ...(!touched.has("imapHost") && { imapHost: noFields.imapHost }),
    ...(!touched.has("imapPort") && { imapPort: noFields.imapPort }),
    ...(!touched.has("tls") && { tls: noFields.tls }),
  };
}

/** Returns the request. Empty fields are absent, and the server discovers them. */
export function requestOf(fields: AccountFields): Api["POST /imap/add"]["input"] {
  const smtpHost = fields.smtpHost.trim();
  return {
    account_mail: fields.mail.trim(),
    account_pass: fields.pass,
    imap_host: fields.imapHost.trim(),
    user_port: Number(fields.imapPort),
    tls: fields.tls,
    ...(smtpHost && { smtp_host: smtpHost, smtp_tls: fields.smtpTls }),
    ...(smtpHost && fields.smtpPort && { smtp_port: Number(fields.smtpPort) }),
    ...(fields.smtpUser.trim() && { smtp_user: fields.smtpUser.trim() }),
    ...(fields.smtpPass && { smtp_pass: fields.smtpPass }),
  };
}

/** Returns the request of the mailbox doctor: the fields typed so far. */
export function toRequest(fields: AccountFields): Api["POST /imap/doctor"]["input"] {
  const { account_pass, imap_host, user_port, tls, ...rest } = requestOf(fields);
  return {
    ...rest,
    ...(account_pass && { account_pass }),
    ...(imap_host && { imap_host, user_port, tls }),
  };
}

/** Returns the servers typed by hand, for a sign-in at a provider; discovered servers are the provider's own. */
export function ownServersOf(
  fields: AccountFields,
  touched: ReadonlySet<keyof AccountFields>,
): Pick<
  Api["POST /imap/oauth/start"]["input"],
  "account_mail" | "imap_host" | "user_port" | "tls" | "smtp_host" | "smtp_port" | "smtp_tls"
> {
  const {
    account_mail,
    account_pass: _pass,
    smtp_user: _user,
    smtp_pass: _own,
    ...servers
  } = requestOf(fields);
  return {
    ...(isAddress(fields.mail) && { account_mail }),
    ...(touched.has("imapHost") && servers.imap_host && servers),
  };
}

/** Returns true if address, password, host and port are all filled in. */
export function isComplete(fields: AccountFields): boolean {
  const required = [fields.mail, fields.pass, fields.imapHost, fields.imapPort];
  return required.every((value) => value.trim() !== "");
}
