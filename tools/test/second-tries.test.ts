import { describe, expect, it } from "vitest";
import type { RunRecord, SecondTry } from "./records.ts";
import { whySecondTriesFail, withHistory } from "./second-tries.ts";

describe("second tries", () => {
  it("are accepted for two tests in a run", () => {
    const tries = [tryOf("a", 30), tryOf("b", 30)];
    expect(whySecondTriesFail(tries, { runs: [], tries: [] }, 2)).toEqual([]);
  });

  it("fail a run in which three tests needed one", () => {
    const tries = [tryOf("a", 30), tryOf("b", 30), tryOf("c", 30)];
    expect(whySecondTriesFail(tries, { runs: [], tries: [] }, 2)).toEqual([
      "3 tests needed a second try; 2 may.",
    ]);
  });

  it("fail a run if the test also needed one in the previous nineteen runs", () => {
    const runs = Array.from({ length: 25 }, (_, n) => runOf(n));
    const why = (day: number): string[] =>
      whySecondTriesFail([tryOf("a", 30)], { runs, tries: [tryOf("a", day)] }, 2);
    expect(why(6)).toEqual(["x.test.ts: a needed a second try in an earlier run as well."]);
    expect(why(5)).toEqual([]);
  });

  it("do not count runs of single files as runs", () => {
    const runs = [runOf(0), ...Array.from({ length: 25 }, (_, n) => runOf(n + 1, "changed"))];
    expect(whySecondTriesFail([tryOf("a", 30)], { runs, tries: [tryOf("a", 0)] }, 2)).toHaveLength(
      1,
    );
  });

  it("are not a failure if the process of the test was lost", () => {
    const lost = (day: number): SecondTry => ({ ...tryOf("", day), kind: "lost" });
    const earlier = { runs: [runOf(0)], tries: [lost(0)] };
    expect(whySecondTriesFail([lost(30)], earlier, 0)).toEqual([]);
  });

  it("are reported with the earlier runs in which the test needed one", () => {
    expect(withHistory(tryOf("a", 30), [tryOf("a", 2), tryOf("b", 3)])).toBe(
      "x.test.ts: a passed at the second try, as on 2026-01-03T00:00 at abc",
    );
  });
});

function dateOf(day: number): string {
  return new Date(Date.UTC(2026, 0, 1 + day)).toISOString();
}

function tryOf(test: string, day: number): SecondTry {
  return { date: dateOf(day), commit: "abc", seed: 1, file: "x.test.ts", test, kind: "suite" };
}

function runOf(day: number, tier = "all"): RunRecord {
  const sums = { processorSeconds: 1, wallSeconds: 1, passed: 1, failed: 0 };
  return { date: dateOf(day), commit: "abc", isChanged: false, tier, seed: 1, steps: [], ...sums };
}
