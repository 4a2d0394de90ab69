import type { Account } from "@inlet/contract/mail/accounts.ts";
import { huesOf } from "#/lib/initials.ts";

/** The mark of a row's account: the initial and the color that the account has everywhere. */
export interface AccountMark {
  mail: string;
  hue: number | undefined;
}

/** Returns the mark of each account; empty for a single account. */
export function accountMarks(
  accounts: readonly Pick<Account, "id" | "account_mail">[],
): ReadonlyMap<string, AccountMark> {
  if (accounts.length < 2) return new Map();
  const messages = accounts.map(({ account_mail: mail }) => mail);
  const hues = huesOf(messages);
  return new Map(accounts.map(({ id, account_mail: mail }, at) => [id, { mail, hue: hues[at] }]));
}
