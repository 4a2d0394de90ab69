import type { Account } from "@inlet/contract/mail/accounts.ts";
import { ChevronDown } from "lucide-react";
import { AccountAvatar } from "#/features/accounts/account-avatar.tsx";
import { AccountName } from "#/features/accounts/account-name.tsx";
import { accountTexts } from "#/features/accounts/account-texts.ts";
import { Menu, menuItem } from "#/ui/menu.tsx";

/** All accounts, for a strip without space for a button each. */
export function AccountMenu(props: {
  accounts: readonly Account[];
  unreadOf: (accountId: string) => number;
  onChoose: (account: Account) => void;
}) {
  const { accounts, unreadOf } = props;
  return (
    <Menu
      label={accountTexts.strip.menu(accounts.length)}
      button={
        <>
          <span className="tabular">{accounts.length}</span>
          <ChevronDown size={14} strokeWidth={1.75} aria-hidden="true" />
        </>
      }
      className="flex h-8 shrink-0 items-center gap-1 rounded-full px-2.5 text-label font-medium text-ink-2 transition-colors hover:bg-hover aria-expanded:bg-hover coarse:h-11"
    >
      {accounts.map((account) => (
        <button
          key={account.id}
          type="button"
          {...menuItem}
          className="flex min-h-11 w-full max-w-80 items-center gap-3 rounded-control px-2 py-1 text-control text-ink outline-none select-none hover:bg-hover focus:bg-hover"
          onClick={() => props.onChoose(account)}
        >
          <AccountAvatar account={account} hasUnread={unreadOf(account.id) > 0} />
          <AccountName account={account} unread={unreadOf(account.id)} />
        </button>
      ))}
    </Menu>
  );
}
