import { expect, test } from "vitest";
import { hasWords, isSentence } from "./oxlint-texts.ts";

test("distinguishes words from keys, addresses and class names", () => {
  const words = ["High", "Try again", "3 results", "Sending...", "no mail", " of "];
  const others = ["", "k", "https://", "px-3", "aria-label", "·", "&nbsp;", "⌘", "idle", "x"];
  expect(words.filter((text) => !hasWords(text))).toEqual([" of "]);
  expect(others.filter(hasWords)).toEqual([]);
});

test("recognizes a sentence anywhere", () => {
  const sentences = ["The server could not be reached.", "You're offline.", "All of it is gone…"];
  const others = [
    "Bearer ",
    "Inter Variable",
    "select * from x",
    "px-3 py-2.",
    "Arrow",
    "Content-Type",
  ];
  expect(sentences.filter((text) => !isSentence(text))).toEqual([]);
  expect(others.filter(isSentence)).toEqual([]);
});
