import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { freePort } from "../../server/testing/free-port.ts";
import { measurePages } from "../bundle-size.ts";
import { apiOf } from "../demo/api.ts";
import { type BenchMailbox, startBenchMailbox } from "./bench-mailbox.ts";
import { openInbox, startBrowser } from "./browser.ts";
import { compareCosts, type Costs, printCosts } from "./compare-costs.ts";
import { checkOut, commitOfTheDayBefore, root } from "./earlier-tree.ts";
import { watchOpenings } from "./open.ts";
import { createProber } from "./prober.ts";
import { cpuSeconds, memoryMb } from "./process-figures.ts";
import { fillProduct, type Product } from "./product.ts";

const messages = 5000;
/** Number of requests of each kind and round; the first tenth is a warm-up. */
const requests = 400;
/** Messages opened in a browser in each round. */
const openings = 40;
/**
 * Compares this tree with an earlier commit, in turns (A B A B), and returns a table and whether a figure grew beyond the noise.
 * Costs are processor time of the product or of the page, because other load on the machine has little effect on it.
 */
export async function benchGuard(options: {
  base: string | undefined;
  rounds: number;
  print: (text: string) => void;
}): Promise<{ table: string; isWorse: boolean }> {
  const { rounds, print } = options;
  await using earlier = await checkOut(options.base ?? (await commitOfTheDayBefore()));
  print(`Comparing with ${earlier.name}`);
  const trees = [earlier.dir, root];
  for (const dir of trees) {
    // Builds as `npm start` does, and fills the compile cache.
    await using first = await start(dir);
    print(`Built: ${first.app.url}`);
  }
  await using mailbox = await startBenchMailbox(messages);
  const before: Costs[] = [];
  const now: Costs[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const [dir, costs] of [
      [earlier.dir, before],
      [root, now],
    ] as const) {
      print(
        `Round ${round + 1} of ${rounds}: ${dir === root ? "this tree" : "the earlier commit"}`,
      );
      costs.push(await measure(dir, mailbox));
    }
  }
  const rows = compareCosts(before, now);
  return { table: printCosts(rows, earlier.name), isWorse: rows.some(({ isWorse }) => isWorse) };
}

async function measure(dir: string, mailbox: BenchMailbox): Promise<Costs> {
  const costs: Costs = new Map();
  const note = (what: string, value: number, unit: string) => costs.set(what, { value, unit });
  await using product = await start(dir);
  const { app } = product;
  const used = async (work: () => Promise<unknown>) => {
    const at = await cpuSeconds(app.pid);
    await work();
    return (await cpuSeconds(app.pid)) - at;
  };
  note("start until ready", await cpuSeconds(app.pid), "s");
  note(
    `ingest of ${messages} messages, until at rest`,
    await used(() => fillProduct(product, mailbox)),
    "s",
  );
  note("memory at rest", await memoryMb(app.pid), "MB");
  const { emails } = await product.call("GET /email/list", { folder: "inbox", limit: 50 });
  const queries = mailbox.words.queries().map(({ own }) => own);
  using prober = createProber(product.token);
  const list = (turn: number) =>
    prober.get(`${app.url}/email/${turn % 2 === 0 ? "list" : "threads"}?folder=inbox&limit=50`);
  const search = (turn: number) =>
    prober.post(`${app.url}/email/search`, { query: queries[turn % queries.length] });
  const preview = (turn: number) =>
    prober.get(`${app.url}/email/preview/${emails[turn % emails.length]?.id}`);
  for (const [what, call] of [
    ["list", list],
    ["search", search],
    ["open", preview],
  ] as const) {
    const many = async (from: number, to: number) => {
      for (let turn = from; turn < to; turn++) await call(turn);
    };
    await many(0, requests / 10);
    const seconds = await used(() => many(requests / 10, requests));
    note(`${what}, a request`, (seconds * 1000) / (requests * 0.9), "ms");
  }
  note("open a mail in the browser", await openInBrowser(product), "ms");
  for (const { page, kind, bytes } of await measurePages(path.join(dir, "web/dist"))) {
    if (kind === "js") note(`JavaScript of ${page}, gzip`, bytes / 1000, "kB");
  }
  return costs;
}

/** Returns the mean work of the page's main thread per message opened by key, in milliseconds. */
async function openInBrowser(product: Product): Promise<number> {
  await using browser = await startBrowser();
  await using context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await openInbox(await context.newPage(), product);
  await page.getByRole("grid").getByRole("row").first().focus();
  await page.keyboard.press("Enter");
  await page.locator("iframe").first().waitFor();
  await watchOpenings(page);
  const session = await context.newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const busy = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN;
  };
  const open = async (count: number) => {
    for (let turn = 0; turn < count; turn++) {
      await page.evaluate(() => window.inletOpening.arm());
      await page.keyboard.press("j");
      await page.evaluate(() => window.inletOpening.done());
      // Wait for the page's preparation of the next press, which counts towards this one.
      await page.evaluate(
        () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 })),
      );
    }
  };
  await open(openings / 10);
  const from = await busy();
  await open(openings);
  return (((await busy()) - from) * 1000) / openings;
}

/** Starts the product of a tree with `npm start`. */
async function start(dir: string): Promise<Product> {
  await using starting = new AsyncDisposableStack();
  const data = await mkdtemp(path.join(tmpdir(), "inlet-guard-"));
  starting.defer(() => rm(data, { recursive: true, force: true, maxRetries: 5 }));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ["tools/start.mjs"], {
    cwd: dir,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env["PATH"],
      HOST: "127.0.0.1",
      PORT: `${port}`,
      INLET_DATA_DIR: data,
      INLET_ALLOWED_PRIVATE_HOSTS: "127.0.0.1",
      INLET_LOG_LEVEL: "warn",
    },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  }
  const end = (signal: NodeJS.Signals) => async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, "exit");
  };
  starting.defer(end("SIGTERM"));
  await ready(url, child, () => output);
  const person = { name: "Nora", email: "nora@example.com", password: "a long bench password" };
  const pid = await serverOf(child);
  const { token } = await apiOf(url)("POST /user/register", person);
  const app = {
    url,
    pid,
    output: () => output,
    stop: end("SIGTERM"),
    kill: end("SIGKILL"),
    [Symbol.asyncDispose]: end("SIGTERM"),
  };
  const resources = starting.move();
  return {
    app,
    token,
    person,
    call: apiOf(url, token),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

async function ready(url: string, child: ChildProcess, output: () => string): Promise<void> {
  for (const deadline = Date.now() + 300_000; Date.now() < deadline; await setTimeout(40)) {
    if ((await fetch(`${url}/readyz`).catch(() => undefined))?.ok) return;
    if (child.exitCode !== null) break;
  }
  throw new Error(`The product did not start:\n${output().slice(-4000)}`);
}

/** Returns the pid of the server, the only child process of `npm start`'s script (Linux, proc(5)). */
async function serverOf({ pid }: ChildProcess): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8");
  return Number(children.trim().split(" ").at(-1));
}
