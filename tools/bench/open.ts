import type { Browser, BrowserContext, Page, Request } from "@playwright/test";
import { startBenchMailbox } from "./bench-mailbox.ts";
import { newVisitor, openInbox, startBrowser } from "./browser.ts";
import { type Figure, percentile } from "./figure.ts";
import { type Engine, fillProduct, type Product, startProduct } from "./product.ts";

const bench = "open";
const openings = 50;
/** Shortest time that a user looks at a message before the next press: a glance. */
const glanceMs = 200;
const rounds = 5;

/** Measures the time from a press to the result: the head of a message, its body, and the list of a new visit. */
export async function benchOpen(options: { engine: Engine; messages: number }): Promise<Figure[]> {
  await using mailbox = await startBenchMailbox(options.messages);
  await using product = await startProduct(options.engine);
  await fillProduct(product, mailbox);
  await using browser = await startBrowser();
  await using context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await openInbox(await context.newPage(), product);
  const asked = watchRequests(page);
  await watchOpenings(page);
  const ahead = await openByKey(page, asked, { isRushed: false });
  const rushed = await openByKey(page, asked, { isRushed: true });
  const fresh = await openByClick(page, asked);
  const interactions = await page.evaluate(() => window.inletOpening.interactionsMs);
  const cold = await openCold(browser, context, product);
  const warm = await openWarm(context, product);
  const p95 = (samples: number[]) => percentile(samples, 0.95);
  const median = (samples: number[]) => percentile(samples, 0.5);
  const all = [...ahead, ...rushed, ...fresh];
  return [
    ms("key → body painted, fetched ahead, p95", p95(ahead.map(({ bodyMs }) => bodyMs)), 50),
    {
      bench,
      what: "key → body painted, pressed as soon as the one before was there, p95",
      value: p95(rushed.map(({ bodyMs }) => bodyMs)),
      unit: "ms",
    },
    ms("click → body painted, from the store, p95", p95(fresh.map(({ bodyMs }) => bodyMs)), 150),
    ms("key or click → head in the page, p95", p95(all.map(({ headMs }) => headMs)), 16),
    {
      bench,
      what: "mails that were there when j asked for them",
      value: (100 * ahead.filter(({ wasAhead }) => wasAhead).length) / ahead.length,
      atLeast: 95,
      unit: "%",
    },
    ms("interaction → next paint, p75", percentile(interactions, 0.75), 50),
    ms("interaction → next paint, worst", Math.max(...interactions), 100),
    ms(`cold visit → list painted, median of ${rounds}`, median(cold.list), 900),
    ms(`cold visit → mail painted, median of ${rounds}`, median(cold.mail), 1200),
    ms(`warm visit → list painted, median of ${rounds}`, median(warm), 300),
  ];
}

function ms(what: string, value: number, target: number): Figure {
  return { bench, what, value, target, unit: "ms" };
}

interface Opening {
  headMs: number;
  bodyMs: number;
  /** True if the press caused no request for the message. */
  wasAhead: boolean;
}

/** The message requests that a page sends. */
interface Asked {
  ids: Set<string>;
  /** Resolves when every request so far has a response. */
  settled: () => Promise<void>;
}

function watchRequests(page: Page): Asked {
  const ids = new Set<string>();
  const open = new Set<Request>();
  let notify = () => {};
  const idOf = (url: string) =>
    /\/email\/preview\/([0-9a-f-]{36})$/.exec(new URL(url).pathname)?.[1];
  page.on("request", (request) => {
    // The live stream stays open, so it is not counted.
    if (!request.url().endsWith("/events")) open.add(request);
    const id = idOf(request.url());
    if (id) ids.add(id);
  });
  const answered = (request: Request) => {
    open.delete(request);
    if (open.size === 0) notify();
  };
  page.on("requestfinished", answered);
  page.on("requestfailed", answered);
  return {
    ids,
    settled: async () => {
      // React starts its requests in the next frames.
      await page.evaluate(
        () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 })),
      );
      while (open.size > 0) await new Promise<void>((resolve) => (notify = resolve));
    },
  };
}

/** Opens message after message with a key, each preloaded while the previous one was shown. */
async function openByKey(
  page: Page,
  asked: Asked,
  { isRushed }: { isRushed: boolean },
): Promise<Opening[]> {
  await page.getByRole("grid").getByRole("row").first().focus();
  await page.keyboard.press("Enter");
  await page.locator("iframe").first().waitFor();
  const all: Opening[] = [];
  for (let turn = 0; turn < openings; turn++) {
    await asked.settled();
    if (!isRushed) await new Promise((resolve) => setTimeout(resolve, glanceMs));
    all.push(await opening(page, asked, () => page.keyboard.press("j")));
  }
  return all;
}

