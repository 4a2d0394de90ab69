import { unlessItThrows } from "../text/unless-it-throws.ts";
import { maxLength, visibleCharacters } from "../text/visible-characters.ts";
import { visibleText } from "../text/visible-text.ts";
import type { MailToClassify } from "./mail-to-sort.ts";
import type { VisibleText } from "../text/html-reader.ts";

/**
 * Returns the part of a message that its reader sees. If there is HTML, only that counts, as in the reader. Hidden text does not
 * influence the label, because only programs read it.
 */
export function shownMail({
  text,
  html,
}: Pick<MailToClassify, "text" | "html">): Pick<MailToClassify, "text" | "html" | "isCut"> {
  if (html.trim() === "")
    return { text: visibleCharacters(text), html: "", isCut: isTooLong(text) };
  const { lines, tags, isCut } = unlessItThrows(() => visibleText(html)) ?? unread;
  const own = lines.filter(({ part }) => part !== "quoted").map((line) => line.text);
  const joined = own.join("\n");
  return { text: visibleCharacters(joined), html: tags, isCut: isCut || isTooLong(joined) };
}

const unread: VisibleText = { lines: [], tags: "<html>", isCut: true };

function isTooLong(text: string): boolean {
  return text.length > maxLength;
}
