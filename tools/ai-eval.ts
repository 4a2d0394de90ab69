/**
 * Measures the AI functions without a model: `npm run ai:eval -- [--corpora DIR] [--part NAME]… [--json]
 * [--half even|odd|all] [--measure NAME]… [--misses] [--oracle]`. With `--oracle`, part modern measures everything but the model:
 * it asks one that knows the answers. Prints each row with
 * its number of cases, its confidence interval, the result of simple baselines, and whether it meets its gate. Exits with 1 if a
 * row misses its gate.
 */
import { readdirSync } from "node:fs";
import { parseArgs } from "node:util";
import type { EvalPart, EvalRow } from "./ai-eval/eval-part.ts";

const { values } = parseArgs({
  options: {
    corpora: { type: "string" },
    part: { type: "string", multiple: true },
    json: { type: "boolean", default: false },
    half: { type: "string", default: "even" },
    measure: { type: "string", multiple: true, default: [] },
    misses: { type: "boolean", default: false },
    oracle: { type: "boolean", default: false },
  },
});

const half = (["even", "odd", "all"] as const).find((one) => one === values.half);
if (half === undefined) throw new Error("--half is even, odd or all.");
const { misses, measure: measures, oracle: hasOracle } = values;
const options = { half, misses, measures, hasOracle };
const folder = new URL("./ai-eval/", import.meta.url);
const files = readdirSync(folder).filter(
  (name) => name.endsWith(".ts") && !name.includes(".test."),
);
const rows: EvalRow[] = [];
for (const file of files.toSorted()) {
  const module = (await import(new URL(file, folder).href)) as { part?: EvalPart }; // eval-part.ts declares this shape.
  if (!module.part || (values.part && !values.part.includes(module.part.name))) continue;
  if (!values.json) process.stdout.write(`\n${module.part.name}\n`);
  for (const row of await module.part.run(values.corpora ?? null, options)) {
    rows.push(row);
    if (!values.json) process.stdout.write(`${asLine(row)}\n`);
  }
}
if (values.json) process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
if (rows.length === 0)
  process.stdout.write("Nothing was measured: most rows need --corpora DIR.\n");
process.exitCode = rows.every(({ isMet }) => isMet) ? 0 : 1;

function asLine(row: EvalRow): string {
  const [low, high] = row.interval.map((it) => it.toFixed(3));
  const sign = row.higherIsBetter ? "≥" : "≤";
  const gate = row.gate === null ? "no gate" : `gate ${sign} ${row.gate}`;
  const verdict = row.gate === null ? "" : row.isMet ? "met" : "NOT MET";
  return [
    `  ${String(row.row).padStart(2)} ${row.what.padEnd(44)} ${row.metric.padEnd(22)}`,
    `${row.value.toFixed(3)} [${low}, ${high}] n=${row.n}`,
    `${gate} ${verdict}`.trim(),
    `(${row.baseline})`,
  ].join("  ");
}
