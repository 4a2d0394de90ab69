import { expect, test } from "vitest";
import { readStyleSheet } from "./style-sheet.ts";
import type { Element } from "./style-sheet.ts";

/** Elements that count how often a rule is held against one of them. */
function counted(count: number): { path: Element[]; looks: () => number } {
  let looks = 0;
  const path = Array.from({ length: count }, () => ({
    get name(): string {
      looks++;
      return "b";
    },
    classes: [],
    id: "",
  }));
  return { path, looks: () => looks };
}

test("costs no more than a fixed number of comparisons in one mail", () => {
  const sheet = readStyleSheet("x b{color:red}".repeat(300));
  const { path, looks } = counted(500);
  for (let at = 0; at < 400; at++) sheet.declarationsFor({ name: "b", classes: [], id: "" }, path);
  expect(looks()).toBeGreaterThan(0);
  expect(looks()).toBeLessThanOrEqual(500_000);
});

test("looks only at the rules whose last element may be this one", () => {
  const sheet = readStyleSheet(".x i{color:red}#y .z{color:red}b u{color:red}".repeat(50));
  const { path, looks } = counted(100);
  sheet.declarationsFor({ name: "b", classes: ["w"], id: "v" }, path);
  expect(looks()).toBe(0);
});

test("keeps the order in which rules stand, whatever they are found by", () => {
  const css = "#i{color:red}b{color:blue}.c{color:green}*{top:1px}div .c.d{left:2px}";
  const around = { name: "div", classes: [], id: "" };
  const style = readStyleSheet(css).declarationsFor({ name: "b", classes: ["d", "c"], id: "i" }, [
    around,
  ]);
  expect(Object.fromEntries(style)).toEqual({ color: "green", left: "2px", top: "1px" });
});
