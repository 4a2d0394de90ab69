import { expect, test } from "vitest";
import { knownLocale } from "./locale.ts";

test("takes the language of the browser, and none that Intl would refuse", () => {
  expect(knownLocale("de-DE")).toBe("de-DE");
  expect(knownLocale("ar")).toBe("ar");
  expect(knownLocale("en-US@posix")).toBeUndefined();
  expect(knownLocale("")).toBeUndefined();
  expect(knownLocale(undefined)).toBeUndefined();
});
