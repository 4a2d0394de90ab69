/** Measures the running product: `npm run bench -- sync|list|search|live|open|scroll|web|idle|scale|ai|all [--messages N] [--accounts N] [--large] [--json]`. */
import { parseArgs } from "node:util";
import { benchAi } from "./bench/ai.ts";
import { type Figure, isMet, printFigures } from "./bench/figure.ts";
import { benchIdle } from "./bench/idle.ts";
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
    json: { type: "boolean", default: false },
  },
});
// With --json standard output holds the object alone.
const say = (text: string) => void process.stderr.write(`${text}\n`);

const benches = new Map<string, () => Promise<Figure[]>>([
  ["sync", () => benchSync({ messages: sizeOr(20_000), say })],
  ["list", () => atEachSize((messages) => benchList({ messages, say }))],
  ["search", () => atEachSize((messages) => benchSearch({ messages, say }))],
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

/** The same figures of a larger mailbox tell how they grow. */
async function atEachSize(bench: (messages: number) => Promise<Figure[]>): Promise<Figure[]> {
  const small = await bench(sizeOr(100_000));
  return options.large ? [...small, ...(await bench(1_000_000))] : small;
}
