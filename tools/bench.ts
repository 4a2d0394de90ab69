/** Measures the running product: `npm run bench -- sync|list|search|large|live|open|scroll|web|idle|scale|ai|all [--messages N] [--accounts N] [--large] [--database sqlite|postgres|postgres://…] [--folder DIR] [--json]`. */
import { parseArgs } from "node:util";
import { benchAi } from "./bench/ai.ts";
import { type Figure, isMet, printFigures } from "./bench/figure.ts";
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
    /** A million messages as well, where the bench is about reading. */
    large: { type: "boolean", default: false },
    /** Of the large mailbox; by default both engines, one after the other. */
    database: { type: "string" },
    /** Where the large mailbox in SQLite, or the note of what a named database holds, is kept for the next time. */
    folder: { type: "string" },
    json: { type: "boolean", default: false },
  },
});
// With --json standard output holds the object alone.
const say = (text: string) => void process.stderr.write(`${text}\n`);

const benches = new Map<string, () => Promise<Figure[]>>([
  ["sync", () => benchSync({ messages: sizeOr(20_000), say })],
  ["list", () => reading("list", (messages) => benchList({ messages, say }))],
  ["search", () => reading("search", (messages) => benchSearch({ messages, say }))],
  ["large", () => large(["list", "search", "counts", "bulk"], [100_000])],
  [
    "live",
    async () => {
      await buildWebApp();
      return benchLive({ messages: sizeOr(1000) });
    },
  ],
  [
    "open",
    async () => {
      await buildWebApp();
      return benchOpen({ messages: sizeOr(1000) });
    },
  ],
  [
    "scroll",
    async () => {
      await buildWebApp();
      return benchScroll({ messages: sizeOr(100_000), say });
    },
  ],
  [
    "web",
    async () => {
      await buildWebApp();
      return benchWeb({ say });
    },
  ],
  ["idle", () => benchIdle({ accounts: Number(options.accounts ?? 1000), say })],
  ["scale", () => benchScale({ accounts: Number(options.accounts ?? 5000), say })],
  ["ai", () => benchAi({ messages: sizeOr(100_000), say })],
]);

const name = positionals[0] ?? "";
const chosen = name === "all" ? [...benches.keys()] : [name];
if (!chosen.every((each) => benches.has(each))) {
  throw new Error(`Say what to measure: ${[...benches.keys()].join(", ")} or all.`);
}
const figures: Figure[] = [];
for (const each of chosen) {
  say(`${each} …`);
  figures.push(...((await benches.get(each)?.()) ?? []));
}
process.stdout.write(
  options.json
    ? `${JSON.stringify({ date: new Date().toISOString(), figures })}\n`
    : `${printFigures(figures)}\n`,
);
process.exitCode = figures.some((figure) => isMet(figure) === false) ? 1 : 0;

function sizeOr(usual: number): number {
  return options.messages === undefined ? usual : Number(options.messages);
}

/**
 * From a mail server, beside its peers. A million, and what lies in PostgreSQL, is written straight into the database.
 */
async function reading(
  part: LargePart,
  bench: (messages: number) => Promise<Figure[]>,
): Promise<Figure[]> {
  const isServed = options.database === undefined || options.database === "sqlite";
  const served = isServed ? await bench(sizeOr(100_000)) : [];
  const sizes = isServed ? [] : [100_000];
  return options.large || !isServed ? [...served, ...(await large([part], sizes))] : served;
}

/** A large mailbox in each database; how the figures grow tells the same of a million. */
async function large(parts: readonly LargePart[], sizes: readonly number[]): Promise<Figure[]> {
  const { database, folder } = options;
  const asked = options.messages === undefined ? sizes : sizes.map(() => sizeOr(0));
  const measured: Figure[] = [];
  for (const each of database === undefined ? ["sqlite", "postgres"] : [database]) {
    for (const messages of [...asked, ...(options.large ? [1_000_000] : [])]) {
      measured.push(...(await benchLarge({ messages, database: each, parts, folder, say })));
    }
  }
  return measured;
}
