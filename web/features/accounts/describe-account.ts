import type { Account } from "@inlet/contract/mail/accounts.ts";
import { healthOf } from "#/features/accounts/account-health.ts";
import { locale } from "#/lib/locale.ts";
import { texts } from "#/texts/shared/app-texts.ts";

/** Returns the description of an account beside its address: its name, unread emails and state. */
export function describeAccount(account: Account, unread: number): string {
  return [
    account.name,
    unread > 0 && `${unread.toLocaleString(locale)} ${texts.shell.unreadWord}`,
    healthOf(account).text,
  ]
    .filter(Boolean)
    .join(" · ");
}
