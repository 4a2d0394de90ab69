import type { Account } from "@inlet/contract/accounts.ts";
import { huesOf } from "#/lib/initials.ts";

/** What a row tells its account by: the letter and the colour that the account has everywhere. */
export interface AccountMark {
  mail: string;
  hue: number | undefined;
}

/** The mark of each account; none where there is nothing to tell apart. */
export function accountMarks(
  accounts: readonly Pick<Account, "id" | "account_mail">[],
): ReadonlyMap<string, AccountMark> {
  if (accounts.length < 2) return new Map();
  const mails = accounts.map(({ account_mail: mail }) => mail);
  const hues = huesOf(mails);
  return new Map(accounts.map(({ id, account_mail: mail }, at) => [id, { mail, hue: hues[at] }]));
}
