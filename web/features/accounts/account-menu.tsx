import type { Account } from "@inlet/contract/mail/accounts.ts";
import { ChevronDown } from "lucide-react";
import { AccountAvatar } from "#/features/accounts/account-avatar.tsx";
import { AccountName } from "#/features/accounts/account-name.tsx";
import { accountTexts } from "#/features/accounts/account-texts.ts";
import { labelOfAccount } from "#/features/accounts/describe-account.ts";
import { cn } from "#/lib/class-names.ts";
import { locale } from "#/lib/locale.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import { Menu, menuItem } from "#/ui/menu.tsx";

/** All accounts, for a strip without space for a button each. */
export function AccountMenu(props: {
  accounts: readonly Account[];
  /** Null while all accounts are shown. */
  activeId: string | null;
  unreadOf: (accountId: string) => number;
  onChoose: (account: Account) => void;
}) {
  const { accounts, activeId, unreadOf } = props;
  const hasFailed = accounts.some(({ state }) => state === "failed");
  const unread = accounts.reduce((sum, { id }) => sum + unreadOf(id), 0);
  const unreadText = unread > 0 ? `${unread.toLocaleString(locale)} ${texts.shell.unreadWord}` : "";
  const state = hasFailed ? texts.accounts.failed : unreadText;
  const all = accountTexts.strip.menu(accounts.length);
  return (
    <Menu
      label={state ? `${all}, ${state}` : all}
      button={
        <>
          <span className="tabular">{accounts.length}</span>
          <ChevronDown size={14} strokeWidth={1.75} aria-hidden="true" />
          {state && (
            <span
              aria-hidden="true"
              className={cn(
                "absolute end-1 top-0.5 size-2 rounded-full ring-2 ring-canvas",
                hasFailed ? "bg-danger" : "bg-unread",
              )}
            />
          )}
        </>
      }
      className="relative flex h-8 shrink-0 items-center gap-1 rounded-full px-2.5 text-label font-medium text-ink-2 transition-colors hover:bg-hover aria-expanded:bg-hover coarse:h-11"
    >
      {accounts.map((account) => (
        <button
          key={account.id}
          type="button"
          {...menuItem}
          role="menuitemradio"
          aria-checked={account.id === activeId}
          aria-label={labelOfAccount(account, unreadOf(account.id))}
          className="flex min-h-11 w-full max-w-80 items-center gap-3 rounded-control px-2 py-1 text-control text-ink outline-none select-none hover:bg-hover focus:bg-hover aria-checked:bg-selected"
          onClick={() => props.onChoose(account)}
        >
          <AccountAvatar account={account} hasUnread={unreadOf(account.id) > 0} />
          <AccountName account={account} unread={unreadOf(account.id)} />
        </button>
      ))}
    </Menu>
  );
}
