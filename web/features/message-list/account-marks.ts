import { type MarkedAccount, marksOf } from "#/state/view/marks-of.ts";

/** The mark of a row's account: the color that the account has everywhere. */
export interface AccountMark {
  mail: string;
  hue: number | undefined;
}

/** Returns the mark of each account; empty for a single account. */
export function accountMarks(accounts: readonly MarkedAccount[]): ReadonlyMap<string, AccountMark> {
  if (accounts.length < 2) return new Map();
  const marks = marksOf(accounts);
  return new Map(
    accounts.map(({ id, account_mail: mail }, at) => [id, { mail, hue: marks[at]?.hue }]),
  );
}
