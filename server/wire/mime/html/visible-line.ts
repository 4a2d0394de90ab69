import { decodeWords } from "#/wire/mime/charset/encoded-words.ts";

/**
 * Returns a name or subject as one line: decoded, blanks folded, and without the marks (Unicode TR 9, 2.1 to 2.5) that could
 * reverse the text beside it, such as an address.
 */
export function visibleLine(text: string): string {
  return decodeWords(text)
    .replace(/[\s\p{Cc}]+/gu, " ")
    .replace(/[\u202A-\u202E\u2066-\u2069]/g, "")
    .trim();
}
