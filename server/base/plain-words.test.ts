import fc from "fast-check";
import { expect, test } from "vitest";
import { toWords, wordsBeginning } from "#/base/plain-words.ts";

const letters = fc.constantFrom(..."abzAZ09 .-@_\nßéΣς東京İK");
const texts = fc.string({ unit: letters, maxLength: 60 });
const beginnings = fc.constantFrom("a", "ab", "b0", "z", "9", "ss", "東", "東京", "e", "σ");

test("tells the words of a text that begin so, as all its words tell", () => {
  fc.assert(
    fc.property(texts, fc.array(beginnings, { maxLength: 2 }), (text, typed) => {
      const meant = toWords(text).filter((word) => typed.some((one) => word.startsWith(one)));
      expect(new Set(wordsBeginning(text, typed))).toEqual(new Set(meant));
    }),
    { numRuns: 2000 },
  );
  expect(wordsBeginning(`${"a".repeat(40)} ab`, ["a"])).toEqual(["a".repeat(32), "ab"]);
});
