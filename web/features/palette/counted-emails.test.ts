import { expect, test } from "vitest";
import { countedEmails } from "#/features/palette/counted-emails.ts";

const known = { hasFailed: false, isBeyondList: false };

test.each([
  [undefined, 0, "Counting…", true],
  [{ count: 0 }, 0, "No emails", true],
  [{ count: 2 }, 2, "2 emails", false],
  [{ count: 1000, isAtLeast: true as const }, 0, "1,000+ emails", false],
  [{ count: 0, isAtLeast: true as const }, 0, "Too many emails to count", false],
])("describes the answer %j", (answer, count, detail, isDisabled) => {
  expect(countedEmails({ ...known, answer })).toEqual({ count, detail, isDisabled });
});

test("does not report a failure as no emails", () => {
  expect(countedEmails({ ...known, answer: undefined, hasFailed: true })).toEqual({
    count: 0,
    detail: "Could not be counted",
    isDisabled: true,
  });
});

test("names the scope if the list shows less", () => {
  const { detail } = countedEmails({ ...known, answer: { count: 2 }, isBeyondList: true });
  expect(detail).toBe("2 emails in all accounts");
});
