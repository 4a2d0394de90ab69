import { lazy, Suspense } from "react";
import { ListSkeleton } from "#/features/message-list/list-skeleton.tsx";
import { RowSkeletons } from "#/features/message-list/row-skeletons.tsx";
import { cn } from "#/lib/class-names.ts";
import { patiently } from "#/lib/retry-import.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import { InboxSpace } from "#/screens/mail/list/list-pane.tsx";
import { Panes } from "#/screens/mail/panes.tsx";
import { usePreference } from "#/state/session/preferences.ts";
import { useAccounts } from "#/state/view/active-account.ts";
import { ErrorBoundary } from "#/ui/error-boundary.tsx";
import { ErrorState } from "#/ui/error-state.tsx";

const NoAccounts = lazy(async () => {
  const { NoAccounts: Part } = await patiently(() => import("#/screens/mail/no-accounts.tsx"));
  return { default: Part };
});

/** The messages of one folder: the list and the open message. */
export function Mail() {
  const { accounts, isPending, error, refetch } = useAccounts();
  const isBeside = usePreference("readingPane") === "right";
  if (isPending) {
    return (
      // At once and as wide as the list will be, because the page itself begins with the same.
      <div className="flex h-full bg-surface">
        <div className={cn("w-full", isBeside && "lg:w-(--list,max(35%,22.5rem))")}>
          <ListSkeleton>
            {/^\/app(?:\/inbox)?\/?$/.test(location.pathname) && <InboxSpace />}
            <RowSkeletons />
          </ListSkeleton>
        </div>
        {isBeside && <div className="w-px bg-line max-lg:hidden" />}
      </div>
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
      <Suspense>
        <NoAccounts />
      </Suspense>
    );
  }
  return (
    <ErrorBoundary title={texts.mail.failed} retryLabel={texts.mail.retry}>
      <Panes />
    </ErrorBoundary>
  );
}
