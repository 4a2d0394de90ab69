import { decodeCharset } from "./charset/charset.ts";
import { commentsIn, withoutComments } from "./comments.ts";
import { decodeWords } from "./charset/encoded-words.ts";

export interface Parameterized {
  /** Lower case, as in `text/plain` or `attachment`. */
  value: string;
  /** Names in lower case; continued and encoded parameters (RFC 2231) are joined. */
  parameters: Map<string, string>;
}

/** Maximum number of pieces of all continued parameters together. */
const maxPieces = 200;
/** Parameters whose values clients write with parentheses and without quotes. All other values may contain comments. */
const freeText = /^\s*(?:(?:file)?name|boundary)(?:\*\d{0,4}\*?)?\s*(?:=|$)/i;

/** Parses a field such as Content-Type or Content-Disposition, even if invalid. */
export function parseParameters(text: string): Parameterized {
  const pieces = splitPieces(text);
  const words = withoutComments(pieces[0] ?? "")
    .toLowerCase()
    .split("/");
  const value = words.map((word) => word.trim()).join("/");
  const raw: { name: string; value: string }[] = [];
  for (const piece of pieces.slice(1, maxPieces + 1)) {
    const equals = piece.indexOf("=");
    if (equals < 0) continue;
    const name = withoutComments(piece.slice(0, equals)).trim().toLowerCase();
    if (name) raw.push({ name, value: readValue(name, piece.slice(equals + 1)) });
  }
  return { value, parameters: joinContinued(raw) };
}

/** Splits at semicolons outside quotes and comments. */
function splitPieces(text: string): string[] {
  const pieces: string[] = [];
  const comments = new Map(commentsIn(text).map(({ start, end }) => [start, end]));
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    const commentEnd = comments.get(at);
    const isComment =
      commentEnd !== undefined && !isLetter(text.slice(start, start + 60), text, at);
    if (isComment) at = commentEnd - 1;
    else if (letter === "\\" && isQuoted) at++;
    else if (letter === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (letter === ";" || startsParameter(text, at))) {
      pieces.push(text.slice(start, at));
      start = at + 1;
    }
  }
  pieces.push(text.slice(start));
  return pieces;
}

/** Returns true at a parameter without its semicolon: a blank, then `name=`. */
function startsParameter(text: string, at: number): boolean {
  if (!/\s/.test(text[at] ?? "") || /[;=\s]/.test(text[at - 1] ?? ";")) return false;
  return /^\s+[a-z][\w-]{0,40}(\*\d{0,3}\*?)?=["\w]/i.test(text.slice(at, at + 100));
}

function readValue(name: string, text: string): string {
  if (text.trimStart().startsWith('"')) return unquote(text.trimStart());
  let value = "";
  let end = 0;
  for (const comment of commentsIn(text)) {
    if (isLetter(name, text, comment.start)) continue;
    value += text.slice(end, comment.start);
    end = comment.end;
  }
  return (value + text.slice(end)).trim();
}

/**
 * Returns true if a parenthesis belongs to a value that begins with `start`: there is not a space before it, as in `plan(2).pdf`.
 */
function isLetter(start: string, text: string, at: number): boolean {
  return freeText.test(start) && /\S/.test(text[at - 1] ?? "=");
}

function unquote(text: string): string {
  let result = "";
  for (let at = 1; at < text.length; at++) {
    const letter = text[at] ?? "";
    if (letter === '"') break;
    // Windows clients write paths without doubling their backslashes.
    if (letter === "\\" && /["\\]/.test(text[at + 1] ?? "")) result += text[++at] ?? "";
    else result += letter;
  }
  return result;
}

/** Joins continued parameters (RFC 2231): `name*0*=utf-8''a%20; name*1=b` is one. */
function joinContinued(raw: { name: string; value: string }[]): Map<string, string> {
  const plain = new Map<string, string>();
  const continued = new Map<string, { index: number; isEncoded: boolean; value: string }[]>();
  for (const { name, value } of raw) {
    const match = /^([^*]+)\*(\d{1,4})?(\*)?$/.exec(name);
    if (!match) {
      if (!plain.has(name)) plain.set(name, decodeWords(value));
      continue;
    }
    const [, base = "", index, star] = match;
    const list = continued.get(base) ?? [];
    const isEncoded = index === undefined || star !== undefined;
    list.push({ index: Number(index ?? 0), isEncoded, value });
    continued.set(base, list);
  }
  for (const [name, list] of continued) {
    const sorted = list.toSorted((a, b) => a.index - b.index);
    plain.set(name, decodeExtended(sorted));
  }
  return plain;
}

function decodeExtended(pieces: { isEncoded: boolean; value: string }[]): string {
  const [first] = pieces;
  const match = first?.isEncoded ? /^([^']*)'[^']*'(.*)$/s.exec(first.value) : null;
  const charset = match?.[1] ?? "";
  const bytes = pieces.map(({ isEncoded, value }, index) => {
    const text = index === 0 && match ? (match[2] ?? "") : value;
    return isEncoded ? percentDecoded(text) : Buffer.from(text, "utf8");
  });
  return decodeWords(decodeCharset(Buffer.concat(bytes), charset).text);
}

function percentDecoded(text: string): Buffer {
  const latin = Buffer.from(text, "utf8").toString("latin1");
  const plain = latin.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  );
  return Buffer.from(plain, "latin1");
}
