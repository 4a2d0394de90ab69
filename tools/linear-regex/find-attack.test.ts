import { expect, test } from "vitest";
import { findAttack } from "./find-attack.ts";

test.each([
  String.raw`(a+)+$`,
  String.raw`(a|a)*b`,
  String.raw`(a|aa)+$`,
  String.raw`^\s+|\s+$`,
  String.raw`\s+$`,
  String.raw`(\w+\s?)*:`,
  String.raw`^(a?){30,}x`,
  String.raw`".*"x`,
  String.raw`<[^>]*>`,
  String.raw`(?:x|[^y]z)*$`,
  String.raw`^.*,.*,.*$`,
  String.raw`^\d+\d+x`,
  String.raw`^[^\s@]+@[^\s@]+\.[^\s@]+$`,
  String.raw`\/\*[^]*?\*\/`,
])("finds a text on which the work of /%s/ grows faster than the text", (pattern) => {
  expect(findAttack(pattern, "")).toBeDefined();
});

test.each([
  String.raw`^(\s*\d+)(?=[.)])`,
  String.raw`^\s*(?:system|assistant)\s*:`,
  String.raw`\b[^:]+:`,
])("finds a text for /%s/ that starts a line or a word again and again", (pattern) => {
  expect(findAttack(pattern, "gm")).toBeDefined();
});

test.each([
  [String.raw`^\s+`, ""],
  [String.raw`^[a-z]+$`, "i"],
  [String.raw`[\r\n\0]+`, "g"],
  [String.raw`^[^\s<>,;]+$`, ""],
  [String.raw`\d{1,3}\.\d{1,3}$`, ""],
  [String.raw`^(?:[^"\\]|\\.)*$`, "s"],
  [String.raw`\p{L}+`, "gu"],
  [String.raw`(?<=\s)a+b?`, ""],
  [String.raw`^(?:ab|cd)*$`, ""],
  [String.raw`^[a-z0-9]+(?:-[a-z0-9]+)*$`, ""],
  [String.raw`"[^"]{0,200}"`, ""],
])("/%s/%s works in linear time", (pattern, flags) => {
  expect(findAttack(pattern, flags)).toBeUndefined();
});

test("finds a text on which the expression is actually slow", () => {
  const pattern = String.raw`^(a+)+$`;
  const { prefix, pump, suffix } = findAttack(pattern, "") ?? { prefix: "", pump: "", suffix: "" };
  const timeOf = (repeats: number) => {
    const text = prefix + pump.repeat(repeats) + suffix;
    const before = process.cpuUsage().user;
    new RegExp(pattern).test(text);
    return process.cpuUsage().user - before;
  };
  timeOf(10);
  expect(timeOf(24)).toBeGreaterThan(20 * timeOf(14));
});
