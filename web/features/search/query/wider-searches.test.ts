import { expect, test } from "vitest";
import { segmentsOf } from "#/features/search/query/query-segments.ts";
import { widerSearches } from "#/features/search/query/wider-searches.ts";

const waysOn = (query: string) => widerSearches(query, segmentsOf(query)).map(({ words }) => words);

test("offers to search everywhere without changing the search words", () => {
  // The last word may be unfinished, and a quotation not closed: nothing may be added behind them.
  expect(waysOn("tax invo")).toEqual(["in:anywhere tax invo"]);
  expect(waysOn("it's \"open amo")).toEqual(["in:anywhere it's \"open amo"]);
  expect(waysOn("tax in:archive")).toEqual(["tax"]);
});

test("offers no search with another meaning, or one that the server refuses", () => {
  expect(waysOn("OR tax")).toEqual(["in:anywhere tax"]);
  expect(waysOn("AND OR  tax OR boat")).toEqual(["in:anywhere tax OR boat"]);
  expect(waysOn("ORDER")).toEqual(["in:anywhere ORDER"]);
  expect(waysOn('"sign in: here"')).toEqual(['in:anywhere "sign in: here"']);
  expect(waysOn("tax (IN:sent OR boat)")).toEqual([]);
  expect(waysOn("a is:unread")).toEqual(["in:anywhere a is:unread"]);
  const words = "a ".repeat(29).trim();
  expect(waysOn(words)).toEqual([`in:anywhere ${words}`]);
  expect(waysOn(`${words} b`)).toEqual([]);
  expect(waysOn("a".repeat(490))).toEqual([]);
});

test("offers to remove the last filter", () => {
  expect(waysOn("tax from:bob is:unread ")).toEqual([
    "in:anywhere tax from:bob is:unread",
    "tax from:bob",
  ]);
  expect(waysOn("is:unread")).toEqual(["in:anywhere is:unread"]);
});
