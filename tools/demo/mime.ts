import { type Charset, encodeText } from "./charsets.ts";

export interface Person {
  name: string;
  address: string;
}

/** A MIME entity: its header lines and its encoded body, with LF line endings as in a maildir. */
export interface Part {
  headers: string[];
  body: Buffer;
}

export type Encoding = "7bit" | "8bit" | "quoted-printable" | "base64";

export interface TextOptions {
  charset?: Charset;
  encoding?: Encoding;
  subtype?: "plain" | "html" | "calendar" | "rfc822-headers";
  /** Additional parameters of the content type, such as `format=flowed`. */
  parameters?: string;
}

/** Returns a text part. The default is UTF-8 in quoted-printable. */
export function textPart(text: string, options: TextOptions = {}): Part {
  const { charset = "utf-8", subtype = "plain", parameters = "" } = options;
  const encoding = options.encoding ?? (charset === "iso-2022-jp" ? "7bit" : "quoted-printable");
  const bytes = encodeText(text, charset);
  return {
    headers: [
      `Content-Type: text/${subtype}; charset=${charset}${parameters && `; ${parameters}`}`,
      `Content-Transfer-Encoding: ${encoding}`,
    ],
    body: encodeBody(bytes, encoding),
  };
}

export interface FileOptions {
  /** Makes it an inline part that HTML refers to by `cid:`. */
  contentId?: string;
  /** Encoding of a file name outside ASCII: RFC 2231, or the encoded words that many clients send instead. */
  nameAs?: "rfc2231" | "encoded-word";
}

/** Returns a file as an attachment, or inline if it has a Content-ID. */
export function filePart(
  filename: string,
  type: string,
  content: Buffer,
  options: FileOptions = {},
): Part {
  const { contentId, nameAs = "rfc2231" } = options;
  const disposition = contentId ? "inline" : "attachment";
  return {
    headers: [
      `Content-Type: ${type};\n ${nameParameter("name", filename, nameAs)}`,
      `Content-Disposition: ${disposition};\n ${nameParameter("filename", filename, nameAs)}`,
      "Content-Transfer-Encoding: base64",
      ...(contentId ? [`Content-ID: <${contentId}>`] : []),
    ],
    body: encodeBody(content, "base64"),
  };
}

/** Returns a whole message as a part (RFC 2046, 5.2.1). */
export function messagePart(raw: Buffer): Part {
  return {
    headers: ["Content-Type: message/rfc822", "Content-Disposition: attachment"],
    body: raw,
  };
}

/** Combines several parts into one. */
export function multipart(
  subtype: string,
  boundary: string,
  parts: readonly Part[],
  parameters = "",
): Part {
  const pieces = parts.flatMap((part) => [
    Buffer.from(`--${boundary}\n${part.headers.join("\n")}\n\n`),
    part.body,
    Buffer.from("\n"),
  ]);
  return {
    headers: [
      `Content-Type: multipart/${subtype};${parameters && ` ${parameters};`}\n boundary="${boundary}"`,
    ],
    body: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\n`)]),
  };
}

/** Returns header lines and a part as the bytes of a message. */
export function wholeMessage(headers: readonly string[], part: Part): Buffer {
  const head = [...headers, "MIME-Version: 1.0", ...part.headers].join("\n");
  return Buffer.concat([Buffer.from(`${head}\n\n`), part.body]);
}

/** Returns unstructured text for a header, as encoded words (RFC 2047) if it is not plain ASCII. */
export function headerText(text: string, charset: Charset = "utf-8"): string {
  // oxlint-disable-next-line no-control-regex -- ASCII is exactly this range
  if (/^[\x00-\x7f]*$/.test(text)) return text;
  const words: string[] = [];
  let piece = "";
  const word = (content: string) =>
    `=?${charset}?B?${encodeText(content, charset).toString("base64")}?=`;
  for (const character of text) {
    if (piece && word(piece + character).length > 75) {
      words.push(word(piece));
      piece = "";
    }
    piece += character;
  }
  return [...words, word(piece)].join("\n ");
}

/** Returns an address for a header. */
export function headerAddress(person: Person, charset: Charset = "utf-8"): string {
  if (!person.name) return person.address;
  const name = /^[A-Za-z0-9 ]+$/.test(person.name)
    ? person.name
    : headerText(person.name, charset) === person.name
      ? `"${person.name}"`
      : headerText(person.name, charset);
  return `${name} <${person.address}>`;
}

/** Returns a date in the format of RFC 5322, 3.3. */
export function headerDate(time: number): string {
  return new Date(time).toUTCString().replace("GMT", "+0000");
}

/** Encodes bytes with a transfer encoding, in lines. */
export function encodeBody(bytes: Buffer, encoding: Encoding): Buffer {
  switch (encoding) {
    case "base64":
      return Buffer.from(bytes.toString("base64").replace(/.{76}/g, "$&\n"));
    case "quoted-printable":
      return Buffer.from(quotedPrintable(bytes));
    case "7bit":
    case "8bit":
      return bytes;
  }
}

function quotedPrintable(bytes: Buffer): string {
  return bytes
    .toString("latin1")
    .split("\n")
    .map((line) => {
      let out = "";
      let length = 0;
      for (let at = 0; at < line.length; at++) {
        const code = line.charCodeAt(at);
        const isLast = at === line.length - 1;
        const isPlain =
          (code >= 0x21 && code <= 0x7e && code !== 0x3d) ||
          ((code === 0x20 || code === 9) && !isLast);
        const token = isPlain
          ? String.fromCharCode(code)
          : `=${code.toString(16).toUpperCase().padStart(2, "0")}`;
        if (length + token.length > 75) {
          out += "=\n";
          length = 0;
        }
        out += token;
        length += token.length;
      }
      return out;
    })
    .join("\n");
}

function nameParameter(key: string, filename: string, nameAs: "rfc2231" | "encoded-word"): string {
  const plain = headerText(filename);
  if (plain === filename) return `${key}="${filename}"`;
  return nameAs === "rfc2231"
    ? `${key}*=utf-8''${encodeURIComponent(filename)}`
    : `${key}="${plain}"`;
}
