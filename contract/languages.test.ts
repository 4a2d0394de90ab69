import { expect, it } from "vitest";
import { directionOf, languageFor, pageFile } from "./languages.ts";

it.each([
  [[], "en"],
  [["en-GB", "ar-XB"], "en"],
  [["fr-CA", "en-XA"], "en-XA"],
  [["de", undefined, ""], "en"],
  [["toString", "__proto__"], "en"],
] as const)("for %j the language is %s", (preferred, language) => {
  expect(languageFor(preferred)).toBe(language);
});

it("a right-to-left language sets the page direction and has separate pages", () => {
  expect([directionOf("en"), directionOf("en-XA"), directionOf("ar-XB")]).toEqual([
    "ltr",
    "ltr",
    "rtl",
  ]);
  expect([pageFile("login", "en"), pageFile("login", "ar-XB")]).toEqual([
    "login.html",
    "login.ar-XB.html",
  ]);
});
