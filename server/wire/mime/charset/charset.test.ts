import { expect, it } from "vitest";
import { decodeCharset } from "./charset.ts";

const labels: [string, number[], string][] = [
  ["x-sjis", [0x93, 0xfa], "日"],
  ["CP932", [0x93, 0xfa, 0x87, 0x40], "日①"],
  ["windows-31j", [0x93, 0xfa], "日"],
  ["gb2312", [0xc4, 0xe3, 0x81, 0x30, 0x81, 0x30], "你\u0080"],
  ["cp936", [0xc4, 0xe3], "你"],
  ["ks_c_5601-1987", [0xbe, 0xc8], "안"],
  ["KS_C_5601", [0xbe, 0xc8], "안"],
  ["cp950", [0xa7, 0x41], "你"],
  ["iso-8859-8-i", [0xf9, 0xec], "של"],
  ["iso-8859-1", [0x93, 0xe9, 0x80], "“é€"],
  ['"utf-8"', [0xc3, 0xa9], "é"],
  ["utf-7", [0x2b, 0x41, 0x4f, 0x6b, 0x2d], "é"],
  ["us-ascii", [0xc3, 0xa9], "é"],
  ["us-ascii", [0xe9], "é"],
  ["", [0x93, 0xe9], "“é"],
  ["utf-16", [0xff, 0xfe, 0xe9, 0], "é"],
  ["utf-16", [0, 0xe9], "é"],
  ["utf-16be", [0, 0xe9, 0, 0x0d, 0x0a, 0, 0xe9], "é\né"],
  ["utf-16be", [0, 0x0d, 0, 0x0a, 0, 0xe9], "\r\né"],
  ["utf-16le", [0x0d, 0, 0x0d, 0x0a, 0, 0xe9, 0], "\r\né"],
  ["iso-2022-jp", Array.from(Buffer.from("\x1b$B2q\x1b(B\x1b$B5D\x1b(B!")), "会議!"],
  ["cp50220", Array.from(Buffer.from("\x1b(J\x1b(B\x1b$B2q5D\x1b(B\x1b(J")), "会議"],
  ["iso-2022-kr", [0x0e, 0x3e, 0x48, 0x0a, 0x3e, 0x48], "안\n>H"],
  ["hz-gb-2312", Array.from(Buffer.from("~{Dc\n~{Dc~}~{")), "你\n你"],
];

it.each(labels)("decodes %s bytes %j as %s", (label, bytes, text) => {
  expect(decodeCharset(Uint8Array.from(bytes), label)).toEqual({ text, isKnown: true });
});

it("falls back and reports that it does not know the name", () => {
  expect(decodeCharset(Uint8Array.of(0xe9), "x-klingon")).toEqual({ text: "é", isKnown: false });
  expect(decodeCharset(Uint8Array.of(0x61), "constructor").isKnown).toBe(false);
});
