import type { Account } from "@inlet/contract/accounts.ts";
import { Inbox, Plus, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { AccountAvatar } from "#/features/accounts/account-avatar.tsx";
import { healthOf } from "#/features/accounts/account-health.ts";
import { RemoveAccountDialog } from "#/features/accounts/remove-account-dialog.tsx";
import { ProgressBar } from "#/features/accounts/sync-progress.tsx";
import { rowDate } from "#/lib/dates.ts";
import { pageTexts } from "#/lib/page-texts.ts";
import { texts } from "#/lib/texts.ts";
import { useNow } from "#/lib/use-now.ts";
import { chooseAccount, useAccounts } from "#/state/active-account.ts";
import { Badge } from "#/ui/badge.tsx";
import { Button } from "#/ui/button.tsx";
import { EmptyState } from "#/ui/empty-state.tsx";
import { ErrorState } from "#/ui/error-state.tsx";
import { IconButton } from "#/ui/icon-button.tsx";

/** The connected mailboxes: how each is doing, which one is active, and the way to delete it. */
export function AccountList({ onAdd }: { onAdd: () => void }) {
  const { accounts, activeId, error, refetch } = useAccounts();
  const [leaving, setLeaving] = useState<Account | null>(null);
  const [isAsking, setAsking] = useState(false);
  const askToRemove = (account: Account) => {
    setLeaving(account);
    setAsking(true);
  };
  const addButton = (
    <Button onClick={onAdd}>
      <Plus size={16} strokeWidth={1.75} aria-hidden="true" />
      {texts.accounts.addAccount}
    </Button>
  );
  if (!accounts && error) {
    return (
      <ErrorState
        title={pageTexts.failed.title}
        message={error.message}
        retryLabel={pageTexts.failed.retry}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!accounts) return null;
  if (!accounts.length) {
    return (
      <EmptyState title={texts.accounts.none} hint={texts.accounts.noneHint} action={addButton} />
    );
  }
  return (
    <section className="py-6">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <p className="text-control text-ink-3">{texts.settings.accountsHint}</p>
        {addButton}
      </div>
      <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
        {accounts.length > 1 && (
          <Row
            picture={
              <span className="grid size-8 place-items-center rounded-full bg-selected text-accent-ink">
                <Inbox size={16} strokeWidth={1.75} aria-hidden="true" />
              </span>
            }
            title={texts.accounts.all}
            detail={<p className="text-ink-3">{texts.settings.allHint}</p>}
            isActive={activeId === null}
            onActivate={() => chooseAccount(null)}
          />
        )}
        {accounts.map((account) => (
          <Row
            key={account.id}
            picture={<AccountAvatar account={account} />}
            title={account.account_mail}
            detail={<AccountDetail account={account} />}
            isActive={activeId === account.id}
            onActivate={() => chooseAccount(account.id)}
            onRemove={() => askToRemove(account)}
          />
        ))}
      </ul>
      <RemoveAccountDialog isOpen={isAsking} account={leaving} onClose={() => setAsking(false)} />
    </section>
  );
}

function Row(props: {
  picture: ReactNode;
  title: string;
  detail: ReactNode;
  isActive: boolean;
  onActivate: () => void;
  onRemove?: () => void;
}) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3.5">
      {props.picture}
      <div className="min-w-40 flex-1 text-label">
        <p className="truncate text-ui font-medium text-ink">{props.title}</p>
        {props.detail}
      </div>
      <div className="flex items-center gap-1.5 max-sm:ml-12">
        {props.isActive ? (
          <Badge className="bg-selected px-2.5 text-accent-ink">{texts.settings.active}</Badge>
        ) : (
          <Button
            tone="quiet"
            onClick={props.onActivate}
            aria-label={`${texts.settings.activate}: ${props.title}`}
          >
            {texts.settings.activate}
          </Button>
        )}
        {props.onRemove && (
          <IconButton
            label={texts.settings.remove(props.title)}
            icon={<Trash2 size={16} strokeWidth={1.75} aria-hidden="true" />}
            onClick={props.onRemove}
            className="hover:text-danger"
          />
        )}
      </div>
    </li>
  );
}

function AccountDetail({ account }: { account: Account }) {
  const health = healthOf(account);
  const now = useNow();
  const tones = { calm: "text-ink-3", busy: "text-ink-2", failed: "text-danger" } as const;
  return (
    <>
      <p className={`${tones[health.tone]} tabular`}>
        {health.text}
        {health.tone === "calm" && account.lastSyncAt && (
          <span> · {texts.accounts.lastSync(rowDate(account.lastSyncAt, now))}</span>
        )}
      </p>
      {health.tone === "busy" && <ProgressBar value={health.progress} label={health.text} />}
      <p className="truncate font-mono text-meta text-ink-3">
        {account.imap_host}:{account.user_port}
      </p>
      {!account.canSend && <p className="text-warn">{texts.accounts.receiveOnly}</p>}
    </>
  );
}
