import { expect, test } from "vitest";
import { segmentsOf } from "#/features/search/query-segments.ts";
import { widerSearches } from "#/features/search/wider-searches.ts";

const waysOn = (query: string) => widerSearches(query, segmentsOf(query)).map(({ words }) => words);

test("offers to look everywhere without changing what is looked for", () => {
  // The last word may be unfinished, and what is quoted may not be closed: nothing stands behind them.
  expect(waysOn("tax invo")).toEqual(["in:anywhere tax invo"]);
  expect(waysOn("it's \"open amo")).toEqual(["in:anywhere it's \"open amo"]);
  expect(waysOn("tax in:archive")).toEqual(["tax"]);
});

test("offers to leave the last filter out", () => {
  expect(waysOn("tax from:bob is:unread ")).toEqual([
    "in:anywhere tax from:bob is:unread",
    "tax from:bob",
  ]);
  expect(waysOn("is:unread")).toEqual(["in:anywhere is:unread"]);
});
