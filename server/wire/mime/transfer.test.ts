import { expect, it } from "vitest";
import { cpuTimeMs } from "#/testing/cpu-time.ts";
import { decodeTransfer } from "./transfer.ts";

const base64: [string, string, string][] = [
  ["in lines", "aGVsbG8g\r\nd29ybGQ=\r\n", "hello world"],
  ["without padding", "aGVsbG8", "hello"],
  ["with line noise", "aGVs!bG8g\nd29ybGQ=", "hello world"],
  [
    "with a letter of the URL alphabet, which means nothing in mail",
    "aGVs-bG8gd29ybGQ=",
    "hello world",
  ],
  ["with blanks at the ends of lines", " aGVsbG8g \n\td29ybGQ= ", "hello world"],
  ["joined in one line", "b25lIA==dHdv", "one two"],
  ["joined over lines", "b25lIA==\ndHdv\nIHRocmVl\n", "one two three"],
  ["with words behind its end", "aGVsbG8= words\nmore words\n", "hello"],
  [
    "with a footer and no padding",
    "aGVsbG8hIGhlbGxvIGFs\n\n-----\nA list\nof-words\n",
    "hello! hello al",
  ],
  ["with blanks for line ends", `${"QUJD".repeat(19)} ${"QUJD".repeat(19)}`, "ABC".repeat(38)],
  ["with a boundary glued behind its end", "aGVsbG8=\nXXXX--boundary--\n", "hello"],
  ["that was decoded on the way", "These are plain words.", "These are plain words."],
  ["that is binary", "\u0089PNG\u0000\u0001\u0002", "\u0089PNG\u0000\u0001\u0002"],
  ["that is empty", "", ""],
];

it.each(base64)("decodes base64 %s", (_name, coded, plain) => {
  expect(decodeTransfer(Buffer.from(coded, "latin1"), "base64").toString("latin1")).toBe(plain);
});

it("reads base64 quickly, with any content", () => {
  for (const piece of ["=", "a=", "= ", "\n", " ", "a=\n", "a!", "~", "a b\n"]) {
    const started = cpuTimeMs();
    decodeTransfer(Buffer.from(`QUJD${piece.repeat(2_000_000)}QUJD`), "base64");
    expect(cpuTimeMs() - started, JSON.stringify(piece)).toBeLessThan(4000);
  }
});

it("leaves an unknown encoding unchanged", () => {
  expect(decodeTransfer(Buffer.from("=41"), "x-own").toString()).toBe("=41");
});
