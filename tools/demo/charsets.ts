/** The charsets of the demo mail besides ASCII and UTF-8. */
export type Charset =
  | "utf-8"
  | "iso-8859-1"
  | "windows-1251"
  | "koi8-r"
  | "windows-1255"
  | "windows-1256"
  | "gb18030"
  | "iso-2022-jp";

const tables = new Map<Charset, ReadonlyMap<string, readonly number[]>>();

/** Encodes a text in a charset. Characters that the charset lacks become "?". */
export function encodeText(text: string, charset: Charset): Buffer {
  if (charset === "utf-8") return Buffer.from(text);
  const table = tables.get(charset) ?? invert(charset);
  tables.set(charset, table);
  return charset === "iso-2022-jp" ? encodeJapanese(text, table) : encodePlain(text, table);
}

// Node can only decode these charsets, so the tables for encoding are built from its decoders.
function invert(charset: Charset): ReadonlyMap<string, readonly number[]> {
  const decoder = new TextDecoder(charset);
  const table = new Map<string, readonly number[]>();
  for (const bytes of candidates(charset)) {
    const framed = charset === "iso-2022-jp" ? [0x1b, 0x24, 0x42, ...bytes] : bytes;
    const text = decoder.decode(Uint8Array.from(framed));
    const isOne = String.fromCodePoint(text.codePointAt(0) ?? 0) === text;
    if (isOne && text !== "\ufffd" && !table.has(text)) table.set(text, bytes);
  }
  return table;
}

function* candidates(charset: Charset): Generator<readonly number[]> {
  if (charset === "gb18030") {
    for (let lead = 0x81; lead <= 0xfe; lead++) {
      for (let trail = 0x40; trail <= 0xfe; trail++) yield [lead, trail];
    }
  } else if (charset === "iso-2022-jp") {
    for (let row = 0x21; row <= 0x7e; row++) {
      for (let cell = 0x21; cell <= 0x7e; cell++) yield [row, cell];
    }
  } else {
    for (let byte = 0x80; byte <= 0xff; byte++) yield [byte];
  }
}

function encodePlain(text: string, table: ReadonlyMap<string, readonly number[]>): Buffer {
  const bytes: number[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes.push(...(code < 0x80 ? [code] : (table.get(character) ?? [0x3f])));
  }
  return Buffer.from(bytes);
}

// RFC 1468: each line begins and ends in ASCII; escape sequences switch the charset within it.
function encodeJapanese(text: string, table: ReadonlyMap<string, readonly number[]>): Buffer {
  const bytes: number[] = [];
  let isKanji = false;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const pair = code < 0x80 ? undefined : table.get(character);
    if (pair && !isKanji) bytes.push(0x1b, 0x24, 0x42);
    if (!pair && isKanji) bytes.push(0x1b, 0x28, 0x42);
    isKanji = pair !== undefined;
    bytes.push(...(pair ?? [code < 0x80 ? code : 0x3f]));
  }
  if (isKanji) bytes.push(0x1b, 0x28, 0x42);
  return Buffer.from(bytes);
}
