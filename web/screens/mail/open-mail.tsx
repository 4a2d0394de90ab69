import type { Email } from "@inlet/contract/mail/email.ts";
import { limits } from "@inlet/contract/limits.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, useEffect, useEffectEvent } from "react";
import { emailQuery, mailOf } from "#/api/queries.ts";
import { forward, replyInFull } from "#/features/compose/replies/begin-reply.ts";
import { compose, openStoredDraft } from "#/features/compose/drafts/composer.ts";
import { draftOfMailto } from "#/features/compose/recipients/mailto.ts";
import { MessageBody } from "#/features/mail-frame/message-body.tsx";
import { Reader } from "#/features/reader/reader.tsx";
import { ClassificationMenu } from "#/features/classification/classification-menu.tsx";
import { OpenFollowUp } from "#/screens/mail/follow-ups.tsx";
import { useMedia } from "#/lib/use-media.ts";
import { ThreadEnd } from "#/screens/mail/lazy-parts.ts";
import { printOpenMail } from "#/screens/mail/print-open-mail.ts";
import { PhoneActions } from "#/screens/mail/phone-actions.tsx";
import { ReaderActions } from "#/screens/mail/reader-actions.tsx";
import type { AnsweredState } from "#/screens/mail/use-answered.ts";
import { useAnswering } from "#/screens/mail/use-answering.ts";
import { useDrawAhead } from "#/screens/mail/use-prerender.ts";
import type { FiledList } from "#/screens/mail/use-filing.ts";
import { pressInFrame, useCommands } from "#/state/commands/commands.ts";

export { RowFollowUp } from "#/screens/mail/follow-ups.tsx";

/** The open message: the reader, with the frame that shows the body. */
export function OpenMail(props: {
  emailId: string;
  onBack: () => void;
  /** True if the list is not beside it. */
  isAlone: boolean;
  /** False if the actions are elsewhere. */
  hasBar?: boolean;
  answered: AnsweredState;
  list: FiledList;
}) {
  const client = useQueryClient();
  const withMail = (act: (email: Email) => unknown) => () => {
    void mailOf(client, props.emailId).then((email) => email && act(email));
  };
  const { hasBar = true } = props;
  const isPhone = useMedia(`(max-width: ${limits.mobileBreakpointPx - 1}px)`);
  useDrawAhead(props.list.ids, props.emailId);
  useDraftInComposer(props.emailId, props.onBack);
  const answering = useAnswering(props.emailId, props.answered);
  const { reply } = answering;
  const replyAll = (email: Email) => void answering.replyAll(email);
  const replyAllInFull = async (email: Email) =>
    replyInFull(client, email, await answering.othersIn(email));
  useCommands({
    // A key pressed while the message is still loading applies to that message.
    reply: withMail(reply),
    replyAll: withMail(replyAll),
    print: () => printOpenMail(client, props.emailId),
    forward: withMail(forward),
    replyInFull: withMail((email) => replyInFull(client, email, [])),
    replyAllInFull: withMail(replyAllInFull),
  });
  return (
    <Reader
      emailId={props.emailId}
      onBack={props.onBack}
      isAlone={props.isAlone}
      hasBar={hasBar}
      onReply={reply}
      onReplyAll={replyAll}
      onForward={forward}
      renderActions={(email) => <ReaderActions list={props.list} email={email} isPhone={isPhone} />}
      renderBottomBar={
        isPhone && hasBar
          ? (email, onReply) => <PhoneActions list={props.list} email={email} onReply={onReply} />
          : undefined
      }
      renderNote={({ threadId }) => <OpenFollowUp threadId={threadId} onReply={answering.show} />}
      renderClassification={(email) => <ClassificationMenu email={email} />}
      renderEnd={(email, messages, isGone) =>
        // A reply that is being written stays below a message that is gone.
        (!isGone || answering.answered !== null) && (
          // As high as the line, to keep the scroll position.
          <Suspense fallback={<div className="mt-6 h-11" />}>
            <ThreadEnd email={email} messages={messages} answering={answering} list={props.list} />
          </Suspense>
        )
      }
      renderBody={(email) => <MessageBody email={email} onKey={pressInFrame} onMailto={writeTo} />}
    />
  );
}

/** Continues a draft in the composer, wherever it was opened: the reader would show it like a sent message. */
function useDraftInComposer(emailId: string, onBack: () => void): void {
  const { data } = useQuery(emailQuery(emailId));
  const isDraft = data?.folder === "drafts";
  const leave = useEffectEvent(onBack);
  useEffect(() => {
    if (!isDraft) return;
    leave();
    void openStoredDraft(emailId);
  }, [isDraft, emailId]);
}

/** A mail address in a message opens a new message, never a reply in the sender's name. */
function writeTo(url: string): void {
  compose(draftOfMailto(url));
}
