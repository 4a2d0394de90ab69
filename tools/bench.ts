/** Measures the product beside its peers: `npm run bench -- sync|list|search|live|all [--messages N] [--json]`. */
import { parseArgs } from "node:util";
import { benchList } from "./bench/list.ts";
import { benchLive } from "./bench/live.ts";
import { type BenchResult, printResult } from "./bench/result.ts";
import { benchSearch } from "./bench/search.ts";
import { benchSync } from "./bench/sync.ts";
import { buildWebApp } from "./demo/build-web-app.ts";

const benches = new Map<
  string,
  { run: (messages: number, say: (text: string) => void) => Promise<BenchResult>; messages: number }
>([
  ["sync", { run: benchSync, messages: 20_000 }],
  ["list", { run: benchList, messages: 20_000 }],
  ["search", { run: benchSearch, messages: 20_000 }],
  ["live", { run: benchLive, messages: 200 }],
]);

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { messages: { type: "string" }, json: { type: "boolean", default: false } },
});
const asked = positionals.includes("all") ? [...benches.keys()] : positionals;
const unknown = asked.filter((name) => !benches.has(name));
if (asked.length === 0 || unknown.length > 0) {
  throw new Error(`Name one of ${[...benches.keys()].join(", ")} or all.`);
}
const say = (text: string) => process.stderr.write(`${text}\n`);
if (asked.includes("live")) await buildWebApp();
const results: BenchResult[] = [];
for (const name of asked) {
  const bench = benches.get(name);
  if (!bench) continue;
  const result = await bench.run(Number(options.messages ?? bench.messages), say);
  results.push(result);
  if (!options.json) process.stdout.write(`${printResult(result)}\n`);
}
if (options.json) {
  const report = Object.fromEntries(results.map(({ bench, ...rest }) => [bench, rest]));
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
}
