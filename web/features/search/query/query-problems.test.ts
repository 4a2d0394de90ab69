import { expect, test } from "vitest";
import { operatorNear, whyRefused } from "./query-problems.ts";
import { searchTexts } from "#/features/search/search-texts.ts";

test("suggests the operator that was probably meant", () => {
  expect(operatorNear("fron")).toBe("from");
  expect(operatorNear("form")).toBe("from");
  expect(operatorNear("subjet")).toBe("subject");
  expect(operatorNear("newerthan")).toBe("newer_than");
  expect(operatorNear("xyzzy")).toBeUndefined();
  expect(operatorNear("http")).toBeUndefined();
});

test("shows the server's reason, and names an unknown value only if it may be the cause", () => {
  const unknown = { code: "search.unknown_value", message: "A value is unknown." };
  const tooMany = { code: "search.too_many", message: "Too many." };
  expect(whyRefused("tax in:nowhere", unknown)).toBe(searchTexts.noSuch.in);
  expect(whyRefused("tax in:inbox", tooMany)).toBe("Too many.");
  expect(whyRefused("tax filename:!!", unknown)).toBe("A value is unknown.");
  expect(whyRefused("in:inbox label:nowhere", unknown)).toBe(searchTexts.noSuch.label);
  expect(whyRefused("in:Sent account:x -is:unread", unknown)).toBe(searchTexts.noSuch.account);
  for (const words of [
    "in:inbox filename:!!",
    "in:boats filename:!!",
    "in:boats label:nowhere",
    "subject:🎉 in:boats",
    "in:boats -()",
    "in:boats a AROUND 99 b",
  ]) {
    expect(whyRefused(words, unknown), words).toBe("A value is unknown.");
  }
  expect(whyRefused("in:inbox before:2026-02-30 tax", unknown)).toContain("before:2026-02-30");
});
