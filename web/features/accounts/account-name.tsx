import type { Account } from "@inlet/contract/mail/accounts.ts";
import { locale } from "#/lib/locale.ts";
import { texts } from "#/texts/shared/app-texts.ts";

/** The name of an account, its address and the number of its unread emails, in a row with its mark. */
export function AccountName({ account, unread }: { account: Account; unread: number }) {
  return (
    <>
      <span className="min-w-0 flex-1 text-start">
        {account.name && <bdi className="block truncate font-medium text-ink">{account.name}</bdi>}
        <bdi className={account.name ? "block truncate text-label text-ink-3" : "block truncate"}>
          {account.account_mail}
        </bdi>
      </span>
      {/* Without this space, a screen reader joins the address and the number. */}{" "}
      {unread > 0 && (
        <span className="ps-3 text-meta font-semibold text-ink-2 tabular">
          {unread.toLocaleString(locale)}
          <span className="sr-only"> {texts.shell.unreadWord}</span>
        </span>
      )}
    </>
  );
}