/** Opens messages so far apart that none was prefetched; the pointer does not rest before it clicks. */
async function openByClick(page: Page, asked: Asked): Promise<Opening[]> {
  const all: Opening[] = [];
  for (let turn = 0; turn < openings; turn++) {
    const hasMoved = await page.getByRole("grid").evaluate(async (grid, by) => {
      const scroller = grid.parentElement;
      const row = grid.querySelector('[role="row"]');
      const before = scroller?.scrollTop;
      scroller?.scrollBy(0, by * (row?.clientHeight ?? 0));
      await new Promise((resolve) => requestAnimationFrame(resolve));
      return scroller?.scrollTop !== before;
    }, 5);
    if (!hasMoved) throw new Error("The list is too short: take more --messages.");
    await asked.settled();
    const box = await page.getByRole("grid").evaluate((grid) => {
      const scroller = (grid.parentElement ?? grid).getBoundingClientRect();
      const inSight = [...grid.querySelectorAll('[role="row"]:not([aria-current])')]
        .map((row) => row.getBoundingClientRect())
        .filter(({ top, bottom }) => top >= scroller.top && bottom <= scroller.bottom);
      const { left, top, height } = inSight.at(-2) ?? scroller;
      return { x: left + 160, y: top + height / 2 };
    });
    all.push(await opening(page, asked, () => page.mouse.click(box.x, box.y)));
    await page.mouse.move(0, 0);
  }
  return all;
}

async function opening(page: Page, asked: Asked, press: () => Promise<void>): Promise<Opening> {
  const known = new Set(asked.ids);
  await page.evaluate(() => window.inletOpening.arm());
  await press();
  const { id, headMs, bodyMs } = await page.evaluate(() => window.inletOpening.done());
  return { headMs, bodyMs, wasAhead: known.has(id) };
}

/** Measures inside the page, because an observation from outside is late. */
export async function watchOpenings(page: Page): Promise<void> {
  await page.evaluate(() => {
    let start = Number.NaN;
    let was = "";
    let headMs = Number.NaN;
    let result = Promise.withResolvers<{ id: string; headMs: number; bodyMs: number }>();
    const interactionsMs: number[] = [];
    const heads = () =>
      [...document.querySelectorAll("main :is(h1, h2)")].map((each) => each.textContent).join();
    let headWas = heads();
    for (const kind of ["pointerdown", "keydown"]) {
      addEventListener(
        kind,
        (event) => {
          if (Number.isNaN(start)) start = event.timeStamp;
        },
        true,
      );
    }
    new MutationObserver(() => {
      if (!Number.isNaN(start) && Number.isNaN(headMs) && heads() !== headWas) {
        headMs = performance.now() - start;
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
    const look = () => {
      const frames = [...document.querySelectorAll<HTMLElement>("#message iframe[data-mail]")];
      const id = frames.find(({ style }) => style.visibility !== "hidden")?.dataset["mail"];
      if (id === undefined || id === was || Number.isNaN(start)) return;
      was = id;
      // The frame is painted together with this page frame; a task after it runs once the painting is done.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener("message", () =>
          result.resolve({ id, headMs, bodyMs: performance.now() - start }),
        );
        port1.start();
        port2.postMessage(null);
      });
    };
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      attributeFilter: ["data-mail", "style"],
    });
    // The DOM types do not include the Event Timing API.
    const events: PerformanceObserverInit & { durationThreshold: number } = {
      type: "event",
      durationThreshold: 16,
    };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (Object(entry).interactionId > 0) interactionsMs.push(entry.duration);
      }
    }).observe(events);
    window.inletOpening = {
      interactionsMs,
      arm: () => {
        start = Number.NaN;
        headMs = Number.NaN;
        headWas = heads();
        result = Promise.withResolvers();
      },
      done: () => {
        const { promise, reject } = result;
        setTimeout(() => reject(new Error("The press opened nothing.")), 20_000);
        return promise;
      },
    };
  });
}

/** Measures visits with an empty cache and a session. */
async function openCold(browser: Browser, signedIn: BrowserContext, { app, call }: Product) {
  const { emails } = await call("GET /email/list", { folder: "inbox", limit: 1 });
  const list: number[] = [];
  const mail: number[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const [samples, path, what] of [
      [list, "/app", '[role="row"]'],
      [mail, `/app?email=${emails[0]?.id}`, "iframe"],
    ] as const) {
      await using context = await newVisitor(browser, signedIn);
      samples.push(await paintedMs(await context.newPage(), `${app.url}${path}`, what));
    }
  }
  return { list, mail };
}

/** Measures visits of a browser with a filled cache. */
async function openWarm(signedIn: BrowserContext, { app }: Product): Promise<number[]> {
  const samples: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const page = await signedIn.newPage();
    samples.push(await paintedMs(page, `${app.url}/app`, '[role="row"]'));
    await page.close();
  }
  return samples;
}

/** Returns the time from the start of the visit to the frame that paints the first `what`; for a mail frame, its message. */
async function paintedMs(page: Page, address: string, what: string): Promise<number> {
  await page.addInitScript((wanted) => {
    if (self !== top) return;
    const painted = Promise.withResolvers<number>();
    window.inletPainted = painted.promise;
    const markPainted = () => requestAnimationFrame(() => painted.resolve(performance.now()));
    if (wanted === "iframe") {
      addEventListener("message", ({ data }) => {
        if (data?.kind === "shown" && data.id !== "") markPainted();
      });
      return;
    }
    const observer = new MutationObserver(() => {
      if (!document.querySelector(wanted)) return;
      observer.disconnect();
      markPainted();
    });
    observer.observe(document, { subtree: true, childList: true });
  }, what);
  await page.goto(address);
  return page.evaluate(() => window.inletPainted);
}

declare global {
  interface Window {
    inletOpening: {
      /** Durations of all interactions that took 16 ms or more until the next paint. */
      interactionsMs: number[];
      /** Prepares for the next press, which starts an opening. */
      arm: () => void;
      done: () => Promise<{ id: string; headMs: number; bodyMs: number }>;
    };
    inletPainted: Promise<number>;
  }
}
