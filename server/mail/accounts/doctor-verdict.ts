import { isIP } from "node:net";
import type { DoctorEvent, DoctorStep } from "@inlet/contract/mail/account-doctor.ts";
import type { MailSettings } from "@inlet/contract/mail/accounts.ts";
import { type ErrorCode, errors } from "@inlet/contract/errors.ts";
import type { ImapLogin } from "#/wire/imap/remote.ts";
import type { SmtpLogin } from "#/wire/smtp/send.ts";
import { providerOfHost } from "#/wire/login/providers.ts";

type Verdict = Extract<DoctorEvent, { kind: "verdict" }>;

interface Examined {
  address: string;
  settings: MailSettings | null;
  imap: ImapLogin | null;
  smtp: SmtpLogin | null;
  hasSecret: boolean;
}

/** Returns the problem and its fix in one sentence. */
export function verdictOn(
  examined: Examined,
  failure: { failed: DoctorStep; code: ErrorCode } | undefined,
): Verdict {
  const host = examined.imap?.host ?? "";
  // A bare IP address may be Proton's bridge, or any other server.
  const provider = isIP(host) === 0 ? providerOfHost(host) : undefined;
  const asksForAppPassword =
    failure?.code === "account.app_password" || failure?.code === "account.bad_login";
  return {
    kind: "verdict",
    isHealthy: failure === undefined && examined.hasSecret,
    sentence: failure ? complaint(examined, failure, provider?.name) : praise(examined),
    code: failure?.code ?? null,
    helpUrl: asksForAppPassword ? (provider?.settings.appPasswordUrl ?? null) : null,
  };
}

function praise({ hasSecret, smtp }: Examined): string {
  if (!hasSecret) return "The server is working. Enter the password to test the login too.";
  return smtp === null
    ? "Receiving works. Sending is not set up: no outgoing server was found, so please enter it."
    : "Everything works: email can be received and sent.";
}

function complaint(
  { imap, smtp, address }: Examined,
  { failed, code }: { failed: DoctorStep; code: ErrorCode },
  providerName: string | undefined,
): string {
  const host = imap?.host ?? "";
  const domain = address.slice(address.lastIndexOf("@") + 1);
  switch (failed) {
    case "settings":
      return `No mail servers are known for ${domain}: please look them up at your provider and enter them.`;
    case "dns":
    case "tcp":
      // The same sentence for a host that does not exist, does not answer, or must not be reached.
      return `${host} could not be reached on port ${imap?.port ?? 0}: please check the name and the port.`;
    case "tls":
      return complaintOfTls(host, code);
    case "login":
      return complaintOfLogin(host, code, providerName);
    case "folders":
      return `${host} accepts the login but does not list its folders: please try again later.`;
    case "smtp":
      return `Receiving works, but ${smtp?.host ?? "the outgoing server"} did not accept this login: please check the settings for outgoing mail.`;
  }
}

function complaintOfTls(host: string, code: ErrorCode): string {
  if (code === "account.certificate_changed") {
    return `${host} has a different certificate than the one you trusted: accept it only if you know why it changed.`;
  }
  if (code === "account.certificate") {
    return `The certificate of ${host} is not trusted: please check the name, or ask its administrator.`;
  }
  return `${host} offers no encrypted connection on this port: try 993, or ask your provider for the right one.`;
}

function complaintOfLogin(host: string, code: ErrorCode, providerName: string | undefined): string {
  if (code === "account.app_password") {
    return `${providerName ?? host} does not accept your usual password: create an app password there and use it here.`;
  }
  if (code === "account.bad_login") {
    return `${host} did not accept the address and password: please enter the password again.`;
  }
  return `The login failed. ${errors[code].message}`;
}
