import type { MailToSort } from "./mail-to-sort.ts";

const longestSource = 200_000;
/** Marks that nobody sees: zero width, turning, tags. */
const unseen = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

/** What a person sees of the text, without what it quotes. */
export function visibleText({ text, html }: Pick<MailToSort, "text" | "html">): string {
  const source = text.trim() === "" ? textOfHtml(html.slice(0, longestSource)) : text;
  const lines = source.slice(0, longestSource).normalize("NFKC").replaceAll(unseen, "").split("\n");
  const own: string[] = [];
  for (const line of lines) {
    if (/^\s*-{3,} ?original message/i.test(line)) break;
    if (!/^\s*[>|]/.test(line)) own.push(line);
  }
  return own.join("\n").trim();
}

/** Enough for counting words: what is shown is made by others. */
function textOfHtml(html: string): string {
  return html
    .replaceAll(/<(style|script|head|title)\b[^>]{0,2000}>[\s\S]{0,100000}?<\/\1\s*>/gi, " ")
    .replaceAll(/<[^<>]{0,4000}>/g, " ")
    .replaceAll("&nbsp;", " ")
    .replaceAll("&amp;", "&")
    .replaceAll(/&#?\w{1,8};/g, " ");
}
