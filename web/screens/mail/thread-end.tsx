import type { Email } from "@inlet/contract/mail/email.ts";
import type { ThreadEmail } from "@inlet/contract/mail/threads.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { flushSync } from "react-dom";
import { mailOf } from "#/api/queries.ts";
import { composeTexts } from "#/features/compose/compose-texts.ts";
import {
  discard as discardWritten,
  discardStored,
  openDraft,
} from "#/features/compose/drafts/composer.ts";
import { type ThreadDraft, useThreadDrafts } from "#/features/compose/drafts/thread-drafts.ts";
import { useWriting } from "#/features/compose/drafts/writing.ts";
import { DraftRows } from "#/features/compose/replies/draft-rows.tsx";
import { ReplyCard } from "#/features/compose/replies/reply-card.tsx";
import { ReplyLine } from "#/features/compose/replies/reply-line.tsx";
import { focusReplyOpener } from "#/features/compose/replies/use-card-focus.ts";
import { firstName } from "#/features/message-list/participants.ts";
import type { Answering } from "#/screens/mail/use-answering.ts";
import { type FiledList, useFiling } from "#/screens/mail/use-filing.ts";
import { beginWith } from "#/screens/mail/write-answer.ts";
import { warn } from "#/state/changes/toasts.ts";
import { findRow } from "#/state/changes/find-row.ts";
import { isOffered, mailAction } from "#/state/changes/mail-actions.ts";
import { dropStored } from "#/state/changes/saved-drafts.ts";

/** The end of a conversation: its drafts, and the reply or the line that opens it. */
export function ThreadEnd(props: {
  /** The open message. */
  email: Email;
  /** All messages of its conversation; empty if it is alone. */
  messages: readonly ThreadEmail[];
  answering: Answering;
  list: FiledList;
}) {
  const { email, messages, answering } = props;
  const { answered } = answering;
  const client = useQueryClient();
  const onArchive = useArchive(props.list, answered?.email);
  const shown = useWriting(({ drafts, replyKeys }) =>
    answered ? drafts[replyKeys[answered.email.id] ?? ""] : undefined,
  );
  const [discarded, setDiscarded] = useState<ReadonlySet<string>>(new Set());
  const answerable = messages.length > 0 ? messages : [email];
  const drafts = useThreadDrafts(email.threadId, answerable).filter(
    ({ draft: { id } }) => id !== shown?.id && !discarded.has(id),
  );
  // The user's own last message is rarely the one to answer.
  const last = messages.findLast(({ isOwn }) => !isOwn) ?? messages.at(-1) ?? email;

  /** Loads a message of the conversation, and answers it. */
  const withMail = async (id: string, act: (mail: Email) => void) => {
    const mail = id === email.id ? email : await mailOf(client, id);
    if (mail) act(mail);
    else warn(composeTexts.notOpened);
  };
  const begin = (text: string) =>
    void withMail(last.id, (mail) => {
      beginWith(client, mail, text);
      answering.show(mail);
    });
  const resume = ({ draft, as }: ThreadDraft) => {
    openDraft(draft, as && { as });
    if (draft.isInReplyDialog && draft.inReplyTo) void withMail(draft.inReplyTo, answering.show);
  };
  const discard = ({ draft, as }: ThreadDraft) => {
    if (as) discardStored(draft);
    else discardWritten(draft.key);
    dropStored(draft.id);
    // The line or the next draft gets the focus.
    flushSync(() => setDiscarded(new Set([...discarded, draft.id])));
    focusReplyOpener();
  };
  return (
    <>
      {drafts.length > 0 && <DraftRows drafts={drafts} onContinue={resume} onDiscard={discard} />}
      {answered && shown ? (
        <ReplyCard
          key={shown.key}
          email={answered.email}
          draft={shown}
          request={answered}
          isAtEnd={answered.email.id === (messages.at(-1) ?? email).id}
          onClose={() => answering.close(answered.email.id)}
          onArchive={onArchive}
        />
      ) : (
        drafts.length === 0 &&
        !isReport(last) && (
          <ReplyLine
            key={last.id}
            emailId={last.id}
            name={firstNameOf(last)}
            // An invitation has its own answers.
            isPersonal={
              email.unsubscribe === null && email.folder !== "spam" && !email.hasInvitation
            }
            onBegin={begin}
          />
        )
      )}
    </>
  );
}

/** Returns true for a mail server's report. A "no-reply" address may name a person to whom replies go (Reply-To). */
function isReport({ isOwn, fromAddress: [address = ""] }: Pick<Email, "isOwn" | "fromAddress">) {
  return !isOwn && /^mailer-daemon@/i.test(address);
}

/** Returns the first name of a person; a longer name is that of an organization or a role, and stays whole. */
function firstNameOf({
  isOwn,
  ...email
}: Pick<Email, "isOwn" | "fromName" | "fromAddress" | "toName" | "toAddress">): string {
  const [names, addresses] = isOwn
    ? [email.toName, email.toAddress]
    : [email.fromName, email.fromAddress];
  const name = names[0] || addresses[0] || "";
  return name.trim().split(/\s+/).length > 2 ? name : firstName(name);
}

/** Returns a function that archives the answered message, if the view offers it. */
function useArchive(list: FiledList, email: Email | undefined) {
  const client = useQueryClient();
  const filing = useFiling(list);
  if (!email || !isOffered(list.view, "archive")) return undefined;
  return (isQuiet: boolean) => {
    // The row of a conversation represents all its messages.
    const row = filing.current === null ? undefined : findRow(client, filing.current);
    const id = row?.threadId === email.threadId ? row.id : email.id;
    return filing.file(mailAction("archive"), { ids: [id], isAll: false }, { isQuiet });
  };
}
