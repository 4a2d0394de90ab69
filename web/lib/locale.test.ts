import { expect, test } from "vitest";
import { knownLocale } from "./locale.ts";

test("uses the language of the browser, unless Intl would refuse it", () => {
  expect(knownLocale("de-DE")).toBe("de-DE");
  expect(knownLocale("ar")).toBe("ar");
  expect(knownLocale("en-US@posix")).toBeUndefined();
  expect(knownLocale("")).toBeUndefined();
  expect(knownLocale(undefined)).toBeUndefined();
});
