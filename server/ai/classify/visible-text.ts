import { maxLength, oneForm } from "../text/visible-characters.ts";
import type { MailToSort } from "./mail-to-sort.ts";

/** Marks that nobody sees: zero width, turning, tags. */
const unseen = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

/** What a person sees of the text, without what it quotes. */
export function visibleText({ text }: Pick<MailToSort, "text">): string {
  const lines = oneForm(text.slice(0, maxLength)).replaceAll(unseen, "").split("\n");
  const own: string[] = [];
  for (const line of lines) {
    if (/^\s*-{3,} ?original message/i.test(line)) break;
    if (!/^\s*[>|]/.test(line)) own.push(line);
  }
  return own.join("\n").trim();
}
