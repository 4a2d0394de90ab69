import { create } from "zustand";

/** A mail being written. It outlives the dialog, so that closing the window loses nothing. */
export interface Draft {
  /** The sending account; null means the one that is offered. */
  accountId: string | null;
  to: string;
  cc: string;
  bcc: string;
  hasCc: boolean;
  hasBcc: boolean;
  subject: string;
  content: string;
  /** The mail it answers, when it is an answer taken up again. */
  inReplyTo: string | null;
}

const emptyDraft: Draft = {
  accountId: null,
  to: "",
  cc: "",
  bcc: "",
  hasCc: false,
  hasBcc: false,
  subject: "",
  content: "",
  inReplyTo: null,
};

interface Drafts {
  compose: Draft;
  /** Begun, and laid aside for another. */
  shelf: readonly Draft[];
  /** Answers begun, by the id of the mail they answer. */
  replies: Readonly<Record<string, string>>;
}

export const useDrafts = create<Drafts>()(() => ({ compose: emptyDraft, shelf: [], replies: {} }));

/** Changes the mail in the compose dialog. */
export function editDraft(change: Partial<Draft>): void {
  useDrafts.setState(({ compose }) => ({ compose: { ...compose, ...change } }));
}

/** Takes up a mail; one that is being written is laid aside. */
export function openDraft(draft: Draft): void {
  useDrafts.setState(({ compose, shelf }) => ({
    compose: draft,
    shelf: isEmpty(compose) ? shelf : [compose, ...shelf],
  }));
}

/** The mail is sent or given up: the one laid aside comes back, else there is none. */
export function closeDraft(): void {
  useDrafts.setState(({ shelf: [next, ...shelf] }) => ({ compose: next ?? emptyDraft, shelf }));
}

/** Forgets everything: what one person wrote is not for the next who signs in here. */
export function forgetDrafts(): void {
  useDrafts.setState({ compose: emptyDraft, shelf: [], replies: {} });
}

/** Keeps an answer begun; "" forgets it. */
export function editReply(emailId: string, content: string): void {
  useDrafts.setState(({ replies }) => {
    const { [emailId]: _, ...others } = replies;
    return { replies: content === "" ? others : { ...others, [emailId]: content } };
  });
}

/** Whether everything is there that a mail needs. */
export function isReady({ to, subject, content }: Draft): boolean {
  return [to, subject, content].every((text) => text.trim() !== "");
}

function isEmpty({ to, cc, bcc, subject, content }: Draft): boolean {
  return [to, cc, bcc, subject, content].every((text) => text.trim() === "");
}
