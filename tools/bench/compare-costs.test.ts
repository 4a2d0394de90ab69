import { expect, test } from "vitest";
import { compareCosts, type Costs, printCosts } from "./compare-costs.ts";

const rounds = (...values: number[]): Costs[] =>
  values.map((value) => new Map([["list", { value, unit: "ms" }]]));

test("a cost that grows by more than noise and 3 % is worse", () => {
  expect(compareCosts(rounds(10, 10.1), rounds(10.5, 10.6))).toMatchObject([
    { what: "list", before: 10, now: 10.5, isWorse: true },
  ]);
});

test("a cost that grows less than the noise between its own rounds is not worse", () => {
  expect(compareCosts(rounds(10, 11), rounds(10.9, 11))[0]?.isWorse).toBe(false);
  expect(compareCosts(rounds(10, 10), rounds(9, 9))[0]?.isWorse).toBe(false);
});

test("a cost that could not be measured counts as worse", () => {
  expect(compareCosts(rounds(10, 10), rounds(Number.NaN, 10))[0]?.isWorse).toBe(true);
});

test("the table marks what became worse", () => {
  const table = printCosts(compareCosts(rounds(10, 10), rounds(20, 20)), "0123abcd a subject");
  expect(table.split("\n")[1]).toMatch(/^list +10\.0 ms +20\.0 ms +2\.000 × +0\.0 % +WORSE$/);
});
