import { expect, test } from "vitest";
import { uidsWithin } from "./vanished.ts";

test("finds the UIDs in ranges, in any order that the server sends", () => {
  const ranges = [
    [90, 4294967295],
    [1, 3],
    [7, 7],
    [2, 4],
  ] as const;
  expect(uidsWithin(ranges, [1, 3, 4, 5, 6, 7, 8, 89, 90, 100])).toEqual([1, 3, 4, 7, 90, 100]);
});

test("finds nothing if nothing vanished", () => {
  expect(uidsWithin([], [1, 2])).toEqual([]);
  expect(uidsWithin([[1, 9]], [])).toEqual([]);
});
