import { readdirSync, readFileSync } from "node:fs";
import { senderWarnings } from "#/mail/reading/sender-warnings.ts";
import { parseQuery } from "#/search/parse-query.ts";
import { toWords } from "#/base/tokenize.ts";
import { decodeFolderName } from "#/wire/imap/folders/folder-name.ts";
import { readAutoconfig } from "#/wire/login/autoconfig.ts";
import { isAddress, parseAddressList, readAddresses } from "#/wire/mime/addresses.ts";
import { decodeCharset } from "#/wire/mime/charset/charset.ts";
import { parseDate } from "#/wire/mime/dates.ts";
import { decodeWords } from "#/wire/mime/charset/encoded-words.ts";
import { cleanFileName } from "#/wire/mime/file-name.ts";
import { flow, unflow } from "#/wire/mime/flowed.ts";
import { readHeader } from "#/wire/mime/header.ts";
import { htmlToText } from "#/wire/mime/html/html-text.ts";
import { parseMessageId, parseMessageIds } from "#/wire/mime/message-ids.ts";
import { parseParameters } from "#/wire/mime/parameters.ts";
import { parseMessage } from "#/wire/mime/parse.ts";
import { previewOf } from "#/wire/mime/preview.ts";
import { remoteImagesOf } from "#/wire/mime/html/remote-images.ts";
import { safeHtml } from "#/wire/mime/html/safe-html.ts";
import { readSigns } from "#/wire/mime/signs.ts";
import { decodeTransfer } from "#/wire/mime/transfer.ts";

/** Parses arbitrary bytes. Any exception is a bug. */
export interface FuzzedParser {
  name: string;
  samples: readonly Buffer[];
  words: readonly string[];
  read: (bytes: Buffer) => unknown;
}

const corpus = new URL("../../../wire/corpus/", import.meta.url);
const messages = readdirSync(corpus).map((name) => readFileSync(new URL(name, corpus)));
const bytesOf = (...texts: string[]) => texts.map((text) => Buffer.from(text));

const common = [
  "\r\n",
  "\n",
  " ",
  "\t",
  "\0",
  "\xff",
  '"',
  "\\",
  "(",
  ")",
  "<",
  ">",
  "=",
  ";",
  ":",
  ",",
  "@",
  "a",
];
const mailWords = [
  ...common,
  ..."From: |To: |Subject: |Date: |MIME-Version: 1.0|\r\n\r\n|--x|--x--|; boundary=x|begin 644 x\r\n".split(
    "|",
  ),
  ..."Content-Type: |multipart/mixed|multipart/report|message/rfc822|message/delivery-status|text/html|text/plain".split(
    "|",
  ),
  ..."; charset=|utf-8|utf-16|utf-7|iso-2022-jp|iso-2022-kr|hz-gb-2312|; format=flowed; delsp=yes|; name*0*=".split(
    "|",
  ),
  ..."Content-Transfer-Encoding: |base64|quoted-printable|x-uuencode|=3|=\r\n|=?utf-8?b?|=?x?q?|?=|utf-8''%f".split(
    "|",
  ),
  ..."List-Unsubscribe: <https://a>|Authentication-Results: |dmarc=fail (p=|Action: failed\r\n|Final-Recipient: rfc822;".split(
    "|",
  ),
];
const htmlWords = [
  ...common,
  ..."<div|<p>|</p>|<b>|<table>|<td>|</td>|<style>|</style>|<script>|</script>|<!--|-->|<svg>|<math>|<template>".split(
    "|",
  ),
  ..."<img src=|cid:a|data:image/png;base64,|//a.example/b| style=| onerror=|url(|@import |/*|*/|&#x|&amp;|<![CDATA[|]]>".split(
    "|",
  ),
];
const never = () => false;
const header = (bytes: Buffer) => readHeader(bytes, 0, bytes.length, never).header;

/** Samples for all header fields. */
const fieldSamples = bytesOf(
  'Ann Smith <ann@example.org>, "B, C" <b@c.example>',
  "Friends: a@b.c, d@e.f;, =?utf-8?q?=C3=A4?= <x@y.z>",
  "text/plain; charset*0*=utf-8''a%20; charset*1=b",
  "Mon, 3 Feb 2026 01:02:03 +0100 (CET)",
  "<a@b.c> <d@e.f> (comment (nested))",
  "=?utf-8?B?w6Q=?= =?iso-8859-1?Q?a_b?=",
);

