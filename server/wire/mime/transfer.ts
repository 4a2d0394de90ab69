/** Decodes a Content-Transfer-Encoding (RFC 2045, 6). With an unknown one, the bytes are unchanged. */
export function decodeTransfer(bytes: Uint8Array, encoding: string): Buffer {
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (encoding.trim().toLowerCase()) {
    case "base64":
      return isBase64(raw) ? decodeBase64(raw) : raw;
    case "quoted-printable":
      return decodeQuotedPrintable(raw);
    case "x-uuencode":
    case "x-uue":
    case "uuencode":
      return decodeUu(raw);
    default:
      return raw;
  }
}

/**
 * Decodes base64 and ignores foreign characters (RFC 2045, 6.8). Padding ends it, and so does a line of text, such as the footer
 * that a list adds to an encoded text, unless more base64 follows, as in joined texts.
 */
export function decodeBase64(raw: Buffer): Buffer {
  const text = raw.toString("latin1");
  const foreign = text.search(/[^A-Za-z0-9+/\r\n]/);
  if (foreign < 0) return Buffer.from(text, "base64");
  if (!/[^=\s]/.test(text.slice(foreign))) return Buffer.from(text.slice(0, foreign), "base64");
  const out = Buffer.allocUnsafe(text.length);
  let length = 0;
  let run = "";
  let isEnded = false;
  for (const line of text.split("\n")) {
    const [first = "", ...more] = line.split(/=+/);
    isEnded ||= line.startsWith("--") || isWords(first);
    if (isEnded && !(isLetters(line) && line.trimEnd().length % 4 === 0)) continue;
    run += first.replace(/[^A-Za-z0-9+/]+/g, "");
    if (more.length === 0) continue;
    isEnded = true;
    for (const letters of isLetters(more.join("")) ? more : [""]) {
      length += out.write(run, length, "base64");
      run = letters;
    }
  }
  length += out.write(run, length, "base64");
  return out.subarray(0, length);
}

/** Returns true if a text is only base64. */
function isLetters(text: string): boolean {
  return /^[A-Za-z0-9+/=]*$/.test(text.trimEnd());
}

/** Returns true for a line of words: blanks that replace line ends are far apart, those between words are not. */
function isWords(line: string): boolean {
  const text = line.trim();
  return (text.match(/\s+/g)?.length ?? 0) * 20 > text.length;
}

/**
 * Returns true if content is base64: some gateways decode it and leave the encoding's name. Line noise is rare; in words and
 * binary content more than one byte in ten is foreign, or a line contains a blank. Only the beginning is checked.
 */
function isBase64(raw: Buffer): boolean {
  const [first = ""] = raw.toString("latin1", 0, 10_000).trimStart().split("\n", 1);
  if (isLetters(first) && first.length >= 16) return true;
  let letters = 0;
  let foreign = 0;
  let blanks = 0;
  for (const byte of raw.subarray(0, 10_000)) {
    if (byte === 0x3d) break;
    if (byte === 0x0a || byte === 0x0d) blanks = 0;
    else if (byte === 0x20 || byte === 0x09) blanks = letters > 0 ? 1 : 0;
    else {
      if (isBase64Letter(byte)) letters++;
      else foreign++;
      foreign += blanks;
      blanks = 0;
    }
  }
  return foreign * 10 <= letters;
}

function isBase64Letter(byte: number): boolean {
  const letter = byte | 0x20;
  return (letter >= 0x61 && letter <= 0x7a) || (byte >= 0x2f && byte <= 0x39) || byte === 0x2b;
}

/** Decodes quoted-printable. A malformed escape is unchanged. */
export function decodeQuotedPrintable(raw: Buffer): Buffer {
  if (!raw.includes(0x3d) && !/[ \t]\r?\n/.test(raw.toString("latin1"))) return raw;
  const out = Buffer.allocUnsafe(raw.length);
  let length = 0;
  /** End of the line without its trailing blanks, which mail systems add. */
  let solid = 0;
  for (let at = 0; at < raw.length; at++) {
    const byte = raw[at] ?? 0;
    if (byte === 0x3d) {
      const broken = softBreakLength(raw, at + 1);
      if (broken > 0) {
        at += broken;
        solid = length;
        continue;
      }
      const value = hexAt(raw, at + 1);
      out[length++] = value ?? byte;
      if (value !== undefined) at += 2;
      solid = length;
      continue;
    }
    if (byte === 0x0a) {
      const hasReturn = out[length - 1] === 0x0d && length > solid;
      length = solid;
      if (hasReturn) out[length++] = 0x0d;
      out[length++] = byte;
      solid = length;
      continue;
    }
    out[length++] = byte;
    if (byte !== 0x20 && byte !== 0x09 && !(byte === 0x0d && raw[at + 1] === 0x0a)) solid = length;
  }
  return out.subarray(0, length);
}

/** Returns the number of bytes after "=" that belong to a soft line break; 0 without one. */
function softBreakLength(raw: Buffer, start: number): number {
  let at = start;
  while (raw[at] === 0x20 || raw[at] === 0x09) at++;
  if (raw[at] === 0x0d && raw[at + 1] === 0x0a) return at + 2 - start;
  if (raw[at] === 0x0a) return at + 1 - start;
  return at >= raw.length ? Math.max(1, at - start) : 0;
}

function hexAt(raw: Buffer, at: number): number | undefined {
  const high = hexDigit(raw[at] ?? 0);
  const low = hexDigit(raw[at + 1] ?? 0);
  return high < 0 || low < 0 ? undefined : high * 16 + low;
}

function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

/** Decodes the body between "begin" and "end" of uuencoding. */
function decodeUu(raw: Buffer): Buffer {
  const lines = raw.toString("latin1").split(/\r?\n/);
  const begin = lines.findIndex((line) => /^begin \d{3,4} /.test(line));
  if (begin < 0) return raw;
  const rows: Buffer[] = [];
  for (const line of lines.slice(begin + 1)) {
    if (line.startsWith("end")) break;
    const length = (line.charCodeAt(0) - 32) & 63;
    const row = Buffer.alloc(Math.ceil(length / 3) * 3);
    for (let at = 0; at * 3 < length; at++) {
      const bits = [1, 2, 3, 4].reduce(
        (sum, offset) => sum * 64 + (((line.charCodeAt(at * 4 + offset) || 32) - 32) & 63),
        0,
      );
      row.writeUIntBE(bits, at * 3, 3);
    }
    rows.push(row.subarray(0, length));
  }
  return Buffer.concat(rows);
}
