import { hueOf } from "#/lib/initials.ts";
import { expect, test } from "vitest";
import { accountHues } from "#/state/view/marks-of.ts";
import { accountMarks } from "./account-marks.ts";

// Safe: an id is a branded string.
const one = { id: "1" as never, account_mail: "ada@north.example", name: "", color: null };
const other = { id: "2" as never, account_mail: "ada@south.example", name: "", color: null };

test("accounts with the same initial are distinguished by color", () => {
  const marks = accountMarks([one, other]);
  expect(marks.get("1")).toEqual({ mail: "ada@north.example", hue: hueOf("ada@north.example") });
  expect(marks.get("2")?.mail).toBe("ada@south.example");
  expect(marks.get("2")?.hue).not.toBe(marks.get("1")?.hue);
});

test("a chosen color replaces the account's own", () => {
  const marks = accountMarks([{ ...one, color: "red" }, other]);
  expect(marks.get("1")?.hue).toBe(accountHues.red);
});

test("a single account needs no mark", () => {
  expect(accountMarks([one]).size).toBe(0);
});
