import type { Draft } from "#/features/compose/drafts/draft.ts";
import { htmlOfText } from "#/features/compose/editor/rich-html.ts";
import { withoutSignature, withSignature } from "#/features/compose/editor/signature.ts";

export interface Insertion {
  body: string;
  /** Subject for a message that has none yet; "" for none. */
  subject: string;
}

/** Returns a draft with a text inserted at the caret; rich text gets it at the beginning. */
export function insertText(
  draft: Draft,
  { body, subject }: Insertion,
  caret: { start: number; end: number },
): Partial<Draft> {
  const named = draft.subject.trim() === "" && subject !== "" ? { subject } : {};
  if (draft.html !== null) return { ...named, html: htmlOfText(body) + draft.html };
  const { content } = draft;
  return { ...named, content: content.slice(0, caret.start) + body + content.slice(caret.end) };
}

/** Returns a draft with the user's text replaced. */
export function replaceText(draft: Draft, body: string): Partial<Draft> {
  const signature = draft.signature ?? "";
  const isSigned = withoutSignature(draft.content, signature) !== draft.content;
  return {
    content: isSigned ? withSignature(body, "", signature) : body,
    ...(draft.html !== null && { html: htmlOfText(body) }),
  };
}

/** Returns the first placeholder to fill in, such as {date}. */
export function firstPlaceholder(text: string): { start: number; end: number } | null {
  const found = /\{[^{}\n]{1,40}\}/.exec(text);
  return found ? { start: found.index, end: found.index + found[0].length } : null;
}
