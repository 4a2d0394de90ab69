import { expect, test } from "vitest";
import regex from "./oxlint-regex.ts";
import { readProven } from "../linear-regex/proven.ts";

/** Returns the problems that the rule reports for the expressions. */
function problemsOf(patterns: { pattern: string; flags: string }[]): string[] {
  const problems: string[] = [];
  const report = (problem: object) => problems.push(JSON.stringify(problem));
  const { Literal } = regex.rules.linear.create({ report });
  for (const pattern of patterns) Literal({ regex: pattern });
  return problems;
}

test("accepts recorded expressions, and proves the rest", () => {
  expect(problemsOf(readProven())).toEqual([]);
  const [problem, ...others] = problemsOf([{ pattern: "^(a+)+$", flags: "" }]);
  expect(problem).toContain("grows faster than the text");
  expect(others).toEqual([]);
});

test("names the command that records expressions once many are not recorded", () => {
  const many = Array.from({ length: 60 }, (_, at) => ({
    pattern: `^unrecorded{${at}}$`,
    flags: "",
  }));
  expect(problemsOf(many.slice(0, 30))).toEqual([]);
  const [problem, ...others] = problemsOf(many);
  expect(problem).toContain("npm run regexes");
  expect(others).toEqual([]);
});
