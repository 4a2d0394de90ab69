import type { Account } from "@inlet/contract/mail/accounts.ts";
import { healthOf } from "#/features/accounts/account-health.ts";
import { locale } from "#/lib/locale.ts";
import { texts } from "#/texts/shared/app-texts.ts";

/** Returns the description of an account beside its address: its name, unread emails and state. */
export function describeAccount(account: Account, unread: number): string {
  return [account.name, stateOf(account, unread)].filter(Boolean).join(" · ");
}

/** Returns the accessible name of an account's row: its text, in the same order, and its state. */
export function labelOfAccount(account: Account, unread: number): string {
  return [account.name, account.account_mail, stateOf(account, unread)].filter(Boolean).join(", ");
}

function stateOf(account: Account, unread: number): string {
  const number = unread > 0 && `${unread.toLocaleString(locale)} ${texts.shell.unreadWord}`;
  return [number, healthOf(account).text].filter(Boolean).join(" · ");
}
