import { Inbox, Plus } from "lucide-react";
import type { ReactNode } from "react";
import { AccountAvatar } from "#/features/accounts/account-avatar.tsx";
import { healthOf } from "#/features/accounts/account-health.ts";
import { cn } from "#/lib/class-names.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import { chooseAccount, useAccounts } from "#/state/view/active-account.ts";
import { Tooltip } from "#/ui/tooltip.tsx";

/** One round button per account, preceded by "All inboxes" if there are two or more, and followed by a plus. */
export function AccountStrip(props: {
  onAdd: () => void;
  onChoose?: () => void;
  /** Opens the form that fixes a failed account. */
  onFix: (accountId: string) => void;
  className?: string;
}) {
  const { accounts, activeId } = useAccounts();
  const choose = (id: string | null) => {
    chooseAccount(id);
    props.onChoose?.();
  };
  return (
    <div
      role="group"
      aria-label={texts.accounts.strip}
      className={cn("flex items-center gap-1 overflow-x-auto p-1", props.className)}
    >
      {accounts && accounts.length > 1 && (
        <StripButton
          label={texts.accounts.all}
          isActive={activeId === null}
          onClick={() => choose(null)}
        >
          <span className="grid size-8 place-items-center rounded-full bg-selected text-accent-ink">
            <Inbox size={16} strokeWidth={1.75} aria-hidden="true" />
          </span>
        </StripButton>
      )}
      {accounts?.map((account) => (
        <StripButton
          key={account.id}
          label={account.account_mail}
          detail={healthOf(account).text}
          isActive={activeId === account.id}
          onClick={() => {
            choose(account.id);
            if (account.state === "failed") props.onFix(account.id);
          }}
        >
          <AccountAvatar account={account} />
        </StripButton>
      ))}
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
