import type { Account } from "@inlet/contract/mail/accounts.ts";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { ChevronDown, Inbox, Plus, Settings2, Trash2 } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { AccountAvatar } from "#/features/accounts/account-avatar.tsx";
import { healthOf } from "#/features/accounts/account-health.ts";
import { AccountPanel } from "#/features/accounts/account-panel.tsx";
import { accountTexts } from "#/features/accounts/account-texts.ts";
import { ChangeAccountDialog } from "#/features/accounts/change-account-dialog.tsx";
import { type RequiredFix, requiredFixOf } from "#/features/accounts/fix-account.ts";
import { RemoveAccountDialog } from "#/features/accounts/remove-account-dialog.tsx";
import { ProgressBar } from "#/features/accounts/sync-progress.tsx";
import { cn } from "#/lib/class-names.ts";
import { rowDate } from "#/lib/dates.ts";
import { pageTexts } from "#/texts/shared/page-texts.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import { useNow } from "#/lib/use-now.ts";
import { chooseAccount, useAccounts } from "#/state/view/active-account.ts";
import { setAddingAccount } from "#/state/commands/open-dialogs.ts";
import { Badge } from "#/ui/badge.tsx";
import { Button } from "#/ui/button.tsx";
import { EmptyState } from "#/ui/empty-state.tsx";
import { ErrorState } from "#/ui/error-state.tsx";
import { IconButton } from "#/ui/icon-button.tsx";

const { health: words } = accountTexts;

/** The connected mailboxes: state of each, the active one, and a button to delete it. */
export function AccountList() {
  const navigate = useNavigate();
  // The account that the user came to fix.
  const { fix: fixId } = useSearch({ from: "/app/settings" });
  const { accounts, activeId, error, refetch } = useAccounts();
  const [leaving, setLeaving] = useState<Account | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [changing, setChanging] = useState<{ account: Account; requiredFix: RequiredFix } | null>(
    null,
  );
  const [isChanging, setChangingOpen] = useState(false);
  const change = (account: Account, requiredFix: RequiredFix) => {
    setChanging({ account, requiredFix });
    setChangingOpen(true);
  };
  const fixing = accounts?.find(({ id }) => id === fixId);
  const closeChange = () => {
    setChangingOpen(false);
    if (!fixing) return;
    // It stays while the dialog closes.
    setChanging({ account: fixing, requiredFix: requiredFixOnVisit(fixing) });
    void navigate({ to: "/app/settings", search: { tab: "accounts" }, replace: true });
  };
  const askToRemove = (account: Account) => {
    setLeaving(account);
    setAsking(true);
  };
  const addButton = (
    <Button onClick={() => setAddingAccount(true)}>
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
    <section className="pb-6">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <p className="text-control text-ink-3">{accountTexts.list.hint}</p>
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
            detail={<p className="text-ink-3">{accountTexts.list.allHint}</p>}
            isActive={activeId === null}
            onActivate={() => chooseAccount(null)}
          />
        )}
        {accounts.map((account) => (
          <Row
            key={account.id}
            picture={<AccountAvatar account={account} />}
            title={account.name || account.account_mail}
            detail={
              <AccountDetail
                account={account}
                onFix={(requiredFix) => change(account, requiredFix)}
              />
            }
            panel={<AccountPanel account={account} />}
            onChange={() => change(account, null)}
            isActive={activeId === account.id}
            onActivate={() => chooseAccount(account.id)}
            onRemove={() => askToRemove(account)}
          />
        ))}
      </ul>
      <ChangeAccountDialog
        isOpen={isChanging || fixing !== undefined}
        account={fixing ?? accounts.find(({ id }) => id === changing?.account.id) ?? null}
        requiredFix={fixing ? requiredFixOnVisit(fixing) : (changing?.requiredFix ?? null)}
        onClose={closeChange}
      />
      <RemoveAccountDialog isOpen={isAsking} account={leaving} onClose={() => setAsking(false)} />
    </section>
  );
}

