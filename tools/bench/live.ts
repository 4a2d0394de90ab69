import type { Page } from "@playwright/test";
import { createEgress } from "../../server/egress/egress.ts";
import { createLog } from "../../server/base/log.ts";
import { connectImap } from "../../server/wire/imap/connection.ts";
import { type BenchMailbox, startBenchMailbox } from "./bench-mailbox.ts";
import { openInbox, startBrowser } from "./browser.ts";
import { type Figure, percentile } from "./figure.ts";
import { type Engine, fillProduct, type Product, startProduct } from "./product.ts";

const bench = "live";
const deliveries = 20;

interface Delivery {
  subject: string;
  /** Milliseconds since the delivery into the maildir. */
  exists: number;
  event: number;
  row: number;
}

/**
 * Measures four steps: delivery into the maildir, the mail server's notification, the event on the stream, and the row on the
 * page.
 */
export async function benchLive(options: { engine: Engine; messages: number }): Promise<Figure[]> {
  await using mailbox = await startBenchMailbox(options.messages);
  await using product = await startProduct(options.engine);
  await fillProduct(product, mailbox);
  await using server = await watchMailServer(mailbox);
  await using stream = await watchStream(product);
  await using browser = await startBrowser();
  const page = await openInbox(await browser.newPage(), product);
  const all: Delivery[] = [];
  for (let turn = 1; turn <= deliveries; turn++) {
    all.push(
      await deliver(
        mailbox,
        { server, stream, page },
        `Bench delivery ${String(turn).padStart(3, "0")}`,
      ),
    );
  }
  const p95 = (samples: number[]) => percentile(samples, 0.95);
  const notified = p95(all.map(({ exists }) => exists));
  return [
    { bench, what: "the mail server notifies a bare client, p95", value: notified, unit: "ms" },
    {
      bench,
      what: "delivery → event on the stream, p95",
      unit: "ms",
      value: p95(all.map(({ event }) => event)),
      control: notified,
    },
    {
      bench,
      what: "delivery → row on the page, p95",
      unit: "ms",
      target: 1000,
      value: p95(all.map(({ row }) => row)),
      control: notified,
    },
    {
      bench,
      what: "notification → row on the page, p95",
      unit: "ms",
      target: 150,
      value: p95(all.map(({ row, exists }) => Math.max(0, row - exists))),
    },
  ];
}

/** Waits for the next event. `next` is called before the event can occur. */
interface Watch extends AsyncDisposable {
  next: () => Promise<number>;
}

async function deliver(
  { dovecot, user }: BenchMailbox,
  watches: { server: Watch; stream: Watch; page: Page },
  subject: string,
): Promise<Delivery> {
  const exists = watches.server.next();
  const event = watches.stream.next();
  const row = rowShows(watches.page, subject);
  const raw = `From: Ann <ann@bench.example>\r\nTo: ${user}\r\nSubject: ${subject}\r\nMessage-ID: <${subject.replaceAll(" ", "-")}@bench.example>\r\nDate: ${new Date().toUTCString()}\r\n\r\nHello.\r\n`;
  const started = performance.now();
  await dovecot.deliver(user, raw);
  const rowAt = row.then(() => performance.now());
  const [existsAt, eventAt, shownAt] = await Promise.all([exists, event, rowAt]);
  return {
    subject,
    exists: existsAt - started,
    event: eventAt - started,
    row: shownAt - started,
  };
}

/** Resolves with the first change of the page that shows the text. Playwright itself polls only every half second. */
function rowShows(page: Page, text: string): Promise<void> {
  return page.evaluate(
    (wanted) =>
      new Promise<void>((resolve) => {
        const isThere = () => document.body.textContent.includes(wanted);
        const observer = new MutationObserver(() => {
          if (!isThere()) return;
          observer.disconnect();
          // The text is painted with the next frame.
          requestAnimationFrame(() => resolve());
        });
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
      }),
    text,
  );
}

/** Watches with a bare IMAP client in IDLE, which shows how long the mail server takes to notify. */
async function watchMailServer({ dovecot, user, pass }: BenchMailbox): Promise<Watch> {
  const { host, imapPort: port } = dovecot;
  const egress = createEgress({ allowedPrivateHosts: [host] });
  const connection = await connectImap(
    egress,
    { host, port, tls: false, user, pass },
    { log: createLog("warn"), timeoutMs: 10_000 },
  );
  await connection.select("INBOX", { readOnly: true });
  const waiting = createWaiting();
  const end = new AbortController();
  const idling = connection.idle(({ kind }) => {
    if (kind === "exists") waiting.happened();
  }, end.signal);
  return {
    next: waiting.next,
    [Symbol.asyncDispose]: async () => {
      end.abort();
      await idling;
      await connection.close();
    },
  };
}

/** Watches the user's live stream as an API client does. */
async function watchStream({ app, token }: Product): Promise<Watch> {
  const end = new AbortController();
  const answer = await fetch(`${app.url}/events`, {
    headers: { authorization: `Bearer ${token}`, accept: "text/event-stream" },
    signal: end.signal,
  });
  if (!answer.ok || !answer.body) throw new Error(`/events answered ${answer.status}`);
  const waiting = createWaiting();
  const lines = answer.body.pipeThrough(new TextDecoderStream());
  const reading = (async () => {
    let text = "";
    for await (const chunk of lines) {
      text += chunk;
      const events = text.split("\n\n");
      text = events.pop() ?? "";
      if (events.some((event) => event.includes('"message.arrived"'))) waiting.happened();
    }
  })();
  // The abort below ends it.
  reading.catch(() => undefined);
  return {
    next: waiting.next,
    [Symbol.asyncDispose]: async () => end.abort(),
  };
}

function createWaiting() {
  let waiting: PromiseWithResolvers<number> | undefined;
  return {
    next: () => {
      waiting = Promise.withResolvers<number>();
      return waiting.promise;
    },
    happened: () => waiting?.resolve(performance.now()),
  };
}
