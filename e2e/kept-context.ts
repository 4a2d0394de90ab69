import type { Browser, BrowserContext, BrowserContextOptions, CDPSession } from "@playwright/test";

interface Kept {
  context: BrowserContext;
  /** The options that it was opened with, as a string. */
  wishes: string;
  /** A session with the page that stays open. */
  devtools: CDPSession;
  /** The origins that its pages visited since it was cleared. */
  origins: Set<string>;
  /** A test changed it in a way that cannot be undone. */
  isSpoiled: boolean;
}

/**
 * Keeps one browser context for all tests of a worker: a new one fetches and compiles the app again, which costs 0.7 s of
 * a processor. The HTTP cache stays, nothing else does. A test with other options gets a new context.
 */
export class KeptContext {
  readonly #browser: Browser;
  #kept: Kept | undefined;

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** Lends a context with one blank page and without anything that a test before left. */
  async lend(
    options: BrowserContextOptions,
    use: (context: BrowserContext) => Promise<void>,
  ): Promise<void> {
    if (this.#kept?.wishes !== JSON.stringify(options)) await this[Symbol.asyncDispose]();
    const kept = (this.#kept ??= await open(this.#browser, options));
    await use(kept.context);
    if (kept.isSpoiled) await this[Symbol.asyncDispose]();
    else await clear(kept);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#kept?.context.close();
    this.#kept = undefined;
  }
}

async function open(browser: Browser, options: BrowserContextOptions): Promise<Kept> {
  const context = await browser.newContext(options);
  const kept: Kept = {
    context,
    wishes: JSON.stringify(options),
    devtools: await context.newCDPSession(await context.newPage()),
    origins: new Set(),
    // A service worker outlives every page.
    isSpoiled: options.serviceWorkers !== "block",
  };
  context.on("page", (page) => {
    page.on("framenavigated", (frame) => {
      if (/^https?:/.test(frame.url())) kept.origins.add(new URL(frame.url()).origin);
    });
  });
  const spoil = () => {
    kept.isSpoiled = true;
  };
  const changes = [
    "addInitScript",
    "addListener",
    "exposeBinding",
    "exposeFunction",
    "grantPermissions",
    "on",
    "once",
    "route",
    "routeFromHAR",
    "routeWebSocket",
    "setDefaultNavigationTimeout",
    "setDefaultTimeout",
    "setExtraHTTPHeaders",
    "setGeolocation",
    "setHTTPCredentials",
  ] as const;
  beforeCalls(context, changes, spoil);
  // The clock of a page is its context's.
  beforeCalls(context.clock, ["install", "pauseAt", "setFixedTime", "setSystemTime"], spoil);
  return kept;
}

/** Replaces these methods with ones that call `first` before the original. */
function beforeCalls(object: object, names: readonly string[], first: () => void): void {
  for (const name of names) {
    const method: unknown = Reflect.get(object, name);
    if (typeof method !== "function") throw new Error(`There is no method ${name}.`);
    const replaced = (...args: unknown[]): unknown => {
      first();
      return Reflect.apply(method, object, args);
    };
    Reflect.set(object, name, replaced);
  }
}

async function clear({ context, devtools, origins }: Kept): Promise<void> {
  const [, ...pages] = context.pages();
  // A page that is open could write after its storage was cleared.
  await Promise.all(pages.map((page) => page.close()));
  await Promise.all([
    context.setOffline(false),
    context.clearCookies(),
    ...[...origins].map((origin) =>
      devtools.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" }),
    ),
  ]);
  origins.clear();
}
