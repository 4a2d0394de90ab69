import { decodeCharset } from "./charset.ts";
import { decodeBase64, decodeQuotedPrintable } from "#/wire/mime/transfer.ts";

/** RFC 2047 forbids spaces inside a word, but some clients write them. */
const word = /=\?([^?\s]{1,100})\?([bBqQ])\?([^?]*)\?=/g;
/** Maximum encoded words decoded in one field; later ones are left encoded. */
const maxWords = 1000;

/** Decodes the encoded words (RFC 2047) of a field, and folds white space to single spaces. */
export function decodeWords(text: string): string {
  if (!text.includes("=?")) return text;
  let result = "";
  let end = 0;
  let count = 0;
  let run: { charset: string; chunks: Buffer[] } | undefined;
  const flush = () => {
    // Joined before decoding: some clients split a character between words.
    if (run) result += decodeCharset(Buffer.concat(run.chunks), run.charset).text;
    run = undefined;
  };
  for (const match of text.matchAll(word)) {
    if (++count > maxWords) break;
    const between = text.slice(end, match.index);
    const [whole, label = "", encoding = "", coded = ""] = match;
    // RFC 2231, 5: a language may follow the charset.
    const [charset = ""] = label.toLowerCase().split("*", 1);
    const isAdjacent = run !== undefined && /^\s*$/.test(between);
    if (!isAdjacent) {
      flush();
      result += isTag(between) ? `${between} ` : between;
    } else if (run?.charset !== charset) flush();
    if (/\P{ASCII}/u.test(coded)) {
      // Characters beyond ASCII are decoded already and need no charset.
      flush();
      result += decodeCharset(decodeWord(coded, encoding), "utf-8").text;
      end = match.index + whole.length;
      continue;
    }
    const chunk = decodeWord(coded, encoding);
    if (run) run.chunks.push(chunk);
    else run = { charset, chunks: [chunk] };
    end = match.index + whole.length;
  }
  flush();
  return result + text.slice(end);
}

/** Returns true for a "[tag]" or "Re:" that filters and lists put before a word without the space that RFC 2047, 5 requires. */
function isTag(text: string): boolean {
  return /[\]:]$/.test(text);
}

function decodeWord(coded: string, encoding: string): Buffer {
  if (encoding.toLowerCase() === "b") return decodeBase64(Buffer.from(coded, "latin1"));
  const spaced = coded.replaceAll("_", "=20").replaceAll(" ", "=20");
  return decodeQuotedPrintable(Buffer.from(spaced, "utf8"));
}
