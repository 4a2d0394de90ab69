import type { Account } from "@inlet/contract/mail/accounts.ts";
import { Inbox, Plus } from "lucide-react";
import { lazy, type ReactNode, Suspense } from "react";
import { AccountAvatar } from "#/features/accounts/account-avatar.tsx";
import { describeAccount } from "#/features/accounts/describe-account.ts";
import { useUnread } from "#/features/accounts/use-unread.ts";
import { cn } from "#/lib/class-names.ts";
import { patiently } from "#/lib/retry-import.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import { chooseAccount, useAccounts } from "#/state/view/active-account.ts";
import { Tooltip } from "#/ui/tooltip.tsx";

/** Number of accounts that have a button each. */
const maxButtons = 4;

const AccountMenu = lazy(async () => {
  const { AccountMenu: Part } = await patiently(
    () => import("#/features/accounts/account-menu.tsx"),
  );
  return { default: Part };
});

/**
 * One round button per account, preceded by "All inboxes" if there are two or more, and followed by a plus. If there are too many,
 * a menu has them all, and only the shown one has a button.
 */
export function AccountStrip(props: {
  onAdd: () => void;
  /** Opens the form that fixes a failed account. */
  onFix: (accountId: string) => void;
  /** Called when an account was chosen, to close a panel over the page. */
  onChoose?: () => void;
}) {
  const { accounts = [], activeId, isPending } = useAccounts();
  const unreadOf = useUnread();
  const isMenu = accounts.length > maxButtons;
  const show = (id: string | null) => {
    chooseAccount(id);
    props.onChoose?.();
  };
  const choose = (account: Account) => {
    show(account.id);
    if (account.state === "failed") props.onFix(account.id);
  };
  // The plus would move aside as the accounts arrive.
  if (isPending) return null;
  return (
    <div
      role="group"
      aria-label={texts.accounts.strip}
      className="flex items-center gap-1 overflow-x-auto p-1"
    >
      {accounts.length > 1 && (
        <StripButton
          label={texts.accounts.all}
          isActive={activeId === null}
          onClick={() => show(null)}
        >
          <span className="grid size-8 place-items-center rounded-full bg-selected text-accent-ink">
            <Inbox size={16} strokeWidth={1.75} aria-hidden="true" />
          </span>
        </StripButton>
      )}
      {accounts
        .filter(({ id }) => !isMenu || id === activeId)
        .map((account) => (
          <StripButton
            key={account.id}
            label={account.account_mail}
            detail={describeAccount(account, unreadOf(account.id))}
            isActive={activeId === account.id}
            onClick={() => choose(account)}
          >
            <AccountAvatar account={account} hasUnread={unreadOf(account.id) > 0} />
          </StripButton>
        ))}
      {isMenu && (
        <Suspense>
          <AccountMenu
            accounts={accounts}
            activeId={activeId}
            unreadOf={unreadOf}
            onChoose={choose}
          />
        </Suspense>
      )}
      <StripButton label={texts.accounts.add} onClick={props.onAdd}>
        <span className="grid size-8 place-items-center rounded-full border border-dashed border-line-strong text-ink-3 transition-colors group-hover:border-accent group-hover:text-accent-ink">
          <Plus size={16} strokeWidth={1.75} aria-hidden="true" />
        </span>
      </StripButton>
    </div>
  );
}

function StripButton(props: {
  label: string;
  detail?: string;
  isActive?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <Tooltip label={props.label} detail={props.detail}>
      <button
        type="button"
        aria-label={props.detail ? `${props.label}, ${props.detail}` : props.label}
        aria-pressed={props.isActive}
        onClick={props.onClick}
        className={cn(
          "group relative shrink-0 rounded-full p-1 transition-[opacity,background-color] coarse:p-1.5",
          "after:absolute after:inset-x-2.5 after:-bottom-0.5 after:h-0.5 after:scale-x-0 after:rounded-full after:bg-accent after:transition-transform",
          props.isActive ? "after:scale-x-100" : "hover:bg-hover",
        )}
      >
        {props.children}
      </button>
    </Tooltip>
  );
}
