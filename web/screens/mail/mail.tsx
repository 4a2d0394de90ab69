import type { Email } from "@inlet/contract/email.ts";
import { limits } from "@inlet/contract/limits.ts";
import { Suspense, useEffect, useState } from "react";
import { MessageList } from "#/features/message-list/message-list.tsx";
import { RowSkeletons } from "#/features/message-list/row-skeletons.tsx";
import { useEmails } from "#/features/message-list/use-emails.ts";
import { useSyncOnOpen } from "#/features/message-list/use-sync.ts";
import { NothingOpen } from "#/features/reader/nothing-open.tsx";
import { usePrefetch } from "#/features/reader/use-prefetch.ts";
import { texts } from "#/lib/texts.ts";
import { useKeys } from "#/lib/use-keys.ts";
import { useMedia } from "#/lib/use-media.ts";
import { whenIdle } from "#/lib/when-idle.ts";
import { useAccounts } from "#/state/active-account.ts";
import { setAddingAccount } from "#/state/open-dialogs.ts";
import { fetchLateParts, OpenMail, ReplyDialog } from "#/screens/mail/late-parts.ts";
import { useMailKeys } from "#/screens/mail/mail-keys.ts";
import { useMailPlace } from "#/state/place.ts";
import { Button } from "#/ui/button.tsx";
import { EmptyState } from "#/ui/empty-state.tsx";
import { ErrorBoundary } from "#/ui/error-boundary.tsx";
import { ErrorState } from "#/ui/error-state.tsx";
import { SkeletonAfter } from "#/ui/skeleton.tsx";
import { SplitPane } from "#/ui/split-pane.tsx";

/** The mail of one folder: its list and the open mail. */
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

function Panes() {
  const isWide = useMedia(`(min-width: ${limits.twoPaneBreakpointPx}px)`);
  const place = useMailPlace();
  const { activeId } = useAccounts();
  const { emails } = useEmails(place.folder, activeId);
  const [cursorId, setCursorId] = useState<string | null>(place.emailId);
  // The mail stays while its dialog closes, so that the dialog can leave and hand the focus back.
  const [answered, setAnswered] = useState<Email | null>(null);
  const [answeringId, setAnsweringId] = useState<string | null>(null);
  const answer = (email: Email) => {
    setAnswered(email);
    setAnsweringId(email.id);
  };
  const ids = emails.map(({ id }) => id);
  const prefetch = usePrefetch(ids, place.emailId);
  useSyncOnOpen(activeId);
  useEffect(() => whenIdle(fetchLateParts), []);

  const open = (id: string) => {
    setCursorId(id);
    void place.openEmail(id);
  };
  const keys = useMailKeys({ ids, cursorId, setCursorId, open, onReply: answer });
  useKeys(keys);

  const list = (
    <MessageList
      folder={place.folder}
      openId={place.emailId}
      cursorId={cursorId}
      onCursor={setCursorId}
      onOpen={open}
      onHover={prefetch}
    />
  );
  const reader = place.emailId ? (
    <Suspense fallback={<NothingOpen isBlank />}>
      <OpenMail
        emailId={place.emailId}
        onBack={() => void place.closeEmail()}
        isAlone={!isWide}
        onReply={answer}
        keys={keys}
      />
    </Suspense>
  ) : (
    <NothingOpen />
  );
  return (
    <>
      {isWide ? (
        <SplitPane
          storageKey="inlet-panes"
          start={list}
          startRange={limits.listPanePercent}
          end={reader}
          separatorLabel={texts.mail.resize}
        />
      ) : place.emailId ? (
        reader
      ) : (
        list
      )}
      {answered && (
        <Suspense>
          <ReplyDialog
            key={answered.id}
            email={answered}
            isOpen={answeringId === answered.id}
            // An answer that has been sent closes its own window, not the one that was opened meanwhile.
            onOpenChange={() => setAnsweringId((now) => (now === answered.id ? null : now))}
          />
        </Suspense>
      )}
    </>
  );
}
