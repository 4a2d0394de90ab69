import fc from "fast-check";
import { expect, test } from "vitest";
import { toWords, wordsBeginning } from "#/base/tokenize.ts";

const letters = fc.constantFrom(..."abzAZ09 .-@_\nßéΣς東京İK");
const texts = fc.string({ unit: letters, maxLength: 60 });
const beginnings = fc.constantFrom("a", "ab", "b0", "z", "9", "ss", "東", "東京", "e", "σ");

test("finds the same words with a given beginning as a filter of all words", () => {
  fc.assert(
    fc.property(texts, fc.array(beginnings, { maxLength: 2 }), (text, typed) => {
      const meant = toWords(text).filter((word) => typed.some((one) => word.startsWith(one)));
      expect(new Set(wordsBeginning(text, typed))).toEqual(new Set(meant));
    }),
    { numRuns: 2000 },
  );
  expect(wordsBeginning(`${"a".repeat(40)} ab`, ["a"])).toEqual(["a".repeat(32), "ab"]);
});

test("splits an address, a host and a file name into words, ignoring case and accents", () => {
  expect(toWords("Élan.Vital+x@Mail.Example.org")).toEqual([
    "elan",
    "vital",
    "x",
    "mail",
    "example",
    "org",
  ]);
  expect(toWords("Ｆｕｌｌ ﬁle_name-v2.PDF")).toEqual(["full", "file", "name", "v2", "pdf"]);
  expect(toWords("STRASSE straße ΣΊΣΥΦΟΣ Œuvre ЁЛКА")).toEqual([
    "strasse",
    "strasse",
    "σισυφοσ",
    "oeuvre",
    "елка",
  ]);
});

test("ignores variation selectors", () => {
  expect(toWords("❤️ party✔︎ 1️⃣")).toEqual(["party", "1\u20e3"]);
});

test("returns the character pairs of a script without spaces, and the last character alone", () => {
  expect(toWords("東京都2026年")).toEqual(["東京", "京都", "都", "2026", "年"]);
});

test("stops at the maximum number of words and cuts long words at the same length everywhere", () => {
  expect(toWords("a b c d", 2)).toEqual(["a", "b"]);
  expect(toWords("x".repeat(1000))[0]).toHaveLength(32);
  expect(toWords("é".repeat(1000))[0]).toHaveLength(32);
});
