import type { Browser, BrowserContext, BrowserContextOptions, CDPSession } from "@playwright/test";

interface Kept {
  context: BrowserContext;
  /** The options of the context, as a string. */
  options: string;
  /** A CDP session with the page that stays open. */
  devtools: CDPSession;
  /** Origins that its pages visited since it was last cleared. */
  origins: Set<string>;
  /** True if a test changed it in a way that cannot be undone. */
  isSpoiled: boolean;
}

/**
 * Shares one browser context among all tests of a worker: a new one fetches and compiles the app again, which costs 0.7 s of CPU
 * time. Only the HTTP cache survives between tests. A test with other options gets a new context.
 */
export class ReusedContext {
  readonly #browser: Browser;
  #kept: Kept | undefined;

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** Calls `use` with a context that has one blank page and nothing left from earlier tests. */
  async lend(
    options: BrowserContextOptions,
    use: (context: BrowserContext) => Promise<void>,
  ): Promise<void> {
    if (this.#kept?.options !== JSON.stringify(options)) await this[Symbol.asyncDispose]();
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
    options: JSON.stringify(options),
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
  // The clock of a page belongs to its context.
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
  // An open page could write after its storage was cleared.
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
