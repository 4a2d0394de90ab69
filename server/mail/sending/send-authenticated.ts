import type { AccountRow } from "#/store/engine/schema.ts";
import { WireError } from "#/wire/imap/wire-error.ts";
import { type Outgoing, sendMail } from "#/wire/smtp/send.ts";
import { SmtpError } from "#/wire/smtp/smtp-error.ts";
import type { MailContext } from "#/mail/context.ts";
import { smtpLoginOf } from "#/mail/accounts/logins.ts";

type Parts = Pick<MailContext, "box" | "tokens" | "egress">;

/** Sends one message with the account's stored login. A refused token is refreshed once. Throws SmtpError. */
export async function sendAs(
  mail: Parts,
  account: AccountRow,
  outgoing: Outgoing,
  options?: Parameters<typeof sendMail>[3],
): Promise<void> {
  const login = await loginOf(mail, account);
  try {
    await sendMail(mail.egress, login, outgoing, options);
  } catch (error) {
    // The login was refused, so nothing was sent yet.
    if (login.accessToken === undefined || !isRefused(error)) throw error;
    const renewed = await loginOf(mail, account, login.accessToken);
    await sendMail(mail.egress, renewed, outgoing, options).catch((cause: unknown) => {
      // The provider has just issued this token: only the user can find out there why it does not allow sending.
      throw isRefused(cause)
        ? new SmtpError("revoked", { cause, response: cause.response })
        : cause;
    });
  }
}

function isRefused(error: unknown): error is SmtpError {
  return error instanceof SmtpError && ["bad_login", "app_password"].includes(error.kind);
}

async function loginOf(mail: Parts, account: AccountRow, refused?: string) {
  try {
    const login = await smtpLoginOf(mail, account, refused);
    if (login === undefined) throw new SmtpError("rejected");
    return login;
  } catch (cause) {
    if (!(cause instanceof WireError)) throw cause;
    throw new SmtpError(cause.kind === "revoked" ? "revoked" : "unreachable", { cause });
  }
}
