import { limits } from "@inlet/contract/limits.ts";
import { RowSkeletons } from "#/features/message-list/row-skeletons.tsx";
import { texts } from "#/texts/shared/app-texts.ts";
import { Panes } from "#/screens/mail/panes.tsx";
import { useAccounts } from "#/state/view/active-account.ts";
import { setAddingAccount } from "#/state/commands/open-dialogs.ts";
import { Button } from "#/ui/button.tsx";
import { EmptyState } from "#/ui/empty-state.tsx";
import { ErrorBoundary } from "#/ui/error-boundary.tsx";
import { ErrorState } from "#/ui/error-state.tsx";
import { SkeletonAfter } from "#/ui/skeleton.tsx";

/** The messages of one folder: the list and the open message. */
export function Mail() {
  const { accounts, isPending, error, refetch } = useAccounts();
  if (isPending) {
    return (
      <SkeletonAfter delayMs={limits.skeletonDelayMs}>
        <RowSkeletons />
      </SkeletonAfter>
    );
  }
  if (!accounts) {
    return (
      <ErrorState
        title={texts.mail.failed}
        message={error?.message ?? ""}
        retryLabel={texts.mail.retry}
        onRetry={() => void refetch()}
      />
    );
  }
  if (accounts.length === 0) {
    return (
      <EmptyState
        title={texts.accounts.none}
        hint={texts.accounts.noneHint}
        action={
          <Button tone="primary" onClick={() => setAddingAccount(true)}>
            {texts.accounts.addAccount}
          </Button>
        }
      />
    );
  }
  return (
    <ErrorBoundary title={texts.mail.failed} retryLabel={texts.mail.retry}>
      <Panes />
    </ErrorBoundary>
  );
}
