import { decodeHz, decodeIso2022Kr, withoutIdleEscapes } from "./shifted-charsets.ts";
import { decodeUtf16 } from "./utf16.ts";
import { decodeUtf7 } from "./utf7.ts";

/** Charset names that appear in mail but not in the encoding standard. */
const aliases: Record<string, string> = {
  "ansi_x3.110-1983": "windows-1252",
  cp367: "windows-1252",
  cp932: "shift_jis",
  cp936: "gbk",
  cp949: "euc-kr",
  cp950: "big5",
  "cp-850": "windows-1252",
  cp50220: "iso-2022-jp",
  "iso-2022-jp-1": "iso-2022-jp",
  "iso-2022-jp-2": "iso-2022-jp",
  "iso-2022-jp-3": "iso-2022-jp",
  "iso-2022-jp-ms": "iso-2022-jp",
  ks_c_5601: "euc-kr",
  "utf-8-mac": "utf-8",
  utf8mb4: "utf-8",
  iso8859_1: "windows-1252",
  gb18030_2000: "gb18030",
};

const decoders = new Map<string, TextDecoder | undefined>();
const strictUtf8 = new TextDecoder("utf-8", { fatal: true });
const western = new TextDecoder("windows-1252");

/** Decodes bytes. With an unknown charset or none, they are read as UTF-8 if valid, else as Windows-1252. */
export function decodeCharset(
  bytes: Uint8Array,
  charset: string,
): { text: string; isKnown: boolean } {
  const name = normalName(charset);
  if (name === "" || name === "us-ascii" || name === "ascii") {
    return { text: decodeUnlabelled(bytes), isKnown: true };
  }
  const decode = decodeOf(name);
  if (!decode) return { text: decodeUnlabelled(bytes), isKnown: false };
  return { text: decode(bytes), isKnown: true };
}

type Decode = (bytes: Uint8Array) => string;

/** Charsets of email that the web's encoding standard omits. */
const ownDecoders: Record<string, Decode> = {
  "utf-7": decodeUtf7,
  "unicode-1-1-utf-7": decodeUtf7,
  "utf-16": (bytes) => decodeUtf16(bytes, "utf-16"),
  "utf-16le": (bytes) => decodeUtf16(bytes, "utf-16le"),
  "utf-16be": (bytes) => decodeUtf16(bytes, "utf-16be"),
  "iso-2022-kr": decodeIso2022Kr,
  "hz-gb-2312": decodeHz,
};

function decodeOf(name: string): Decode | undefined {
  if (Object.hasOwn(ownDecoders, name)) return ownDecoders[name];
  const decoder = decoderOf(name);
  if (decoder?.encoding === "iso-2022-jp")
    return (bytes) => decoder.decode(withoutIdleEscapes(bytes));
  return decoder && ((bytes) => decoder.decode(bytes));
}

/** Decodes text without a charset, as in raw header fields. */
export function decodeUnlabelled(bytes: Uint8Array): string {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    // Not UTF-8: the old Western default is likely.
    return western.decode(bytes);
  }
}

function normalName(charset: string): string {
  return charset
    .trim()
    .toLowerCase()
    .replaceAll(/["']/g, "")
    .replace(/^charset=/, "");
}

function decoderOf(name: string): TextDecoder | undefined {
  if (!decoders.has(name)) {
    // Charset names come from messages: an unlimited cache would fill the memory.
    if (decoders.size > 200) decoders.clear();
    decoders.set(name, createDecoder(aliases[name] ?? name));
  }
  return decoders.get(name);
}

function createDecoder(label: string): TextDecoder | undefined {
  try {
    return new TextDecoder(label);
  } catch {
    // The caller falls back to guessing and reports it.
    return undefined;
  }
}
