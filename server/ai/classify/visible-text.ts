import { maxLength, oneForm } from "../text/visible-characters.ts";
import type { MailToSort } from "./mail-to-sort.ts";

/** Marks that nobody sees: zero width, turning, tags. */
const unseen = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

/** What a person sees of the text, without what it quotes. */
export function visibleText({ text, html }: Pick<MailToSort, "text" | "html">): string {
  const source = text.trim() === "" ? textOfHtml(html.slice(0, maxLength)) : text;
  const lines = oneForm(source.slice(0, maxLength)).replaceAll(unseen, "").split("\n");
  const own: string[] = [];
  for (const line of lines) {
    if (/^\s*-{3,} ?original message/i.test(line)) break;
    if (!/^\s*[>|]/.test(line)) own.push(line);
  }
  return own.join("\n").trim();
}

const silent = ["style", "script", "head", "title"];

/** Enough for counting words: what is shown is made by others. Each letter is looked at once. */
function textOfHtml(html: string): string {
  const pieces: string[] = [];
  let isSilent = "";
  for (const [index, tag] of html.split("<").entries()) {
    const end = index === 0 ? -1 : tag.indexOf(">");
    if (index > 0) {
      const name = (/^\/?[a-z0-9]{0,20}/i.exec(tag)?.[0] ?? "").toLowerCase();
      if (isSilent === "" && silent.includes(name)) isSilent = name;
      else if (name === `/${isSilent}`) isSilent = "";
    }
    if (isSilent === "") pieces.push(tag.slice(end + 1));
  }
  return pieces
    .join(" ")
    .replaceAll("&nbsp;", " ")
    .replaceAll("&amp;", "&")
    .replaceAll(/&#?\w{1,8};/g, " ");
}
