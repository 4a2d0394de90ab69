/**
 * Records which regular expressions of the code work in linear time, to save the lint from proving them again: `npm run regexes
 * [-- --all]` proves those that are new, or all of them, and writes tools/linear-regex/proven.txt.
 */
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { findAttack } from "./linear-regex/find-attack.ts";
import { keyOf, proofsAsText, provenFile, readProven } from "./linear-regex/proven.ts";

const { values } = parseArgs({ options: { all: { type: "boolean", default: false } } });
const root = path.resolve(import.meta.dirname, "..");
const print = (text: string) => process.stdout.write(`${text}\n`);

const regexes = await listRegexes();
const known = new Set(values.all ? [] : readProven().map(({ key }) => key));
const fresh = regexes.filter(({ pattern, flags }) => !known.has(keyOf(pattern, flags)));
const dangerous = new Set(fresh.filter(({ pattern, flags }) => findAttack(pattern, flags)));
const linear = regexes.filter((regex) => !dangerous.has(regex));
writeFileSync(provenFile, proofsAsText(linear));
for (const { pattern, flags } of dangerous) print(`not linear: /${pattern}/${flags}`);
print(
  `${linear.length} regular expressions recorded, ${fresh.length - dangerous.size} of them proven now.`,
);
process.exitCode = dangerous.size === 0 ? 0 : 1;

/** Returns the expressions that the lint rule checks, each once; the rule itself lists them. */
async function listRegexes(): Promise<{ pattern: string; flags: string }[]> {
  const oxlint = path.join(root, "node_modules/oxlint/bin/oxlint");
  const words = [oxlint, "-A", "all", "-D", "regex/linear", "--format", "json"];
  const report = await new Promise<string>((resolve, reject) => {
    const options = {
      cwd: root,
      env: { ...process.env, INLET_LIST_REGEXES: "1" },
      maxBuffer: 64 * 1024 * 1024,
    };
    execFile(process.execPath, words, options, (error, stdout) => {
      // oxlint exits with 1, because each expression is reported as a problem.
      if (error && error.code !== 1) reject(error);
      else resolve(stdout);
    });
  });
  // The shape of oxlint's JSON report.
  const { diagnostics } = JSON.parse(report) as {
    diagnostics: { code: string; message: string }[];
  };
  const found = new Set(
    diagnostics.flatMap(({ code, message }) => (code === "regex(linear)" ? [message] : [])),
  );
  return [...found].map((message) => {
    // The messages of the rule.
    const [pattern, flags] = JSON.parse(message) as [string, string];
    return { pattern, flags };
  });
}
