import type { Email } from "@inlet/contract/mail/email.ts";
import { useQueryClient } from "@tanstack/react-query";
import { mailOf } from "#/api/queries.ts";
import { forward, replyInFull } from "#/features/compose/replies/begin-reply.ts";
import { compose } from "#/features/compose/drafts/composer.ts";
import { draftOfMailto } from "#/features/compose/recipients/mailto.ts";
import { othersOf } from "#/features/compose/replies/other-recipients.ts";
import { useSenders } from "#/features/compose/recipients/use-senders.ts";
import { MessageBody } from "#/features/mail-frame/message-body.tsx";
import { Reader } from "#/features/reader/reader.tsx";
import { ClassificationMenu } from "#/features/classification/classification-menu.tsx";
import { OpenFollowUp } from "#/screens/mail/follow-ups.tsx";
import { printOpenMail } from "#/screens/mail/print-open-mail.ts";
import { ReaderActions } from "#/screens/mail/reader-actions.tsx";
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
  onReply: (email: Email, isToAll?: boolean) => void;
  list: FiledList;
}) {
  const client = useQueryClient();
  const { own } = useSenders();
  const withMail = (act: (email: Email) => void) => () => {
    void mailOf(client, props.emailId).then((email) => email && act(email));
  };
  useDrawAhead(props.list.ids, props.emailId);
  const replyAll = (email: Email) => props.onReply(email, true);
  useCommands({
    print: () => printOpenMail(client, props.emailId),
    forward: withMail(forward),
    replyInFull: withMail((email) => replyInFull(email, [])),
    replyAllInFull: withMail((email) => replyInFull(email, othersOf(email, own))),
  });
  return (
    <Reader
      emailId={props.emailId}
      onBack={props.onBack}
      isAlone={props.isAlone}
      onReply={props.onReply}
      onReplyAll={replyAll}
      onForward={forward}
      renderActions={(email) => <ReaderActions list={props.list} email={email} />}
      renderNote={({ threadId }) => (
        <OpenFollowUp threadId={threadId} onReply={(email) => props.onReply(email)} />
      )}
      renderClassification={(email) => <ClassificationMenu email={email} />}
      renderBody={(email) => <MessageBody email={email} onKey={pressInFrame} onMailto={writeTo} />}
    />
  );
}

/** A mail address in a message opens a new message, never a reply in the sender's name. */
function writeTo(url: string): void {
  compose(draftOfMailto(url));
}
