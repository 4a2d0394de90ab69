import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startBenchMailbox } from "./bench-mailbox.ts";
import { startControl } from "./control.ts";
import { type Figure, percentile } from "./figure.ts";
import { copyWithPeers, missingPeers } from "./peers.ts";
import { createProber } from "./prober.ts";
import { cpuSeconds, loopDelayMs, peakMemoryMb } from "./process-figures.ts";
import {
  connectBenchMailbox,
  type Engine,
  messagesHere,
  type Product,
  startProduct,
  until,
} from "./product.ts";

const bench = "sync";

/** Measures the first sync from Dovecot into a searchable, threaded inbox, then the same with mbsync and notmuch. */
export async function benchSync(options: {
  engine: Engine;
  messages: number;
  print: (text: string) => void;
}): Promise<Figure[]> {
  const { print } = options;
  await using mailbox = await startBenchMailbox(options.messages);
  print(`${mailbox.messages} messages, ${mailbox.megabytes.toFixed(0)} MB in the maildir`);
  // The product runs first: Dovecot's cache is then filled for the peers.
  const own = await syncProduct(options.engine, mailbox);
  const figures: Figure[] = [
    { bench, what: "messages", value: mailbox.messages, unit: "messages" },
    { bench, what: "until all are searchable", value: own.wallMs / 1000, unit: "s" },
    { bench, what: "processor time", value: own.cpuSeconds, unit: "s" },
    { bench, what: "first 50 visible", value: own.firstPageMs, unit: "ms", target: 1000 },
    {
      bench,
      what: "HTTP p95 meanwhile",
      unit: "ms",
      target: 10,
      value: percentile(own.http, 0.95),
      control: percentile(own.control, 0.95),
    },
    {
      bench,
      what: "event loop of the HTTP thread, longest delay",
      unit: "ms",
      target: 20,
      value: own.loopDelayMs,
    },
    { bench, what: "memory, peak", value: own.memoryMb, unit: "MB", target: 400 },
  ];
  const missing = await missingPeers();
  if (missing) {
    print(missing);
    return figures;
  }
  const dir = await mkdtemp(path.join(tmpdir(), "inlet-bench-peer-"));
  try {
    const { dovecot, user, pass } = mailbox;
    const peer = await copyWithPeers(
      { host: dovecot.host, port: dovecot.imapPort, user, pass },
      dir,
    );
    if (peer.messages !== mailbox.messages) {
      print(`notmuch counts ${peer.messages} messages: it joins those with one Message-ID`);
    }
    const peerMs = peer.mbsyncMs + peer.notmuchMs;
    figures.push(
      { bench, what: "mbsync", value: peer.mbsyncMs / 1000, unit: "s" },
      { bench, what: "notmuch new", value: peer.notmuchMs / 1000, unit: "s" },
      { bench, what: "ratio to both", value: own.wallMs / peerMs, unit: "×", target: 0.3 },
    );
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
  return figures;
}

interface OwnSync {
  wallMs: number;
  firstPageMs: number;
  http: number[];
  control: number[];
  loopDelayMs: number;
  cpuSeconds: number;
  memoryMb: number;
}

async function syncProduct(
  engine: Engine,
  mailbox: Parameters<typeof connectBenchMailbox>[1],
): Promise<OwnSync> {
  await using control = await startControl();
  await using product = await startProduct(engine);
  const watch = watchApp(product, control.url);
  const usedBefore = await cpuSeconds(product.app.pid);
  const started = performance.now();
  await connectBenchMailbox(product, mailbox);
  await until("The first 50 are visible", 120_000, async () => {
    const { emails } = await product.call("GET /email/list", { folder: "inbox", limit: 50 });
    return emails.length >= Math.min(50, mailbox.messages);
  });
  const firstPageMs = performance.now() - started;
  await until("All messages are here", 60 * 60_000, async () => {
    return (await messagesHere(product)) >= mailbox.messages;
  });
  const wallMs = performance.now() - started;
  const used = (await cpuSeconds(product.app.pid)) - usedBefore;
  const watched = await watch.end();
  for (const { kind, own } of mailbox.words.queries()) {
    const { results } = await product.call("POST /email/search", { query: own });
    // The phrase and the words were taken from existing messages.
    if (results.length === 0 && kind !== "operators") throw new Error(`No result for ${own}`);
  }
  return {
    wallMs,
    firstPageMs,
    cpuSeconds: used,
    ...watched,
    memoryMb: await peakMemoryMb(product.app.pid),
  };
}

/** Reads the first page repeatedly, and the control beside it, until it is stopped. */
function watchApp({ app, token }: Product, controlUrl: string) {
  const everyMs = 20;
  const http: number[] = [];
  const control: number[] = [];
  const loopDelays: number[] = [];
  let isOver = false;
  const run = async () => {
    using own = createProber(token);
    using other = createProber();
    // Discards earlier delays: each reading resets the counter.
    await loopDelayMs(app.url);
    for (let turn = 1; !isOver; turn++) {
      http.push(await own.get(`${app.url}/email/list?folder=inbox`));
      control.push(await other.get(controlUrl));
      if (turn % 25 === 0) loopDelays.push(await loopDelayMs(app.url));
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
    loopDelays.push(await loopDelayMs(app.url));
  };
  const running = run();
  // `end` awaits it and sees its error.
  running.catch(() => undefined);
  return {
    end: async () => {
      isOver = true;
      await running;
      return { http, control, loopDelayMs: Math.max(...loopDelays) };
    },
  };
}
