/**
 * Measures the language of the code against docs/glossary.md.
 * `npm run words` prints, for each folder, the comments in the old dialect and the retired words.
 * `-- --list PREFIX` prints each retired word in the files below a path.
 * `-- --check` is the lint rule `words/standard`: it fails if a folder has more problems than tools/words/counts.json allows.
 * `-- --record` writes the present counts to that file. It refuses if a sum rose; delete the file first if the glossary retires
 * another word.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { type Counts, countsAsJson, judgeCounts, parseCounts, risenSums } from "./words/counts.ts";
import { createRetiredFinder } from "./words/find-retired.ts";
import { parseGlossary } from "./words/glossary.ts";
import { formatProblems, formatReport } from "./words/report.ts";
import { countByFolder, survey } from "./words/survey.ts";

const { values } = parseArgs({
  options: { check: { type: "boolean" }, record: { type: "boolean" }, list: { type: "string" } },
});
const root = path.resolve(import.meta.dirname, "..");
const countsFile = path.join(root, "tools/words/counts.json");
const print = (line: string) => process.stdout.write(`${line}\n`);

const glossary = parseGlossary(readFileSync(path.join(root, "docs/glossary.md"), "utf8"));
const surveyed = survey(root, createRetiredFinder(glossary), values.list);
const found = countByFolder(surveyed);

if (values.check) check();
else if (values.record) record();
else if (values.list !== undefined) print(formatProblems(surveyed).join("\n"));
else print(formatReport(surveyed).join("\n"));

function check(): void {
  const { isBroken, lines } = judgeCounts(readCounts(), found);
  for (const line of lines) print(line);
  if (isBroken) process.exitCode = 1;
}

function record(): void {
  const risen = existsSync(countsFile) ? risenSums(readCounts(), found) : [];
  if (risen.length > 0) {
    print(`words/standard: the sum of ${risen.join(" and ")} rose. Counts may only fall.`);
    process.exitCode = 1;
    return;
  }
  writeFileSync(countsFile, countsAsJson(found));
}

function readCounts(): Counts {
  return parseCounts(readFileSync(countsFile, "utf8"));
}
