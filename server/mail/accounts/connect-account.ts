import type { AccountRow } from "#/store/engine/schema.ts";
import { connectImap, type ImapConnection, type ImapOptions } from "#/wire/imap/connection.ts";
import { WireError } from "#/wire/imap/wire-error.ts";
import type { MailContext } from "#/mail/context.ts";
import { imapLoginOf } from "./logins.ts";

type Parts = Pick<MailContext, "box" | "tokens" | "egress">;

/** Connects with the account's stored login. A refused token is refreshed once. Throws WireError. */
export async function openAccount(
  mail: Parts,
  account: AccountRow,
  options: ImapOptions,
): Promise<ImapConnection> {
  const login = await imapLoginOf(mail, account);
  try {
    return await connectImap(mail.egress, login, options);
  } catch (error) {
    if (login.accessToken === undefined || !isRefused(error)) throw error;
    const renewed = await imapLoginOf(mail, account, login.accessToken);
    try {
      return await connectImap(mail.egress, renewed, options);
    } catch (cause) {
      // The provider has just issued this token: only the user can find out there why it does not open the mailbox.
      throw isRefused(cause) ? new WireError("revoked", { cause }) : cause;
    }
  }
}

function isRefused(error: unknown): boolean {
  return error instanceof WireError && ["bad_login", "app_password"].includes(error.kind);
}
