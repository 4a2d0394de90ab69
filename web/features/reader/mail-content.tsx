import type { Email } from "@inlet/contract/mail/email.ts";
import { limits } from "@inlet/contract/limits.ts";
import { lazy, type ReactNode, Suspense, useEffect } from "react";
import { AttachmentBar } from "#/features/reader/attachments/attachment-bar.tsx";
import { BounceBanner } from "#/features/reader/bounce-banner.tsx";
import { withoutCalendarFile } from "#/features/reader/invitations/calendar-file.ts";
import { ReceiptBanner } from "#/features/reader/receipt-banner.tsx";
import { SenderBanner } from "#/features/reader/sender-banner.tsx";
import { afterPaint } from "#/lib/after-paint.ts";
import { useChangeEmail } from "#/state/changes/change-email.ts";
import { flagsOf } from "#/state/changes/pending-change.ts";
import { Skeleton, SkeletonAfter } from "#/ui/skeleton.tsx";

const InvitedMail = lazy(async () => {
  const { InvitedMail: Part } = await import("#/features/reader/invitations/invited-mail.tsx");
  return { default: Part };
});

const EventProposal = lazy(async () => {
  const { EventProposal: Proposal } =
    await import("#/features/reader/invitations/event-proposal.tsx");
  return { default: Proposal };
});

export type RenderBody = (email: Email) => ReactNode;

/** The content of a message, below its header: notices, the body, the files. Showing it marks the message as read. */
export function MailContent({ email, renderBody }: { email: Email; renderBody: RenderBody }) {
  const attached = email.attachments.filter(({ inline }) => !inline);
  const files = email.hasInvitation ? withoutCalendarFile(attached) : attached;
  useReadOnOpen(email);
  return (
    <>
      <SenderBanner email={email} />
      <BounceBanner emailId={email.id} />
      {email.notice && (
        <p className="mt-4 rounded-control border border-line bg-warn-soft px-3 py-2 text-control text-ink-2">
          {email.notice}
        </p>
      )}
      {email.wantsReceipt && <ReceiptBanner email={email} />}
      {mayNameMeeting(email) && (
        <Suspense fallback={null}>
          <EventProposal email={email} />
        </Suspense>
      )}
      {email.hasInvitation ? (
        // As high as most cards, to avoid a jump of the text below.
        <Suspense fallback={<div className="mt-4 h-72 rounded-menu border border-line" />}>
          <InvitedMail email={email}>{renderBody(email)}</InvitedMail>
        </Suspense>
      ) : (
        <div className="mt-4 sm:mt-5">{renderBody(email)}</div>
      )}
      {files.length > 0 && <AttachmentBar attachments={files} subject={email.subject} />}
    </>
  );
}

/** Reports whether a request is worthwhile: most mail has many recipients, or names no time at all. */
function mayNameMeeting(email: Email): boolean {
  const isPersonal = !email.hasInvitation && email.unsubscribe === null && email.folder !== "spam";
  return isPersonal && /\d|noon|midi/i.test(email.bodyPlain);
}

/** Placeholder for the content. */
export function ContentSkeleton() {
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

/** Marks an opened message as read. If the user marks it as unread while it is open, it stays unread. */
function useReadOnOpen(email: Email): void {
  const change = useChangeEmail();
  useEffect(() => {
    if (!flagsOf(email).isSeen) afterPaint(() => change(email.id, { seen: true }));
    // Once for each mail that is opened.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [email.id]);
}
