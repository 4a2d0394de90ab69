import { expect, test } from "vitest";
import { match } from "#/features/palette/match.ts";

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

test("what begins as it is typed comes first, the shortest before the others", () => {
  expect(found("arch")).toEqual([
    "Archive",
    "Archive and go to the next",
    "Go to Archive",
    "Search mail",
  ]);
});

test("the first letters of words find it", () => {
  expect(found("gs").slice(0, 2).toSorted()).toEqual(["Go to Settings", "Go to Starred"]);
  expect(found("mau")[0]).toBe("Mark as unread");
});

test("letters within a word may be left out, but not gathered from everywhere", () => {
  expect(match("unsb", "Unsubscribe")?.at).toEqual([0, 1, 2, 4]);
  expect(match("ro", "Report spam")).toBeNull();
  expect(match("roam", "Report spam")).toBeNull();
});

test("words are found in any order", () => {
  expect(found("unread mark")[0]).toBe("Mark as unread");
});

test("accents and case make no difference", () => {
  expect(found("GROSSE")).toEqual([]);
  expect(found("große andern")).toEqual(["Größe ändern"]);
});

test("letters that are not there find nothing", () => {
  expect(found("zebra")).toEqual([]);
});

test("says which characters answered", () => {
  expect(match("star", "Go to Starred")?.at).toEqual([6, 7, 8, 9]);
});
