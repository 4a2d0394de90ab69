import type { Email, EmailRow } from "@inlet/contract/mail/email.ts";
import type { ThreadEmail } from "@inlet/contract/mail/threads.ts";
import { limits } from "@inlet/contract/limits.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { ApiFailure } from "#/api/client.ts";
import { emailQuery, threadQuery } from "#/api/queries.ts";
import { Conversation } from "#/features/reader/conversation.tsx";
import { ContentSkeleton, MailContent, type RenderBody } from "#/features/reader/mail-content.tsx";
import { MessageHead, SubjectLine } from "#/features/reader/message-head.tsx";
import { MutedBanner } from "#/features/reader/muted-banner.tsx";
import { InShort } from "#/features/reader/in-short.tsx";
import { ReaderBar } from "#/features/reader/reader-bar.tsx";
import { ReaderTabs, tabIds } from "#/features/reader/reader-tabs.tsx";
import { readerTexts } from "#/features/reader/reader-texts.ts";
import { pageTexts } from "#/texts/shared/page-texts.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import { emailWith } from "#/state/changes/pending-change.ts";
import { usePending } from "#/state/changes/pending-changes.ts";
import { findRow } from "#/state/changes/find-row.ts";
import { Button } from "#/ui/button.tsx";
import { EmptyState } from "#/ui/empty-state.tsx";
import { ErrorState } from "#/ui/error-state.tsx";

const SummaryPanel = lazy(async () => {
  const { SummaryPanel } = await import("#/features/reader/summary-panel.tsx");
  return { default: SummaryPanel };
});

export interface ReaderProps {
  emailId: string;
  onBack: () => void;
  /** True if the list is not beside it. */
  isAlone: boolean;
  /** False if the actions are elsewhere. */
  hasBar: boolean;
  /** The bar below the message on a phone; undefined elsewhere. */
  renderBottomBar: ((email: EmailRow, onReply: (() => void) | undefined) => ReactNode) | undefined;
  onReply: (email: Email) => void;
  onReplyAll: (email: Email) => void;
  onForward: (email: Email) => void;
  /** Actions on the message besides replying. */
  renderActions: (email: EmailRow) => ReactNode;
  /** The classification of a message, below its header. */
  renderClassification: (email: EmailRow) => ReactNode;
  /** The follow-up of the conversation, above the message. */
  renderNote: (email: EmailRow) => ReactNode;
  /** Renders the content of a message; it belongs to a separate feature. */
  renderBody: RenderBody;
  /**
   * Shown below the message or, if it has one, the conversation that it belongs to. `isGone` is true if the server no longer has
   * the message.
   */
  renderEnd: (email: Email, messages: readonly ThreadEmail[], isGone: boolean) => ReactNode;
}

