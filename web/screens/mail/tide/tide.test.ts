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
  const tide = beginTide(["a", "b", "c"], false);
  const paged = beginTide(["a", "b", "c"], true);

  test("leaves those in the list that were neither kept nor filed", () => {
    expect(leftOf(pass(tide, "a"), ["a", "c"])).toEqual(["c"]);
  });

  test("counts a conversation again after undo or a failed change", () => {
    const filed = pass(tide, "a");
    expect(leftOf(unpass(filed, "a"), ["a", "b", "c"])).toEqual(["a", "b", "c"]);
    // Only the list lost it, and got it back.
    expect(leftOf(tide, ["b", "c"])).toEqual(["b", "c"]);
    expect(leftOf(tide, ["a", "b", "c"])).toEqual(["a", "b", "c"]);
  });

  test("passes a conversation once", () => {
    expect(pass(pass(tide, "a"), "a").passed).toEqual(["a"]);
  });

  test("grows with what is loaded below, and not with what arrives above", () => {
    const grown = withLoaded(paged, ["new", "b", "c", "d", "e"], true);
    expect(grown.known).toEqual(["a", "b", "c", "d", "e"]);
    expect(arrivedIn(grown, ["new", "b", "c", "d", "e"])).toEqual(["new"]);
  });

  test("continues with the next page after all loaded ones were filed", () => {
    expect(withLoaded(paged, ["d", "e"], false).known).toEqual(["a", "b", "c", "d", "e"]);
  });

  test("takes an arrival in an emptied list for no next page", () => {
    expect(withLoaded(tide, ["new"], false)).toBe(tide);
    expect(arrivedIn(tide, ["new"])).toEqual(["new"]);
  });

  test("stays the same while nothing is loaded", () => {
    expect(withLoaded(paged, ["new", "a", "b", "c"], true)).toBe(paged);
  });
});
