/**
 * Measures the running product: `npm run bench -- PART [OPTION…]`.
 *
 * - Parts: sync, list, search, large, live, open, scroll, web, idle, scale, ai, guard, all.
 * - Options: `--messages N`, `--accounts N`, `--large`, `--database sqlite|postgres|postgres://…`, `--folder DIR`, `--base COMMIT`,
 *   `--json`.
 */
import { parseArgs } from "node:util";
import { benchAi } from "./bench/ai.ts";
import { createFill } from "./bench/filled.ts";
import { type Figure, isMet, printFigures } from "./bench/figure.ts";
import { benchGuard } from "./bench/guard.ts";
import { benchIdle } from "./bench/idle.ts";
import { benchLarge, type LargePart } from "./bench/large.ts";
import { benchLive } from "./bench/live.ts";
import { benchList, benchSearch } from "./bench/reading.ts";
import { benchOpen } from "./bench/open.ts";
import { benchScale } from "./bench/scale.ts";
import { benchScroll } from "./bench/scroll.ts";
import { benchSync } from "./bench/sync.ts";
import { benchWeb } from "./bench/web.ts";
import { buildWebApp } from "./demo/build-web-app.ts";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    messages: { type: "string" },
    accounts: { type: "string" },
    /** Also measures a million messages, in the benches about reading. */
    large: { type: "boolean", default: false },
    /** The database; by default SQLite, and for the large mailbox both, one after the other. */
    database: { type: "string" },
    /** Folder that stores the large SQLite mailbox, or the record of a named database's contents, for later runs. */
    folder: { type: "string" },
    /** The commit that the guard compares this tree with; by default one of the day before. */
    base: { type: "string" },
    /** Number of times that the guard measures each tree. */
    rounds: { type: "string", default: "2" },
    json: { type: "boolean", default: false },
  },
});
// With --json standard output contains only the JSON object.
const print = (text: string) => void process.stderr.write(`${text}\n`);

const engine = (options.database ?? "sqlite") === "sqlite" ? "sqlite" : "postgres";

await using filled = createFill(engine);
const { fill } = filled;

const benches = new Map<string, () => Promise<Figure[]>>([
  ["sync", () => benchSync({ engine, messages: sizeOr(20_000), print })],
  ["large", () => large(["list", "search", "counts", "bulk"], [100_000])],
  ["live", () => withPages(() => benchLive({ engine, messages: ownSizeOr(1000) }))],
  ["open", () => withPages(() => benchOpen({ engine, messages: ownSizeOr(1000) }))],
  ["web", () => withPages(() => benchWeb({ engine, print }))],
  ["idle", () => benchIdle({ engine, accounts: Number(options.accounts ?? 1000), print })],
  ["scale", () => benchScale({ accounts: Number(options.accounts ?? 5000), print })],
  // The benches below only read, and share one mailbox.
  ["list", () => reading("list", benchList)],
  ["search", () => reading("search", benchSearch)],
  ["scroll", () => withPages(() => benchScroll({ fill, messages: sizeOr(100_000), print }))],
  ["ai", () => benchAi({ engine, fill, messages: sizeOr(100_000), print })],
]);

const name = positionals[0] ?? "";
if (name === "guard") {
  const { table, isWorse } = await benchGuard({
    base: options.base,
    rounds: Number(options.rounds),
    print,
  });
  process.stdout.write(`${table}\n`);
  process.exit(isWorse ? 1 : 0);
}
const chosen = name === "all" ? [...benches.keys()] : [name];
if (!chosen.every((each) => benches.has(each))) {
  throw new Error(`Say what to measure: ${[...benches.keys()].join(", ")} or all.`);
}
const figures: Figure[] = [];
for (const each of chosen) {
  print(`${each} …`);
  try {
    const measured = (await benches.get(each)?.()) ?? [];
    // Print each result now, or a later failure would lose hours of measuring.
    if (chosen.length > 1) print(printFigures(measured));
    figures.push(...measured);
  } catch (cause) {
    print(`${each} broke off: ${cause instanceof Error ? cause.stack : String(cause)}`);
    process.exitCode = 1;
  }
}
process.stdout.write(
  options.json
    ? `${JSON.stringify({ date: new Date().toISOString(), figures })}\n`
    : `${printFigures(figures)}\n`,
);
if (figures.some((figure) => isMet(figure) === false)) process.exitCode = 1;

function sizeOr(usual: number): number {
  return options.messages === undefined ? usual : Number(options.messages);
}

/** For a bench that does not share its mailbox. With "all", `--messages` sets the size of the shared mailbox only. */
function ownSizeOr(usual: number): number {
  return name === "all" ? usual : sizeOr(usual);
}

/** Builds the web app first, for benches that measure the page. */
async function withPages(bench: () => Promise<Figure[]>): Promise<Figure[]> {
  await buildWebApp();
  return bench();
}

/** Measures a mailbox synced from a mail server. The one with a million messages is written directly into the database. */
async function reading(part: LargePart, bench: typeof benchList): Promise<Figure[]> {
  const served = await bench({ fill, messages: sizeOr(100_000), print });
  return options.large ? [...served, ...(await large([part], []))] : served;
}

/** Measures a large mailbox in each database. The growth of the figures shows how a million messages would perform. */
async function large(parts: readonly LargePart[], sizes: readonly number[]): Promise<Figure[]> {
  const { database, folder } = options;
  const asked = options.messages === undefined ? sizes : sizes.map(() => sizeOr(0));
  const measured: Figure[] = [];
  for (const each of database === undefined ? ["sqlite", "postgres"] : [database]) {
    for (const messages of [...asked, ...(options.large ? [1_000_000] : [])]) {
      measured.push(...(await benchLarge({ messages, database: each, parts, folder, print })));
    }
  }
  return measured;
}
