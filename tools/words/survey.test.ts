import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { readFromRoot } from "../docs/docs-page.ts";
import { createRetiredFinder } from "./find-retired.ts";
import { parseGlossary } from "./glossary.ts";
import { formatProblems, formatReport } from "./report.ts";
import { survey, type Surveyed } from "./survey.ts";

const finder = createRetiredFinder(parseGlossary(readFromRoot("docs/glossary.md")));

/** Surveys a repository that has these files. */
async function surveyTree(files: Record<string, string>): Promise<Surveyed[]> {
  const root = await mkdtemp(path.join(tmpdir(), "inlet-words-"));
  try {
    execFileSync("git", ["init", "--quiet", root]);
    for (const [file, text] of Object.entries(files)) {
      await mkdir(path.join(root, path.dirname(file)), { recursive: true });
      await writeFile(path.join(root, file), text);
    }
    return survey(root, finder);
  } finally {
    await rm(root, { recursive: true });
  }
}

const clean = `
/** Returns the limit. */
export const limit = ({ wish: request, goesOnUntil }: Input) => request + goesOnUntil;
`;
const seeded = `
// What
// whoever calls this needs.
export function createDoor(log: Log) {
  log.warn({ id }, "nobody listens");
  return { patienceMs: 5, told_at: 0 };
}
test.each([1])("a person is told of %i", () => {});
test(\`the fleet of \${name}\`, () => {});
const text = "nobody reads this as prose";
`;

test("finds each kind of seeded problem, and where it is", async () => {
  const found = await surveyTree({
    "server/a/take-in.ts": seeded,
    "server/fleet/plain.sql": "select told from doors",
    "docs/door.md": "Not code.",
  });
  const lines = formatProblems(found).map((line) => line.replace(/ → .*/, ""));
  expect(lines).toEqual([
    'server/fleet:1 names: "fleet"',
    'server/a/take-in.ts:1 names: "take-in"',
    'server/a/take-in.ts:4 names: "createDoor"',
    'server/a/take-in.ts:6 names: "patienceMs"',
    'server/a/take-in.ts:2 prose: "whoever"',
    'server/a/take-in.ts:8 prose: "told"',
    'server/a/take-in.ts:9 prose: "fleet"',
    'server/a/take-in.ts:5 prose: "nobody"',
    'server/a/take-in.ts:2 openings: "What"',
  ]);
});

test("measures the shares of comments, and prints a folder's row and the sum", async () => {
  const found = await surveyTree({ "server/a/x.ts": seeded, "server/b/y.ts": clean });
  const rows = formatReport(found).map((row) => row.split(/ {2,}/));
  expect(rows.slice(1)).toEqual([
    ["server/a", "1", "100.0%", "100.0%", "2", "4", "1"],
    ["server/b", "1", "0.0%", "0.0%", "0", "0", "0"],
    ["all", "2", "50.0%", "50.0%", "2", "4", "1"],
  ]);
});

test("finds nothing in names that are on the wire", async () => {
  expect(formatProblems(await surveyTree({ "web/x.ts": clean }))).toEqual([]);
});
