import { expect, test } from "vitest";
import { segmentsOf } from "#/features/search/query/query-segments.ts";
import { widerSearches } from "#/features/search/query/wider-searches.ts";

const waysOn = (query: string) => widerSearches(query, segmentsOf(query)).map(({ words }) => words);

test("offers to search everywhere without changing the search words", () => {
  // The last word may be unfinished, and a quotation not closed: nothing may be added behind them.
  expect(waysOn("tax invo")[0]).toBe("in:anywhere tax invo");
  expect(waysOn("it's \"open amo")[0]).toBe("in:anywhere it's \"open amo");
  expect(waysOn("tax in:archive")).toEqual(["in:archive", "tax"]);
});

test("offers no search with another meaning, or one that the server refuses", () => {
  expect(waysOn("OR tax")).toEqual(["in:anywhere tax"]);
  expect(waysOn("AND OR  tax OR boat")).toEqual(["in:anywhere tax OR boat"]);
  expect(waysOn("ORDER")).toEqual(["in:anywhere ORDER"]);
  expect(waysOn('"sign in: here"')).toEqual(['in:anywhere "sign in: here"']);
  expect(waysOn("tax (IN:sent OR boat)")).toEqual([]);
  expect(waysOn("a is:unread")).toEqual(["in:anywhere a is:unread", "is:unread"]);
  const words = "a ".repeat(29).trim();
  expect(waysOn(words)).toEqual([`in:anywhere ${words}`]);
  expect(waysOn(`${words} b`)).toEqual([]);
  expect(waysOn("a".repeat(490))).toEqual([]);
});

test("offers to leave out each word and filter, or the last filter of a long search", () => {
  expect(waysOn("tax invoice is:unread ")).toEqual([
    "in:anywhere tax invoice is:unread",
    "invoice is:unread",
    "tax is:unread",
    "tax invoice",
  ]);
  expect(waysOn("is:unread")).toEqual(["in:anywhere is:unread"]);
  expect(waysOn("a b c d e f is:unread")).toEqual([
    "in:anywhere a b c d e f is:unread",
    "a b c d e f",
  ]);
});
