import type { CDPSession, Page } from "@playwright/test";
import { openInbox, startBrowser } from "./browser.ts";
import type { Figure } from "./figure.ts";
import type { Fill } from "./filled.ts";

const bench = "scroll";
const flingMs = 5000;
const flingPxPerSecond = 20_000;
/** Number of loaded rows between two progress lines. */
const sayEach = 10_000;

/** The fling as measured by the page's own frames. */
interface Seen {
  frames: number;
  maxRows: number;
  longestTaskMs: number;
}

/** Measures a fling through a list whose rows are all loaded. */
export async function benchScroll(options: {
  fill: Fill;
  messages: number;
  print: (text: string) => void;
}): Promise<Figure[]> {
  const { product } = await options.fill(options.messages);
  await using browser = await startBrowser();
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await openInbox(page, product);
  const loaded = await loadAll(page, options.print);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable");

  await watchFrames(page);
  const before = await scriptingMs(devtools);
  await fling(page, devtools);
  const scripting = (await scriptingMs(devtools)) - before;
  const { frames, maxRows, longestTaskMs } = await page.evaluate(() => window.inletSeen);
  await devtools.send("HeapProfiler.collectGarbage");
  const heap = (await metric(devtools, "JSHeapUsedSize")) / 1e6;

  const what = (text: string) => `${text}, ${loaded} rows`;
  return [
    { bench, what: what("scripting a frame"), value: scripting / frames, target: 6, unit: "ms" },
    { bench, what: what("longest task"), value: longestTaskMs, target: 50, unit: "ms" },
    { bench, what: what("rows in the page"), value: maxRows, target: 45, unit: "rows" },
    { bench, what: what("JavaScript's heap"), value: heap, target: 160, unit: "MB" },
    { bench, what: what("frames"), value: frames / (flingMs / 1000), unit: "frames/s" },
  ];
}

/** Scrolls down until there are no further pages; returns the number of rows. */
async function loadAll(page: Page, print: (text: string) => void): Promise<number> {
  const started = performance.now();
  for (let wanted = sayEach; ; wanted += sayEach) {
    const { rows, isWhole } = await page.getByRole("grid").evaluate(goDown, wanted);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    print(`scroll: ${rows} rows are loaded after ${seconds} s`);
    if (isWhole) return rows;
  }
}

/** Runs in the page: scrolls to the end repeatedly, until the list is complete or has the wanted number of rows. */
async function goDown(
  grid: HTMLElement | SVGElement,
  wanted: number,
): Promise<{ rows: number; isWhole: boolean }> {
  const rowPx = grid.querySelector('[role="row"]')?.clientHeight ?? 64;
  for (;;) {
    const height = grid.clientHeight;
    const known = Number(grid.getAttribute("aria-rowcount"));
    const isWhole = known !== -1;
    // The lines of the days are counted as rows while the list is loading: they are few.
    const rows = isWhole ? known : Math.round(height / rowPx);
    if (isWhole || rows >= wanted) return { rows, isWhole };
    grid.parentElement?.scrollTo(0, grid.parentElement.scrollHeight);
    // The next page extends the list or marks it as complete.
    await new Promise<void>((resolve) => {
      const look = () => {
        const hasCome = grid.clientHeight > height || grid.getAttribute("aria-rowcount") !== "-1";
        if (hasCome) resolve();
        else requestAnimationFrame(look);
      };
      look();
    });
  }
}

/** Counts the rows in every frame from now on. */
async function watchFrames(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen: Seen = { frames: 0, maxRows: 0, longestTaskMs: 0 };
    window.inletSeen = seen;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) {
        seen.longestTaskMs = Math.max(seen.longestTaskMs, duration);
      }
    }).observe({ type: "longtask" });
    const rows = document.querySelector('[role="grid"]')?.getElementsByTagName("*");
    const look = () => {
      seen.frames++;
      const count = [...(rows ?? [])].filter((node) => node.getAttribute("role") === "row").length;
      seen.maxRows = Math.max(seen.maxRows, count);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

/** Scrolls as a finger does, through the compositor instead of a script. */
async function fling(page: Page, devtools: CDPSession): Promise<void> {
  const box = await page.getByRole("main").boundingBox();
  if (!box) throw new Error("The list is not on the screen.");
  await devtools.send("Input.synthesizeScrollGesture", {
    x: box.x + 150,
    y: box.y + box.height / 2,
    // Flings the list to its end.
    yDistance: (flingPxPerSecond * flingMs) / 1000,
    speed: flingPxPerSecond,
    gestureSourceType: "mouse",
  });
}

async function scriptingMs(devtools: CDPSession): Promise<number> {
  return (await metric(devtools, "ScriptDuration")) * 1000;
}

async function metric(devtools: CDPSession, name: string): Promise<number> {
  const { metrics } = await devtools.send("Performance.getMetrics");
  return metrics.find((one) => one.name === name)?.value ?? Number.NaN;
}

declare global {
  interface Window {
    inletSeen: Seen;
  }
}
