import path from "node:path";
import lighthouse from "lighthouse";
import { freePort } from "../../server/testing/free-port.ts";
import { measurePages } from "../bundle-size.ts";
import { startBrowser } from "./browser.ts";
import { type Figure, percentile } from "./figure.ts";
import { type Engine, startProduct } from "./product.ts";

const bench = "web";
const rounds = 5;
const dist = path.resolve(import.meta.dirname, "../../web/dist");

/** Lighthouse categories, and the score that each must reach. */
const judged = [
  ["performance", 97],
  ["accessibility", 100],
  ["best-practices", 100],
  ["seo", 100],
] as const;

/** Audits behind the performance score, with their targets in milliseconds. */
const timed = [
  ["largest-contentful-paint", 1600],
  ["total-blocking-time", 80],
] as const;

/** Measures the JavaScript of each page's first load, and Lighthouse's scores for a phone on a slow connection. */
export async function benchWeb(options: {
  engine: Engine;
  print: (text: string) => void;
}): Promise<Figure[]> {
  const figures = (await measurePages(dist)).map(({ page, bytes, maxBytes }): Figure => ({
    bench,
    what: `JavaScript of ${page}, gzip`,
    value: bytes / 1000,
    target: maxBytes / 1000,
    unit: "kB",
  }));
  await using product = await startProduct(options.engine);
  for (const page of ["/", "/login"]) {
    options.print(`web: ${rounds} visits at ${page}`);
    figures.push(...(await judge(product.app.url, page)));
  }
  return figures;
}

async function judge(url: string, page: string): Promise<Figure[]> {
  const results: Opening[] = [];
  for (let round = 0; round < rounds; round++) results.push(await openPage(`${url}${page}`));
  const median = (values: number[]) => percentile(values, 0.5);
  return [
    ...judged.map(([category, atLeast]): Figure => ({
      bench,
      what: `Lighthouse at ${page}: ${category}, median of ${rounds}`,
      // A category without a score counts as not measured.
      value: median(
        results.map(({ categories }) =>
          Math.round((categories[category]?.score ?? Number.NaN) * 100),
        ),
      ),
      atLeast,
      unit: "points",
    })),
    ...timed.map(([audit, target]): Figure => ({
      bench,
      what: `Lighthouse at ${page}: ${audit}, median of ${rounds}`,
      value: median(results.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN)),
      target,
      unit: "ms",
    })),
  ];
}

/** The part of a visit's result that is read here. */
interface Opening {
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { numericValue?: number }>;
}

/** Visits a page in a new browser with an empty cache. */
async function openPage(address: string): Promise<Opening> {
  const port = await freePort();
  await using _browser = await startBrowser({ debugPort: port });
  const run = await lighthouse(address, {
    port,
    output: "json",
    logLevel: "error",
    onlyCategories: judged.map(([category]) => category),
  });
  if (!run) throw new Error(`Lighthouse did not run at ${address}.`);
  if (run.lhr.runtimeError) throw new Error(`Lighthouse: ${run.lhr.runtimeError.message}`);
  return run.lhr;
}
