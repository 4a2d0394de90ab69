import { expect, test } from "vitest";
import { filesIn, missingFiles, readFromRoot, testTitles } from "./docs-page.ts";

const page = readFromRoot("docs/spec.md");
const rows = page
  .split("\n")
  .filter((line) => line.startsWith("| ") && !/^\| (?:Behavior|---) /.test(line))
  .map((line) => {
    const [behavior = "", state = "", basis = "", ...rest] = line.slice(2, -2).split(" | ");
    return { behavior, state, basis, rest };
  });
/** The tests that the page names: `file` › title. */
const named = rows.flatMap(({ basis }) =>
  [...basis.matchAll(/`([^`]+\.test\.ts)` › (.+?)(?=; `|$)/g)].map(([, file = "", title = ""]) => ({
    file,
    title,
  })),
);

test("lists every behavior once, in one of three states", () => {
  expect(rows.length).toBeGreaterThan(230);
  const behaviors = rows.map(({ behavior }) => behavior);
  expect(behaviors.filter((behavior, at) => behaviors.indexOf(behavior) < at)).toEqual([]);
  expect(rows.filter(({ rest }) => rest.length > 0)).toEqual([]);
  const states = rows.filter(({ state }) => !["holds", "differs", "open"].includes(state));
  expect(states).toEqual([]);
});

test("names a test for each behavior that holds, and a reason for each that does not", () => {
  const isTested = (basis: string) => /^`[^`]+\.test\.ts` › /.test(basis);
  expect(rows.filter(({ state, basis }) => (state === "holds") !== isTested(basis))).toEqual([]);
  const open = rows.filter(({ state }) => state === "open");
  expect(open.filter(({ basis }) => !basis.startsWith("Quality of the AI"))).toEqual([]);
  expect(rows.filter(({ basis }) => basis.length < 20)).toEqual([]);
});

test("names only existing tests", () => {
  expect(named.length).toBeGreaterThan(rows.length / 2);
  expect(named).toHaveLength(page.match(/\.test\.ts` › /g)?.length ?? 0);
  expect(missingFiles(filesIn(page))).toEqual([]);
  const files = [...new Set(named.map(({ file }) => file))];
  const titles = new Map(files.map((file) => [file, testTitles(file)]));
  expect(named.filter(({ file, title }) => !titles.get(file)?.has(title))).toEqual([]);
});
