import { describe, expect, test } from "vitest";
import {
  arrivedIn,
  beginTide,
  leftOf,
  pass,
  unpass,
  withLoaded,
} from "#/screens/mail/tide/tide.ts";

describe("a tide", () => {
  const tide = beginTide(["a", "b", "c"]);

  test("leaves those in the list that were neither kept nor filed", () => {
    const kept = pass(tide, "a", false);
    expect(leftOf(kept, ["a", "c"])).toEqual(["c"]);
  });

  test("counts a conversation again after undo or a failed change", () => {
    const filed = pass(tide, "a", true);
    expect(leftOf(unpass(filed, "a"), ["a", "b", "c"])).toEqual(["a", "b", "c"]);
    // Only the list lost it, and got it back.
    expect(leftOf(tide, ["b", "c"])).toEqual(["b", "c"]);
    expect(leftOf(tide, ["a", "b", "c"])).toEqual(["a", "b", "c"]);
  });

  test("passes a conversation once", () => {
    const twice = pass(pass(tide, "a", true), "a", false);
    expect(twice.passed).toEqual([{ id: "a", isActed: true }]);
  });

  test("grows with what is loaded below, and not with what arrives above", () => {
    const grown = withLoaded(tide, ["new", "b", "c", "d", "e"]);
    expect(grown.known).toEqual(["a", "b", "c", "d", "e"]);
    expect(arrivedIn(grown, ["new", "b", "c", "d", "e"])).toEqual(["new"]);
  });

  test("continues with the next page after all loaded ones were filed", () => {
    expect(withLoaded(tide, ["d", "e"]).known).toEqual(["a", "b", "c", "d", "e"]);
  });

  test("stays the same while nothing is loaded", () => {
    expect(withLoaded(tide, ["new", "a", "b", "c"])).toBe(tide);
  });
});
