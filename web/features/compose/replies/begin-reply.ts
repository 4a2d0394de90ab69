import type { Email } from "@inlet/contract/mail/email.ts";
import { compose } from "#/features/compose/drafts/composer.ts";
import { newDraft } from "#/features/compose/drafts/draft.ts";
import { forwardSubject, replySubject } from "#/features/compose/replies/reply-subject.ts";
import { draftOfKey, editDraft, takeUp, useWriting } from "#/features/compose/drafts/writing.ts";

/** Begins a reply in the reply dialog, or continues the one already begun; with `cc` null its recipients are left unchanged. */
export function beginReply(email: Email, cc: readonly string[] | null): void {
  const known = useWriting.getState().replyKeys[email.id];
  if (known && draftOfKey(known)) {
    if (cc) editDraft(known, { cc: cc.join(", "), hasCc: cc.length > 0 });
    return;
  }
  const draft = newDraft({
    to: email.replyTo.join(", "),
    cc: cc?.join(", ") ?? "",
    subject: replySubject(email.subject),
    inReplyTo: email.id,
    isInReplyDialog: true,
  });
  takeUp(draft);
  useWriting.setState(({ replyKeys }) => ({ replyKeys: { ...replyKeys, [email.id]: draft.key } }));
}

/** Moves a reply with all its content from the reply dialog to the compose dialog. */
export function openInFull(key: string): void {
  const draft = draftOfKey(key);
  if (!draft) return;
  compose({ ...draft, hasCc: draft.cc !== "" });
}

/** Begins a reply in the compose dialog, or continues there with the one already begun. */
export function replyInFull(email: Email, cc: readonly string[] | null): void {
  beginReply(email, cc);
  const key = useWriting.getState().replyKeys[email.id];
  if (key) openInFull(key);
}

/** Starts a message that forwards another one, with its files. */
export function forward(email: Email): void {
  compose(
    newDraft({
      accountId: email.accountId,
      subject: forwardSubject(email.subject),
      forwardOf: email.id,
      forwardedAttachments: email.attachments.filter(({ inline }) => !inline).map(({ id }) => id),
    }),
  );
}
