import { Inbox, Plus } from "lucide-react";
import type { ReactNode } from "react";
import { AccountAvatar } from "#/features/accounts/account-avatar.tsx";
import { AccountName } from "#/features/accounts/account-name.tsx";
import { labelOfAccount } from "#/features/accounts/describe-account.ts";
import { useUnread } from "#/features/accounts/use-unread.ts";
import { cn } from "#/lib/class-names.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import { chooseAccount, useAccounts } from "#/state/view/active-account.ts";

/** The accounts below each other, each with its address, as in the panel of a phone. */
export function AccountRows(props: {
  onAdd: () => void;
  onChoose: () => void;
  /** Opens the form that fixes a failed account. */
  onFix: (accountId: string) => void;
}) {
  const { accounts = [], activeId } = useAccounts();
  const unreadOf = useUnread();
  const choose = (id: string | null) => {
    chooseAccount(id);
    props.onChoose();
  };
  return (
    <div
      role="group"
      aria-label={texts.accounts.strip}
      className="flex max-h-[40dvh] flex-col overflow-y-auto overscroll-contain"
    >
      {accounts.length > 1 && (
        <Row label={texts.accounts.all} isActive={activeId === null} onClick={() => choose(null)}>
          <span className="grid size-8 shrink-0 place-items-center rounded-full bg-selected text-accent-ink">
            <Inbox size={16} strokeWidth={1.75} aria-hidden="true" />
          </span>
          {texts.accounts.all}
        </Row>
      )}
      {accounts.map((account) => (
        <Row
          key={account.id}
          label={labelOfAccount(account, unreadOf(account.id))}
          isActive={activeId === account.id}
          onClick={() => {
            choose(account.id);
            if (account.state === "failed") props.onFix(account.id);
          }}
        >
          <AccountAvatar account={account} hasUnread={unreadOf(account.id) > 0} />
          <AccountName account={account} unread={unreadOf(account.id)} />
        </Row>
      ))}
      <Row label={texts.accounts.add} onClick={props.onAdd}>
        <span className="grid size-8 shrink-0 place-items-center rounded-full border border-dashed border-line-strong text-ink-3">
          <Plus size={16} strokeWidth={1.75} aria-hidden="true" />
        </span>
        {texts.accounts.add}
      </Row>
    </div>
  );
}

function Row(props: {
  label: string;
  isActive?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-label={props.label}
      aria-pressed={props.isActive}
      onClick={props.onClick}
      className={cn(
        "flex min-h-11 shrink-0 items-center gap-3 rounded-control px-2 py-1 text-start text-control transition-colors",
        props.isActive ? "bg-selected font-medium text-ink" : "text-ink-2 hover:bg-hover",
      )}
    >
      {props.children}
    </button>
  );
}
