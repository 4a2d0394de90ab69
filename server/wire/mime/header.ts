import { limits } from "@inlet/contract/limits.ts";
import { decodeUnlabelled } from "./charset/charset.ts";

export interface Field {
  /** In lower case. */
  name: string;
  /** Unfolded; encoded words are still encoded. */
  value: string;
}

/** The fields of one header. */
export class Header {
  readonly fields: readonly Field[];
  constructor(fields: readonly Field[]) {
    this.fields = fields;
  }

  /** Returns the first field of this name; "" if absent. */
  get(name: string): string {
    return this.fields.find((field) => field.name === name)?.value ?? "";
  }

  all(name: string): string[] {
    return this.fields.filter((field) => field.name === name).map(({ value }) => value);
  }
}

export interface HeaderRead {
  header: Header;
  /** Start of the body; the end of the text without one. */
  bodyStart: number;
  /** True if fields were left out for their size or number. */
  isCut: boolean;
}

/**
 * Parses the header at `start`. It ends at an empty line, at `isEnd` (a boundary inside a broken header), or where the text stops
 * looking like a header.
 */
export function readHeader(
  source: Buffer,
  start: number,
  end: number,
  isEnd: (lineStart: number) => boolean,
): HeaderRead {
  const fields: Field[] = [];
  let isCut = false;
  let at = start;
  let open: { start: number; end: number } | undefined;
  const finish = () => {
    const field = open && readField(source.subarray(open.start, open.end));
    open = undefined;
    if (field) fields.push(field);
  };
  while (at < end) {
    const newline = source.indexOf(0x0a, at);
    const lineEnd = newline < 0 || newline >= end ? end : newline;
    const next = Math.min(lineEnd + 1, end);
    const isEmpty = lineEnd === at || (lineEnd === at + 1 && source[at] === 0x0d);
    if (isEmpty) {
      finish();
      return { header: new Header(fields), bodyStart: next, isCut };
    }
    if (isEnd(at)) break;
    const isTooMuch = at - start > limits.headerBlockBytes || fields.length >= limits.headerFields;
    const isContinued = source[at] === 0x20 || source[at] === 0x09;
    if (isContinued && open) {
      if (lineEnd - open.start <= limits.headerFieldBytes) open.end = lineEnd;
      else isCut = true;
    } else if (isTooMuch) isCut = true;
    else {
      finish();
      if (looksLikeField(source, at, lineEnd)) {
        open = { start: at, end: Math.min(lineEnd, at + limits.headerFieldBytes) };
        isCut ||= open.end < lineEnd;
      } else if (source[at] === 0x2d && source[at + 1] === 0x2d && fields.length > 0) {
        // A boundary of this same entity, right after its fields.
        return { header: new Header(fields), bodyStart: at, isCut };
      } else if (!isEnvelopeLine(source, at) && !startsField(source, next, end)) {
        // Neither this line nor the next is a field: the empty line before the body is missing.
        return { header: new Header(fields), bodyStart: at, isCut };
      }
    }
    at = next;
  }
  finish();
  return { header: new Header(fields), bodyStart: at, isCut };
}

/** Returns true for an mbox separator ("From ann@example.org Mon …") that was left before the header. */
function isEnvelopeLine(source: Buffer, at: number): boolean {
  const text = source.toString("latin1", at, at + 6);
  return text.startsWith("From ") || text === ">From ";
}

function startsField(source: Buffer, at: number, end: number): boolean {
  const newline = source.indexOf(0x0a, at);
  return looksLikeField(source, at, newline < 0 ? end : Math.min(newline, end));
}

/** Returns true for a name without spaces and control characters, followed by a colon (RFC 5322, 2.2). */
function looksLikeField(source: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = source[at] ?? 0;
    if (byte === 0x3a) return at > start;
    const isBlank = byte === 0x20 || byte === 0x09;
    if (isBlank) return at > start && /^[ \t]*:/.test(source.toString("latin1", at, end));
    if (byte < 0x21 || byte > 0x7e) return false;
  }
  return false;
}

function readField(bytes: Buffer): Field | undefined {
  const colon = bytes.indexOf(0x3a);
  if (colon < 1) return undefined;
  const name = bytes.toString("latin1", 0, colon).trim().toLowerCase();
  const value = decodeUnlabelled(bytes.subarray(colon + 1));
  // Unfolding removes only line ends (RFC 5322, 2.2.3). A stray NUL has no meaning.
  return {
    name,
    value: value
      .replace(/\r?\n|\r/g, "")
      .replaceAll("\0", "")
      .trim(),
  };
}
