import type { Email } from "@inlet/contract/mail/email.ts";
import type { QueryClient } from "@tanstack/react-query";
import { draftsQuery, identitiesQuery } from "#/api/writing-queries.ts";
import { compose, openDraft } from "#/features/compose/drafts/composer.ts";
import { type Draft, newDraft } from "#/features/compose/drafts/draft.ts";
import { draftOfSaved } from "#/features/compose/drafts/thread-drafts.ts";
import { draftOfKey, editDraft, useWriting } from "#/features/compose/drafts/writing.ts";
import { htmlOfText } from "#/features/compose/editor/rich-html.ts";
import { withHtmlSignature, withSignature } from "#/features/compose/editor/signature.ts";
import { signatureOf } from "#/features/compose/recipients/use-senders.ts";
import { forwardSubject, replySubject } from "#/features/compose/replies/reply-subject.ts";

/** The parts of the answered message that a reply takes over. */
type Answered = Pick<Email, "id" | "replyTo" | "subject">;

/**
 * Begins a reply in the reply card, or continues the one already begun; returns its key. With `cc` null the recipients of a reply
 * on this page are left unchanged, like those of a reply that only the server has.
 */
export function beginReply(
  client: QueryClient,
  email: Answered,
  cc: readonly string[] | null,
): string {
  const known = useWriting.getState().replyKeys[email.id];
  if (known && draftOfKey(known)) {
    if (cc) editDraft(known, { cc: cc.join(", "), hasCc: cc.length > 0 });
    return known;
  }
  const stored = storedReply(client, email);
  if (stored) return stored.key;
  const draft = newDraft({
    to: email.replyTo.join(", "),
    cc: cc?.join(", ") ?? "",
    subject: replySubject(email.subject),
    inReplyTo: email.id,
    isInReplyDialog: true,
  });
  openDraft(draft);
  return draft.key;
}

/** Continues the reply that was begun on another page, the last one if there are several. */
function storedReply(client: QueryClient, email: Answered): Draft | undefined {
  const { drafts } = useWriting.getState();
  const onPage = new Set(Object.values(drafts).map(({ id }) => id));
  const saved = client
    .getQueryData(draftsQuery.queryKey)
    ?.drafts.find(({ id, inReplyTo }) => inReplyTo === email.id && !onPage.has(id));
  if (!saved) return undefined;
  const identities = client.getQueryData(identitiesQuery.queryKey)?.identities ?? [];
  const draft = draftOfSaved(saved, signatureOf(identities, saved), email);
  openDraft(draft, { as: { id: saved.id, revision: saved.revision } });
  return draft;
}

/** Returns a reply with this text above the signature. */
export function withReplyText(draft: Draft, text: string): Pick<Draft, "content" | "html"> {
  const signature = draft.signature ?? "";
  return {
    content: withSignature(text, "", signature),
    html: draft.html === null ? null : withHtmlSignature(htmlOfText(text), "", signature),
  };
}

/** Moves a reply with all its content from the reply card to a window. */
export function openInFull(key: string): void {
  const draft = draftOfKey(key);
  if (!draft) return;
  compose({ ...draft, hasCc: draft.cc !== "" });
}

/** Begins a reply in a window, or continues there with the one already begun. */
export function replyInFull(
  client: QueryClient,
  email: Answered,
  cc: readonly string[] | null,
): void {
  openInFull(beginReply(client, email, cc));
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
