import type { Email } from "@inlet/contract/mail/email.ts";
import { composeTexts } from "#/features/compose/compose-texts.ts";
import { again, compose, composeSaved, remove } from "#/features/compose/drafts/composer.ts";
import { type Draft, draftOf, isBlank, newDraft } from "#/features/compose/drafts/draft.ts";
import type { SavedDraft } from "#/features/compose/drafts/thread-drafts.ts";
import { htmlOfText } from "#/features/compose/editor/rich-html.ts";
import { withHtmlSignature, withSignature } from "#/features/compose/editor/signature.ts";
import { forwardSubject, replySubject } from "#/features/compose/replies/reply-subject.ts";
import { draftOfKey, editDraft, takeUp, useWriting } from "#/features/compose/drafts/writing.ts";
import { notifyUndoable } from "#/state/changes/undo.ts";

/** Begins a reply in the reply card, or continues the one already begun; with `cc` null its recipients are left unchanged. */
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
  takeReply(draft);
}

/** Takes up a draft as the reply to its message. */
function takeReply(draft: Draft, options?: Parameters<typeof takeUp>[1]): void {
  const { key, inReplyTo } = draft;
  takeUp({ ...draft, isInReplyDialog: true }, options);
  if (inReplyTo === null) return;
  useWriting.setState(({ replyKeys }) => ({ replyKeys: { ...replyKeys, [inReplyTo]: key } }));
}

/**
 * Continues a stored answer as the reply to its message; returns false after opening it in the compose dialog, because the reply
 * card does not show all of it.
 */
export function resumeReply(email: Email, saved: SavedDraft): boolean {
  const isPlainReply = saved.bcc === "" && saved.subject === replySubject(email.subject);
  if (isPlainReply) {
    const as = { id: saved.id, revision: saved.revision };
    takeReply(draftOf(saved), { as });
  } else composeSaved(saved);
  return isPlainReply;
}

/** Discards a reply, here and on the server; this can be undone. */
export function discardReply(draft: Draft): void {
  void remove(draft.key);
  if (isBlank(draft)) return;
  notifyUndoable(composeTexts.discarded, () => takeReply(again(draft), { isUnsaved: true }));
}

/** Discards a stored answer; this can be undone. */
export function discardSaved(saved: SavedDraft): void {
  const draft = draftOf(saved);
  takeUp(draft, { as: { id: saved.id, revision: saved.revision } });
  discardReply(draft);
}

/** Returns a reply with this text above the signature. */
export function withReplyText(draft: Draft, text: string): Pick<Draft, "content" | "html"> {
  const signature = draft.signature ?? "";
  return {
    content: withSignature(text, "", signature),
    html: draft.html === null ? null : withHtmlSignature(htmlOfText(text), "", signature),
  };
}

/** Moves a reply with all its content from the reply card to the compose dialog. */
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