/** All synchronous parsers of untrusted text. */
export const textParsers: readonly FuzzedParser[] = [
  {
    name: "message",
    samples: messages,
    words: mailWords,
    read: async (bytes) => senderWarnings(await parseMessage(bytes), "imap.example.org"),
  },
  {
    name: "header",
    samples: messages,
    words: mailWords,
    read: (bytes) => readSigns(header(bytes)),
  },
  {
    name: "addresses",
    samples: fieldSamples,
    words: mailWords,
    read: (bytes) => {
      const text = bytes.toString("latin1");
      for (const { address } of readAddresses(text)) isAddress(address);
      return parseAddressList(text);
    },
  },
  {
    name: "date",
    samples: fieldSamples,
    words: [...mailWords, "Feb", "2026", "1:", "+0"],
    read: (bytes) => parseDate(bytes.toString()),
  },
  {
    name: "encoded words",
    samples: fieldSamples,
    words: mailWords,
    read: (bytes) => decodeWords(bytes.toString()),
  },
  {
    name: "parameters",
    samples: fieldSamples,
    words: [...mailWords, "*1", "*=", "%41"],
    read: (bytes) => parseParameters(bytes.toString()),
  },
  {
    name: "message ids",
    samples: fieldSamples,
    words: mailWords,
    read: (bytes) => [parseMessageIds(bytes.toString()), parseMessageId(bytes.toString())],
  },
  {
    name: "file name",
    samples: bytesOf("a.tar.gz", "../=?utf-8?q?a?=.exe"),
    words: [...common, ".", "/", ".."],
    read: (bytes) => cleanFileName(bytes.toString()),
  },
  {
    name: "html",
    samples: bytesOf(
      "<p>Hello <b>you</b><img src='//a.example/b'></p>",
      "<style>a{b:url(c)}</style><table><td>x",
    ),
    words: htmlWords,
    read: async (bytes) => {
      const html = bytes.toString();
      await safeHtml(html, { cids: new Set(["a"]), kind: "quoted", hasRemoteImages: true });
      await safeHtml(html, { cids: new Set(), kind: "written" });
      return [htmlToText(html), remoteImagesOf(html)];
    },
  },
  {
    name: "transfer",
    samples: bytesOf("SGVsbG8=", "a=C3=A4=\r\nb", "begin 644 x\r\n#0V%T\r\n`\r\nend"),
    words: [...common, "=C3", "=\r\n", "begin 644 ", "end", "M", "`"],
    read: (bytes) =>
      ["base64", "quoted-printable", "x-uuencode"].map((encoding) =>
        decodeTransfer(bytes, encoding),
      ),
  },
  {
    name: "charset",
    samples: bytesOf("+AOQ-bc", "~{VPND~}", "\x1b$)C\x0e!!\x0f"),
    words: [...common, "+", "-", "~{", "~}", "\x1b$B", "\x1b(B", "\x0e", "\x0f"],
    read: (bytes) =>
      ["utf-7", "hz-gb-2312", "iso-2022-kr", "iso-2022-jp", "utf-16", "gb18030", "x-unknown"].map(
        (charset) => decodeCharset(bytes, charset),
      ),
  },
  {
    name: "text",
    samples: bytesOf("> quoted \n> on\n\nplain \nrest", "word ".repeat(300)),
    words: [...common, "> ", ">>", "-- \n", "From ", "https://", "漢字", "\u200b"],
    read: (bytes) => {
      const text = bytes.toString();
      return [unflow(text, true), flow(text), previewOf(text), toWords(text), parseQuery(text)];
    },
  },
  {
    name: "folder name",
    samples: bytesOf("&ZeVnLA-", "Entw&APw-rfe"),
    words: [...common, "&", "-", "&-", "AP"],
    read: (bytes) => decodeFolderName(bytes.toString()),
  },
  {
    name: "autoconfig",
    samples: bytesOf(
      "<clientConfig><emailProvider id='a'><incomingServer type='imap'><hostname>a.b</hostname><port>993</port></incomingServer></emailProvider></clientConfig>",
    ),
    words: [
      ...htmlWords,
      "<incomingServer type='imap'>",
      "<hostname>",
      "<!DOCTYPE a [<!ENTITY b '&b;&b;'>]>",
      "&b;",
    ],
    read: (bytes) => readAutoconfig(bytes.toString(), "ann@example.org"),
  },
];
