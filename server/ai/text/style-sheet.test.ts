import { expect, test } from "vitest";
import { Cascade, readStyleSheet } from "./style-sheet.ts";
import type { Element } from "./styles/selectors.ts";

/** Returns elements that count how often a rule is matched against them. */
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

test("costs at most a fixed number of comparisons in one message", () => {
  const sheet = readStyleSheet("x b{color:red}".repeat(300));
  const { path, looks } = counted(500);
  for (let at = 0; at < 400; at++)
    sheet.declare({ name: "b", classes: [], id: "" }, path, new Cascade());
  expect(looks()).toBeGreaterThan(0);
  expect(looks()).toBeLessThanOrEqual(500_000);
});

test("checks only rules whose last compound can match the element", () => {
  const sheet = readStyleSheet(".x i{color:red}#y .z{color:red}b u{color:red}".repeat(50));
  const { path, looks } = counted(100);
  sheet.declare({ name: "b", classes: ["w"], id: "v" }, path, new Cascade());
  expect(looks()).toBe(0);
});

test("the more specific rule wins, then the later, independent of the lookup key", () => {
  const css =
    "#i{color:red}b{color:blue}.c{color:green;right:1px}.d{right:2px}*{top:1px}div .c.d{left:2px}*{left:3px}";
  const around = { name: "div", classes: [], id: "" };
  const style = new Cascade();
  readStyleSheet(css).declare({ name: "b", classes: ["d", "c"], id: "i" }, [around], style);
  const found = ["color", "left", "right", "top"].map((name) => style.get(name));
  expect(found).toEqual(["red", "2px", "2px", "1px"]);
});
