import type { MailSettings } from "@inlet/contract/mail/accounts.ts";
import type { AccountId } from "@inlet/contract/ids.ts";
import { Failure } from "#/base/failure.ts";
import { connectImap } from "#/wire/imap/connection.ts";
import type { ImapLogin } from "#/wire/imap/remote.ts";
import { type SmtpLogin, trySmtpLogin } from "#/wire/smtp/send.ts";
import { lookAtCertificate } from "#/wire/tls/inspect-server.ts";
import { connectionTurn } from "./connection-limit.ts";
import type { MailContext } from "#/mail/context.ts";
import { loginFailure } from "./login-failure.ts";

/** Long enough for a slow server, short enough for a user who waits at a form. */
export const loginTimeoutMs = 15_000;

/** Logs in and lists the folders; for an existing account, in its turn. Throws Failure with the message for the user. */
export async function tryImap(
  mail: MailContext,
  login: ImapLogin,
  accountId?: AccountId,
): Promise<void> {
  let endTurn = () => {};
  try {
    if (accountId !== undefined) endTurn = await connectionTurn(accountId, loginTimeoutMs);
    await using connection = await connectImap(mail.egress, login, {
      log: mail.log,
      timeoutMs: loginTimeoutMs,
    });
    await connection.listFolders();
  } catch (cause) {
    throw loginFailure(cause);
  } finally {
    endTurn();
  }
}

/** Tries an SMTP login. Throws account.smtp_failed. */
export async function trySmtp(mail: MailContext, login: SmtpLogin): Promise<void> {
  try {
    await trySmtpLogin(mail.egress, login, { timeoutMs: loginTimeoutMs });
  } catch (cause) {
    throw new Failure("account.smtp_failed", { cause });
  }
}

/**
 * Returns the login with the server's own certificate pinned, if no public authority issued it. Only hosts that the administrator
 * allows may have one. With `accepted`, the certificate must have that fingerprint. Throws Failure.
 */
export async function pinned<Login extends ImapLogin | SmtpLogin>(
  mail: MailContext,
  login: Login,
  protocol: "imap" | "smtp",
  accepted?: string,
): Promise<Login & { certificate: string }> {
  const unpinned = { ...login, certificate: "" };
  if (!login.tls) return unpinned;
  try {
    const target = await mail.egress.resolve(login.host, login.port, "mail");
    if (!target.isAllowedPrivate) return unpinned;
    const options = { protocol, timeoutMs: loginTimeoutMs };
    const shown = await lookAtCertificate(mail.egress, target, options);
    if (accepted !== undefined && shown.fingerprint !== accepted) {
      throw new Failure("account.certificate_changed");
    }
    return shown.isTrusted ? unpinned : { ...login, certificate: shown.certificate };
  } catch (cause) {
    throw loginFailure(cause);
  }
}

/** Returns the outgoing server found for an address; undefined if none was found or it refuses this login. */
export async function findSmtp(
  mail: MailContext,
  found: MailSettings | null,
  secret: Pick<SmtpLogin, "user" | "pass" | "accessToken">,
): Promise<SmtpLogin | undefined> {
  if (found === null || found.smtp_host === null || found.smtp_port === null) return undefined;
  const { smtp_host: host, smtp_port: port } = found;
  try {
    const login = { host, port, tls: found.smtp_tls ?? true, ...secret };
    const trusted = await pinned(mail, login, "smtp");
    await trySmtp(mail, trusted);
    return trusted;
  } catch (error) {
    mail.log.info({ err: error }, "discovered SMTP server rejected the login");
    return undefined;
  }
}
