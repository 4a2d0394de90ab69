import { expect, test } from "vitest";
import { FolderId } from "@inlet/contract/ids.ts";
import { randomId } from "#/base/random-id.ts";
import { ModseqLimits } from "./modseq-limits.ts";

const folder = FolderId.parse(randomId());
const other = FolderId.parse(randomId());

test("during a comparison, news is recorded as known only up to the point where it read", () => {
  const limits = new ModseqLimits();
  const before = limits.look(folder);
  const comparison = limits.compare(folder, "9007199254740993");
  const meanwhile = limits.look(folder);
  comparison[Symbol.dispose]();
  const after = limits.look(folder);
  const known = [before, meanwhile, after].map((look) => look.modseqOf("9007199254740995"));
  expect(known).toEqual(["9007199254740993", "9007199254740993", "9007199254740995"]);
});

test("with several comparisons, the oldest one counts", () => {
  const limits = new ModseqLimits();
  const look = limits.look(folder);
  limits.compare(folder, "5")[Symbol.dispose]();
  limits.compare(folder, "3")[Symbol.dispose]();
  limits.compare(folder, "4");
  expect(look.modseqOf("9")).toBe("3");
  expect(limits.look(folder).modseqOf("9")).toBe("4");
});

test("another folder, and a server without CONDSTORE, use the reported value", () => {
  const limits = new ModseqLimits();
  limits.compare(folder, "3");
  expect(limits.look(other).modseqOf("9")).toBe("9");
  expect(limits.look(folder).modseqOf("")).toBe("");
  limits.compare(other, "");
  expect(limits.look(other).modseqOf("9")).toBe("9");
});
