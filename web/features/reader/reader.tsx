import type { Email, EmailRow } from "@inlet/contract/email.ts";
import { limits } from "@inlet/contract/limits.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import { ApiFailure } from "#/api/client.ts";
import { emailQuery } from "#/api/queries.ts";
import { AttachmentBar } from "#/features/reader/attachment-bar.tsx";
import { MessageHead } from "#/features/reader/message-head.tsx";
import { ReaderBar } from "#/features/reader/reader-bar.tsx";
import { readerTexts } from "#/features/reader/reader-texts.ts";
import { pageTexts } from "#/lib/page-texts.ts";
import { findRow, flagsOf, useChangeEmail } from "#/state/change-email.ts";
import { ErrorState } from "#/ui/error-state.tsx";
import { Skeleton, SkeletonAfter } from "#/ui/skeleton.tsx";

export interface ReaderProps {
  emailId: string;
  onBack: () => void;
  /** The list is not beside it. */
  isAlone: boolean;
  onReply: (email: Email) => void;
  /** Shows a mail's content; it belongs to a feature of its own. */
  renderBody: (email: Email) => ReactNode;
}

/** One mail. Its head comes from the list at once; the body follows. */
export function Reader(props: ReaderProps) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    ...emailQuery(props.emailId),
    // Addresses of attachments are signed for a while; they are renewed before that ends.
    refetchInterval: limits.signedUrlMs * 0.8,
  });
  const head: EmailRow | undefined = data ?? findRow(client, props.emailId);
  const { isAlone } = props;
  useReadOnOpen(data);
  const section = useFocusTaken(isAlone);

  // Gone while it was open, too: what another client deleted is not shown as if it were there.
  const isGone = error instanceof ApiFailure && error.status === 404;
  if (error && (isGone || !data)) {
    return (
      <section className="flex h-full flex-col bg-surface">
        <ReaderBar onBack={props.onBack} />
        <ErrorState
          title={isGone ? error.message : readerTexts.failed}
          {...(!isGone && { message: error.message })}
          retryLabel={readerTexts.retry}
          onRetry={() => void refetch()}
        />
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
      <ReaderBar
        onBack={props.onBack}
        {...(head && { email: head })}
        {...(data && { onReply: () => props.onReply(data) })}
      />
      <div className="pane-scroll min-h-0 flex-1">
        <article className="mx-auto flex max-w-190 flex-col px-5 pt-6 pb-16 sm:px-8">
          {head && <MessageHead email={data ?? head} isAlone={isAlone} />}
          {data ? <Content email={data} renderBody={props.renderBody} /> : <BodySkeleton />}
        </article>
      </div>
    </section>
  );
}

function Content({ email, renderBody }: { email: Email; renderBody: ReaderProps["renderBody"] }) {
  const files = email.attachments.filter(({ inline }) => !inline);
  return (
    <>
      {email.notice && (
        <p className="mt-4 rounded-control border border-line bg-warn-soft px-3 py-2 text-control text-ink-2">
          {email.notice}
        </p>
      )}
      <div className="mt-5">{renderBody(email)}</div>
      {files.length > 0 && <AttachmentBar attachments={files} />}
    </>
  );
}

function BodySkeleton() {
  return (
    <SkeletonAfter delayMs={limits.skeletonDelayMs}>
      <div className="mt-8 flex flex-col gap-3">
        {["w-11/12", "w-full", "w-4/5", "w-2/3"].map((width) => (
          <Skeleton key={width} className={`h-3.5 ${width}`} />
        ))}
      </div>
    </SkeletonAfter>
  );
}

/** Where the mail takes the list's place it takes the focus too, which was lost with the row. */
function useFocusTaken(isAlone: boolean) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isAlone && document.activeElement === document.body)
      section.current?.focus({ preventScroll: true });
  }, [isAlone]);
  return section;
}

/** An opened mail counts as read. Marking it unread while it is open stays. */
function useReadOnOpen(email: Email | undefined): void {
  const change = useChangeEmail();
  const id = email?.id;
  useEffect(() => {
    if (email && !flagsOf(email).isSeen) change(email.id, { seen: true });
    // Once for each mail that is opened.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [id]);
}
