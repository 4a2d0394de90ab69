/**
 * Measures the language of the code against docs/glossary.md.
 * `npm run words` prints, for each folder, the comments in the old dialect and the retired words.
 * `-- --list PREFIX` prints each retired word in the files below a path.
 * `-- --check` is the lint rule `words/standard`: it prints each problem, and fails if there is one.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { createRetiredFinder } from "./words/find-retired.ts";
import { parseGlossary } from "./words/glossary.ts";
import { formatProblems, formatReport } from "./words/report.ts";
import { survey } from "./words/survey.ts";

const { values } = parseArgs({
  options: { check: { type: "boolean" }, list: { type: "string" } },
});
const root = path.resolve(import.meta.dirname, "..");
const print = (line: string) => process.stdout.write(`${line}\n`);

const glossary = parseGlossary(readFileSync(path.join(root, "docs/glossary.md"), "utf8"));
const surveyed = survey(root, createRetiredFinder(glossary), values.list);
const problems = formatProblems(surveyed);

if (values.check) {
  for (const line of problems) print(`words/standard: ${line}`);
  if (problems.length > 0) process.exitCode = 1;
} else if (values.list !== undefined) {
  print(problems.join("\n"));
} else {
  print(formatReport(surveyed).join("\n"));
}
