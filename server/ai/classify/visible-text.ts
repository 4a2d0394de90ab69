import { visibleCharacters } from "../text/visible-characters.ts";
import type { MailToClassify } from "./mail-to-sort.ts";

/** Returns the visible text without quotations. */
export function visibleText({ text }: Pick<MailToClassify, "text">): string {
  const own: string[] = [];
  for (const line of visibleCharacters(text).split("\n")) {
    if (/^\s*-{3,} ?original message/i.test(line)) break;
    if (!/^\s*[>|]/.test(line)) own.push(line);
  }
  return own.join("\n").trim();
}
