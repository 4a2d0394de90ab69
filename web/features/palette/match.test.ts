import { expect, test } from "vitest";
import { hasWholeWord, match } from "#/features/palette/match.ts";

const texts = [
  "Archive",
  "Archive and go to the next",
  "Go to Archive",
  "Go to Starred",
  "Go to Settings",
  "Star or unstar",
  "Mark as unread",
  "Mark as unread from here",
  "Search mail",
  "Größe ändern",
];

function found(typed: string): string[] {
  return texts
    .flatMap((text) => {
      const one = match(typed, text);
      return one ? [{ text, score: one.score }] : [];
    })
    .toSorted((one, other) => other.score - one.score)
    .map(({ text }) => text);
}

test("texts that begin with the input come first, the shortest before the rest", () => {
  expect(found("arch")).toEqual([
    "Archive",
    "Archive and go to the next",
    "Go to Archive",
    "Search mail",
  ]);
});

test("the initials of its words find an entry", () => {
  expect(found("gs").slice(0, 2).toSorted()).toEqual(["Go to Settings", "Go to Starred"]);
  expect(found("mau")[0]).toBe("Mark as unread");
});

test("characters within a word may be skipped, but not gathered from several words", () => {
  expect(match("unsb", "Unsubscribe")?.at).toEqual([0, 1, 2, 4]);
  expect(match("ro", "Report spam")).toBeNull();
  expect(match("roam", "Report spam")).toBeNull();
});

test("finds words in any order", () => {
  expect(found("unread mark")[0]).toBe("Mark as unread");
});

test("ignores accents and case", () => {
  expect(found("GROSSE")).toEqual([]);
  expect(found("große andern")).toEqual(["Größe ändern"]);
});

test("characters that do not occur find nothing", () => {
  expect(found("zebra")).toEqual([]);
});

test("returns the characters that matched", () => {
  expect(match("star", "Go to Starred")?.at).toEqual([6, 7, 8, 9]);
});

test("a match is a guess if a word of the input is not in the text in one piece", () => {
  expect(match("snoo", "Snooze")?.isGuess).toBe(false);
  expect(match("snoo", "Save to Notion")?.isGuess ?? true).toBe(true);
  expect(match("unread", "Mark as unread")?.isGuess).toBe(false);
  expect(match("mau", "Mark as unread")?.isGuess).toBe(true);
  expect(match("gs", "Go to Settings")?.isGuess).toBe(true);
});

test("finds whole words of a text", () => {
  expect(hasWholeWord("log", "Sign out log out")).toBe(true);
  expect(hasWholeWord("sig", "Sign out log out")).toBe(false);
});
