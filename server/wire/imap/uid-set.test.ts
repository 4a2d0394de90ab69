import fc from "fast-check";
import { expect, it } from "vitest";
import { toUidSets } from "./uid-set.ts";

it("sorts, merges adjacent UIDs and removes duplicates", () => {
  expect(toUidSets([9, 3, 2, 1, 3, 7])).toEqual(["1:3,7,9"]);
  expect(toUidSets([])).toEqual([]);
  expect(toUidSets([5])).toEqual(["5"]);
});

it("contains exactly the given UIDs, in sets short enough for a command", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 50_000 }), { maxLength: 3000 }), (uids) => {
      const sets = toUidSets(uids);
      expect(sets.every((set) => set.length <= 4000)).toBe(true);
      const named = sets.flatMap((set) =>
        set.split(",").flatMap((range) => {
          const [first = 0, last = first] = range.split(":").map(Number);
          return Array.from({ length: last - first + 1 }, (_, index) => first + index);
        }),
      );
      expect(named).toEqual([...new Set(uids)].toSorted((a, b) => a - b));
    }),
    { numRuns: 30 },
  );
});
