import type { Api } from "@inlet/contract/api.ts";
import type { Account } from "@inlet/contract/mail/accounts.ts";

/** Values of the "Change account" form, as typed; passwords are empty until they are to be changed. */
export interface ChangeFields {
  name: string;
  pass: string;
  imapHost: string;
  imapPort: string;
  tls: boolean;
  imapUser: string;
  smtpHost: string;
  smtpPort: string;
  smtpTls: boolean;
  smtpUser: string;
  smtpPass: string;
}

type Change = Omit<Api["PATCH /imap/{id}"]["input"], "id">;

/** Returns the form's values for the current account. */
export function fieldsOf(account: Account): ChangeFields {
  const { outgoing } = account;
  return {
    name: account.name,
    pass: "",
    imapHost: account.imap_host,
    imapPort: String(account.user_port),
    tls: account.tls,
    imapUser: account.imap_user,
    smtpHost: outgoing?.smtp_host ?? "",
    smtpPort: outgoing ? String(outgoing.smtp_port) : "",
    smtpTls: outgoing?.smtp_tls ?? true,
    smtpUser: outgoing?.smtp_user ?? "",
    smtpPass: "",
  };
}

/** Returns the differences from the account; a password only if one was typed. */
export function changeOf(account: Account, fields: ChangeFields): Change {
  const before = fieldsOf(account);
  const differs = (key: keyof ChangeFields) => fields[key] !== before[key];
  const smtpHost = fields.smtpHost.trim();
  const isSending = smtpHost !== "";
  return {
    ...(differs("name") && { name: fields.name.trim() }),
    ...(fields.pass && { account_pass: fields.pass }),
    ...(differs("imapHost") && { imap_host: fields.imapHost.trim() }),
    ...(differs("imapPort") && { user_port: Number(fields.imapPort) }),
    ...(differs("tls") && { tls: fields.tls }),
    ...(differs("imapUser") && { imap_user: fields.imapUser.trim() }),
    ...(differs("smtpHost") && { smtp_host: smtpHost }),
    ...(isSending && differs("smtpPort") && { smtp_port: Number(fields.smtpPort) }),
    ...(isSending && (differs("smtpTls") || differs("smtpHost")) && { smtp_tls: fields.smtpTls }),
    ...(isSending && differs("smtpUser") && { smtp_user: fields.smtpUser.trim() }),
    ...(isSending && fields.smtpPass && { smtp_pass: fields.smtpPass }),
  };
}