/** The composer links here from an account that cannot send. */
function requiredFixOnVisit(account: Account): RequiredFix {
  return requiredFixOf(account) ?? (account.canSend ? null : "outgoing");
}

function Row(props: {
  picture: ReactNode;
  title: string;
  detail: ReactNode;
  isActive: boolean;
  onActivate: () => void;
  onChange?: () => void;
  onRemove?: () => void;
  /** Collapsed until the user opens it. */
  panel?: ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <li>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3.5">
        {props.picture}
        <div className="min-w-40 flex-1 text-label">
          <p className="truncate text-ui font-medium text-ink">{props.title}</p>
          {props.detail}
        </div>
        <div className="flex items-center gap-1.5 ms-auto max-sm:-me-2">
          {props.isActive ? (
            <Badge className="bg-selected px-2.5 text-accent-ink">{accountTexts.list.active}</Badge>
          ) : (
            <Button
              tone="quiet"
              onClick={props.onActivate}
              aria-label={`${accountTexts.list.activate}: ${props.title}`}
            >
              {accountTexts.list.activate}
            </Button>
          )}
          {props.panel && (
            <IconButton
              label={`${isOpen ? words.close : words.open}: ${props.title}`}
              icon={
                <ChevronDown
                  size={16}
                  strokeWidth={1.75}
                  aria-hidden="true"
                  className={cn("transition-transform", isOpen && "rotate-180")}
                />
              }
              aria-expanded={isOpen}
              aria-controls={id}
              onClick={() => setOpen(!isOpen)}
            />
          )}
          {props.onChange && (
            <IconButton
              label={`${words.change}: ${props.title}`}
              icon={<Settings2 size={16} strokeWidth={1.75} aria-hidden="true" />}
              onClick={props.onChange}
            />
          )}
          {props.onRemove && (
            <IconButton
              label={accountTexts.remove.open(props.title)}
              icon={<Trash2 size={16} strokeWidth={1.75} aria-hidden="true" />}
              onClick={props.onRemove}
              className="hover:text-danger"
            />
          )}
        </div>
      </div>
      {props.panel && (
        <div id={id} hidden={!isOpen}>
          {isOpen && props.panel}
        </div>
      )}
    </li>
  );
}

function AccountDetail(props: { account: Account; onFix: (requiredFix: RequiredFix) => void }) {
  const { account } = props;
  const health = healthOf(account);
  const now = useNow();
  const tones = { calm: "text-ink-3", busy: "text-ink-2", failed: "text-danger" } as const;
  const requiredFix = requiredFixOf(account);
  return (
    <>
      <p className={`${tones[health.tone]} tabular`}>
        {health.text}
        {health.tone === "calm" && account.lastSyncAt && (
          <span> · {texts.accounts.lastSync(rowDate(account.lastSyncAt, now))}</span>
        )}
        {health.tone === "failed" && requiredFix !== null && (
          <Fix
            label={requiredFix === "signIn" ? words.reconnect : words.fix}
            mail={account.account_mail}
            onClick={() => props.onFix(requiredFix)}
          />
        )}
      </p>
      {(health.tone === "busy" || health.progress !== null) && (
        <ProgressBar value={health.progress} label={health.text} />
      )}
      <p className="truncate text-ink-3 tabular">
        {account.name && `${account.account_mail} · `}
        {words.emails(account.progress.here)}
      </p>
      {!account.canSend && (
        <p className="text-warn">
          {words.receiveOnly}
          <Fix
            label={words.fix}
            mail={`${words.receiveOnly}, ${account.account_mail}`}
            onClick={() => props.onFix("outgoing")}
          />
        </p>
      )}
    </>
  );
}

/** Links an error to the place where it can be fixed. */
function Fix({ label, mail, onClick }: { label: string; mail: string; onClick: () => void }) {
  return (
    <>
      {" · "}
      <button
        type="button"
        aria-label={`${label}: ${mail}`}
        onClick={onClick}
        className="rounded-[4px] font-medium text-accent-ink underline underline-offset-2 hover:no-underline coarse:-my-2 coarse:py-2"
      >
        {label}
      </button>
    </>
  );
}
