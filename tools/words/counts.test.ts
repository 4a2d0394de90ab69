import { expect, test } from "vitest";
import { type Count, countsAsJson, parseCounts, risenSums } from "./counts.ts";

const count = (names: number, prose = 0): Count => ({ names, prose, openings: 0 });

test("lets a file move with its problems, and no sum rise", () => {
  const before = new Map([["server/a", count(3, 1)]]);
  const moved = new Map([
    ["server/a", count(1)],
    ["server/b", count(2, 1)],
  ]);
  expect(risenSums(before, moved)).toEqual([]);
  expect(risenSums(before, new Map([...before, ["server/b", count(0, 1)]]))).toEqual(["prose"]);
});

test("writes one line for each folder with a problem, and reads it again", () => {
  const counts = new Map([
    ["web/b", count(2)],
    ["server/a", count(0, 1)],
    ["e2e", count(0)],
  ]);
  const json = countsAsJson(counts);
  expect(json.split("\n")).toHaveLength(5);
  expect(parseCounts(json)).toEqual(
    new Map([
      ["server/a", count(0, 1)],
      ["web/b", count(2)],
    ]),
  );
  expect(parseCounts(countsAsJson(new Map()))).toEqual(new Map());
});
