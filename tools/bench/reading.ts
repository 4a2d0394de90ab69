import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { BenchMailbox } from "./bench-mailbox.ts";
import { byTurns, startControl } from "./control.ts";
import { type Figure, percentile } from "./figure.ts";
import type { Fill } from "./filled.ts";
import { copyWithPeers, missingPeers } from "./peers.ts";
import { createProber } from "./prober.ts";
import type { Product, SignedIn } from "./product.ts";

const times = 100;
const pageSize = 50;
const deepPage = 500;

interface ReadingOptions {
  fill: Fill;
  messages: number;
  print: (text: string) => void;
}

/** Measures the unified inbox over HTTP, by messages and by conversations: its first page and a page far down. */
export async function benchList(options: ReadingOptions): Promise<Figure[]> {
  const { product } = await options.fill(options.messages);
  return measureList(product, options.messages);
}

/** Measures the unified inbox of a signed-in user. */
export async function measureList(product: SignedIn, messages: number): Promise<Figure[]> {
  await using control = await startControl();
  using prober = createProber(product.token);
  const figures: Figure[] = [];
  for (const [path, kind] of [
    ["/email/list", ""],
    ["/email/threads", "by conversations: "],
  ] as const) {
    const deep = await cursorOf(product, path, Math.min(deepPage, Math.ceil(messages / pageSize)));
    const first = `${product.app.url}${path}?folder=inbox&limit=${pageSize}`;
    for (const [what, address] of [
      ["first page", first],
      [`page ${deep.page}`, `${first}&cursor=${encodeURIComponent(deep.cursor)}`],
    ] as const) {
      const samples = await byTurns(control, times, () => prober.get(address));
      figures.push({
        bench: "list",
        what: `${kind}${what} of ${messages}, p95`,
        unit: "ms",
        target: 5,
        value: percentile(samples.own, 0.95),
        control: percentile(samples.control, 0.95),
      });
    }
  }
  return figures;
}

/** Loads page after page, as a user who scrolls does, and returns the cursor of the requested page. */
async function cursorOf(
  { call }: SignedIn,
  path: "/email/list" | "/email/threads",
  page: number,
): Promise<{ cursor: string; page: number }> {
  let cursor = "";
  let reached = 1;
  while (reached < page) {
    const input = { folder: "inbox", limit: pageSize, ...(cursor && { cursor }) } as const;
    const { nextCursor } = await call(`GET ${path}`, input);
    if (nextCursor === null) break;
    cursor = nextCursor;
    reached++;
  }
  if (cursor === "") throw new Error("The mailbox has a single page: take more --messages.");
  return { cursor, page: reached };
}

/** Measures searches by kind of query, newest first, against `notmuch search --limit=20` on the same mail. */
export async function benchSearch(options: ReadingOptions): Promise<Figure[]> {
  const { product, mailbox } = await options.fill(options.messages);
  return [
    ...(await measureSearch(product, mailbox)),
    ...(await measureNotmuch(mailbox, options.print)),
  ];
}

async function measureSearch(product: Product, mailbox: BenchMailbox): Promise<Figure[]> {
  await using control = await startControl();
  using prober = createProber(product.token);
  const figures: Figure[] = [];
  for (const { kind, own: query } of mailbox.words.queries()) {
    const { results } = await product.call("POST /email/search", { query, limit: 20 });
    const samples = await byTurns(control, times, () =>
      prober.post(`${product.app.url}/email/search`, { query, limit: 20 }),
    );
    figures.push({
      bench: "search",
      what: `${kind} in ${mailbox.messages} (${results.length} shown), p95`,
      value: percentile(samples.own, 0.95),
      control: percentile(samples.control, 0.95),
      unit: "ms",
      target: mailbox.messages > 100_000 ? 15 : 5,
    });
  }
  return figures;
}

async function measureNotmuch(
  { dovecot, user, pass, words, messages }: BenchMailbox,
  print: ReadingOptions["print"],
): Promise<Figure[]> {
  const missing = await missingPeers();
  if (missing) {
    print(missing);
    return [];
  }
  const dir = await mkdtemp(path.join(tmpdir(), "inlet-bench-peer-"));
  try {
    const served = { host: dovecot.host, port: dovecot.imapPort, user, pass };
    const peer = await copyWithPeers(served, dir);
    const figures: Figure[] = [];
    for (const { kind, notmuch } of words.queries()) {
      const own: number[] = [];
      const control: number[] = [];
      for (let turn = 0; turn < times / 5; turn++) {
        own.push(await peer.search(notmuch));
        control.push(await peer.nothing());
      }
      figures.push({
        bench: "search",
        what: `notmuch: ${kind} in ${messages}, p95`,
        unit: "ms",
        value: percentile(own, 0.95),
        control: percentile(control, 0.95),
      });
    }
    return figures;
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