/** One message, in its conversation if it has one. Its header comes from the list at once; the body follows. */
export function Reader(props: ReaderProps) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    ...emailQuery(props.emailId),
    // Addresses of attachments are signed for a limited time, and are renewed before they expire.
    refetchInterval: limits.signedUrlMs * 0.8,
  });
  const { changes } = usePending();
  const head = data
    ? changes.reduce((now: EmailRow, change) => emailWith(now, change), data)
    : findRow(client, props.emailId);
  const { isAlone } = props;
  const threadId = head?.threadId ?? "";
  const thread = useQuery({ ...threadQuery(threadId), enabled: threadId !== "" });
  const messages = thread.data?.emails ?? [];
  const isConversation = messages.length > 1 && messages.some(({ id }) => id === props.emailId);
  // Both are fetched at once; showing the message alone first would make it jump. After a failure it is shown, and stays.
  const isThreadNear = thread.isLoading && thread.errorUpdateCount === 0;
  const section = useFocusTaken(isAlone, props.emailId);
  // Another message opens with its content.
  const [summaryOf, setSummaryOf] = useState("");
  const isSummary = summaryOf === props.emailId;
  const renderBody: RenderBody = (email) => (
    <>
      {email.id === props.emailId && (
        <InShort
          email={email}
          onMore={() => {
            // The pressed button disappears with the content.
            document.getElementById(tabIds.summary)?.focus({ preventScroll: true });
            setSummaryOf(email.id);
          }}
        />
      )}
      {props.renderBody(email)}
    </>
  );

  // Also while it is open: a message that another client deleted is not shown as if it existed.
  const isGone = error instanceof ApiFailure && error.status === 404;
  const isAway = error instanceof ApiFailure && error.status === 0;
  if (error && !data) {
    return (
      <section className="flex h-full flex-col bg-surface">
        <ReaderBar onBack={props.onBack} />
        {isGone ? (
          <Gone reason={error.message} onBack={props.onBack} className="min-h-0 flex-1" />
        ) : (
          <ErrorState
            title={isAway ? texts.waiting.notHere : readerTexts.failed}
            message={isAway ? texts.waiting.mailNotHere : error.message}
            retryLabel={readerTexts.retry}
            onRetry={() => void refetch()}
          />
        )}
      </section>
    );
  }
  return (
    <section
      ref={section}
      id="message"
      tabIndex={-1}
      aria-label={head?.subject || readerTexts.noSubject}
      className="flex h-full min-h-0 flex-col bg-surface outline-none"
    >
      {isAlone && (
        <title>{`${head?.subject || readerTexts.noSubject} · ${pageTexts.product}`}</title>
      )}
      {props.hasBar && (
        <ReaderBar
          onBack={props.onBack}
          isPhone={props.renderBottomBar !== undefined}
          actions={head && !isGone && props.renderActions(head)}
          {...(data &&
            !isGone && {
              onReply: () => props.onReply(data),
              onReplyAll: () => props.onReplyAll(data),
              onForward: () => props.onForward(data),
            })}
        />
      )}
      {/* The bar stays when the message changes; the part below is created again for each, and starts at its top. */}
      <div key={props.emailId} className="pane-scroll min-h-0 flex-1">
        <article className="mx-auto flex max-w-190 flex-col px-5 pt-3 pb-20 max-md:pb-8 md:dock-open:pb-[min(41rem,100dvh-4rem)] sm:px-8 sm:pt-6">
          {isGone ? (
            <Gone reason={error.message} onBack={props.onBack} />
          ) : (
            <>
              {head && (
                <div className="flex flex-wrap items-start gap-x-4 gap-y-1.5">
                  <SubjectLine subject={head.subject} isAlone={isAlone} />
                  <ReaderTabs
                    emailId={head.id}
                    isSummary={isSummary}
                    onChange={(is) => setSummaryOf(is ? props.emailId : "")}
                  />
                </div>
              )}
              {head?.isMuted && <MutedBanner email={head} />}
              {head && props.renderNote(head)}
              {head && (isSummary || !isConversation) && (
                <div className="mt-3 sm:mt-4">
                  <MessageHead
                    email={data ?? head}
                    classification={props.renderClassification(data ?? head)}
                  />
                </div>
              )}
              {head && isSummary && (
                <Suspense>
                  <SummaryPanel
                    key={head.id}
                    email={head}
                    count={messages.length}
                    onContent={() => setSummaryOf("")}
                  />
                </Suspense>
              )}
              <div id="mail-content" hidden={isSummary}>
                {isConversation ? (
                  <Conversation
                    key={threadId}
                    messages={messages}
                    openId={props.emailId}
                    onReply={props.onReply}
                    renderBody={renderBody}
                    renderClassification={props.renderClassification}
                  />
                ) : data && !isThreadNear ? (
                  <MailContent email={data} renderBody={renderBody} />
                ) : (
                  <ContentSkeleton />
                )}
              </div>
            </>
          )}
          {data && !isThreadNear && props.renderEnd(data, isConversation ? messages : [], isGone)}
        </article>
      </div>
      {head && !isGone && props.renderBottomBar?.(head, data && (() => props.onReply(data)))}
    </section>
  );
}

/** Reports that the server no longer has the message. */
function Gone(props: { reason: string; onBack: () => void; className?: string }) {
  return (
    <div role="alert" className={props.className}>
      <EmptyState
        title={props.reason}
        action={<Button onClick={props.onBack}>{readerTexts.toList}</Button>}
      />
    </div>
  );
}

/** Moves the focus to a message that replaces the list, because the focus was lost with the row. */
function useFocusTaken(isAlone: boolean, emailId: string) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isAlone && document.activeElement === document.body)
      section.current?.focus({ preventScroll: true });
  }, [isAlone, emailId]);
  return section;
}
