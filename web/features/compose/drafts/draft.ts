import type { Api } from "@inlet/contract/api.ts";
import { withoutSignature } from "#/features/compose/editor/signature.ts";
import { newId } from "#/lib/new-id.ts";

type Saved = Api["PUT /email/drafts/{id}"]["output"]["draft"];
type Content = Omit<Api["PUT /email/drafts/{id}"]["input"], "id" | "revision">;

/** A file that was uploaded. */
export type DraftFile = Omit<Saved["attachments"][number], "id"> & { id: string };

/** A message that is being written. */
export interface Draft {
  /** Identifies the draft on this page while it is written; `id` changes if it must continue as a separate draft. */
  key: string;
  id: string;
  /** Null until the sender is known. */
  accountId: string | null;
  identityId: string | null;
  to: string;
  cc: string;
  bcc: string;
  hasCc: boolean;
  hasBcc: boolean;
  /** True if the user changed the recipients of an answer, which come from the original message. */
  hasOwnRecipients: boolean;
  subject: string;
  content: string;
  /** Rich text, if the user chose it; `content` is the same without formatting. */
  html: string | null;
  /** True for an answer that is written in the reply card; the name is stored. */
  isInReplyDialog: boolean;
  /** The signature that was inserted into the text; null until one was chosen. */
  signature: string | null;
  inReplyTo: string | null;
  forwardOf: string | null;
  attachments: readonly DraftFile[];
  forwardedAttachments: readonly string[];
  requestReceipt: boolean;
  /** When to remind the user of a missing reply: days after sending, or a date; null for never. */
  remindAfter: number | string | null;
}

/** Returns an empty message with the given fields. */
export function newDraft(given: Partial<Draft> = {}): Draft {
  const id = newId();
  return {
    key: id,
    id,
    accountId: null,
    identityId: null,
    to: "",
    cc: "",
    bcc: "",
    hasCc: Boolean(given.cc),
    hasBcc: Boolean(given.bcc),
    hasOwnRecipients: false,
    subject: "",
    content: "",
    html: null,
    isInReplyDialog: false,
    signature: null,
    inReplyTo: null,
    forwardOf: null,
    attachments: [],
    forwardedAttachments: [],
    requestReceipt: false,
    remindAfter: null,
    ...given,
  };
}

/** Returns the content that the server stores; null while the sender is unknown. */
export function contentOf(draft: Draft): Content | null {
  if (draft.accountId === null) return null;
  return {
    accountId: draft.accountId,
    identityId: draft.identityId,
    to: draft.to,
    cc: draft.cc,
    bcc: draft.bcc,
    subject: draft.subject,
    content: draft.content,
    html: draft.html,
    inReplyTo: draft.inReplyTo,
    forwardOf: draft.forwardOf,
    attachments: [...draft.attachments],
    forwardedAttachments: [...draft.forwardedAttachments],
    requestReceipt: draft.requestReceipt,
    remindAfter: draft.remindAfter,
  };
}

/** Returns a draft from its stored form on the server or in the outbox. */
export function draftOf(saved: Partial<Omit<Saved, "id">> & { id?: string }): Draft {
  const { id = newId(), accountId = null, identityId = null, ...rest } = saved;
  return newDraft({
    key: newId(),
    id,
    accountId,
    identityId,
    to: rest.to ?? "",
    cc: rest.cc ?? "",
    bcc: rest.bcc ?? "",
    // An answer without text was only stored because the user changed something else.
    hasOwnRecipients: !rest.content?.trim(),
    subject: rest.subject ?? "",
    content: rest.content ?? "",
    html: rest.html ?? null,
    // The text contains its signature already.
    signature: "",
    inReplyTo: rest.inReplyTo ?? null,
    forwardOf: rest.forwardOf ?? null,
    attachments: rest.attachments ?? [],
    forwardedAttachments: rest.forwardedAttachments ?? [],
    requestReceipt: rest.requestReceipt ?? false,
    remindAfter: rest.remindAfter ?? null,
  });
}

/** Returns the text that the user wrote. */
export function ownText(draft: Draft): string {
  return withoutSignature(draft.content, draft.signature ?? "").trim();
}

/** Reports whether the message has everything it needs to be sent. */
export function isReady(draft: Draft): boolean {
  const hasContent =
    ownText(draft) !== "" || draft.html?.includes("<img ") || draft.forwardOf !== null;
  return draft.to.trim() !== "" && draft.subject.trim() !== "" && Boolean(hasContent);
}

/** Reports whether it contains nothing that a user would miss. */
export function isBlank(draft: Draft): boolean {
  if (ownText(draft) !== "" || draft.attachments.length > 0) return false;
  // The recipients and the subject of a reply come from the original message, and so does the subject of a forwarded one.
  if (draft.inReplyTo !== null) return !draft.hasOwnRecipients;
  const given = draft.forwardOf === null ? draft.subject : "";
  return [draft.to, draft.cc, draft.bcc, given].every((text) => text.trim() === "");
}
