import { expect, test } from "vitest";
import { starCount, starsWhenUnknown } from "./star-count.ts";

test.each([
  [0, "0"],
  [5, "5"],
  [999, "999"],
  [1000, "1.0k"],
  [1234, "1.2k"],
  [1999, "1.9k"],
  [10_000, "10.0k"],
  [123_456, "123.4k"],
])("shows %i stars as %s", (stars, shown) => {
  expect(starCount(stars)).toBe(shown);
});

test("shows 5 while the number is unknown", () => {
  expect(starsWhenUnknown).toBe("5");
});
