import { type BrowserContext, expect, type Page } from "@playwright/test";
import { test } from "./fixtures.ts";
import { ReusedContext } from "./reused-context.ts";

test("state that a test leaves in the context is absent in the next test", async ({
  browser,
  product,
}) => {
  await using kept = new ReusedContext(browser);
  const options = { baseURL: product.app.url, serviceWorkers: "block" } as const;
  const lent: BrowserContext[] = [];
  await kept.lend(options, async (context) => {
    lent.push(context);
    const page = await context.newPage();
    await page.addInitScript(() => Object.assign(window, { left: "script" }));
    await page.exposeFunction("leftFunction", () => "left");
    await page.route("**/healthz", (route) => route.fulfill({ body: "left" }));
    await page.emulateMedia({ colorScheme: "dark" });
    await page.setViewportSize({ width: 300, height: 300 });
    await page.goto("/privacy");
    await page.evaluate(async () => {
      localStorage.setItem("left", "1");
      sessionStorage.setItem("left", "1");
      document.cookie = "left=1; path=/";
      await (await caches.open("left")).put("/left", new Response("left"));
      const opening = indexedDB.open("left");
      await new Promise((resolve) => opening.addEventListener("success", resolve));
    });
    expect(await leftIn(page)).not.toEqual(nothing);
    await context.setOffline(true);
  });
  await kept.lend(options, async (context) => {
    expect(context).toBe(lent[0]);
    expect(context.pages()).toHaveLength(1);
    const page = await context.newPage();
    await page.goto("/privacy");
    expect(await leftIn(page)).toEqual(nothing);
    expect(page.viewportSize()).toEqual({ width: 1280, height: 800 });
  });
});

test("a context that cannot be cleared is not reused", async ({ browser }) => {
  await using kept = new ReusedContext(browser);
  const lent = new Set<BrowserContext>();
  const changes: ((context: BrowserContext) => Promise<unknown>)[] = [
    (context) => context.addInitScript("window.left = 1"),
    // `page.clock` is the clock of the context.
    async (context) => (await context.newPage()).clock.install(),
  ];
  for (const change of changes) {
    await kept.lend({ serviceWorkers: "block" }, async (context) => {
      lent.add(context);
      await change(context);
    });
  }
  await kept.lend({ serviceWorkers: "block" }, async (context) => {
    expect([...lent]).not.toContain(context);
  });
  expect(lent.size).toBe(changes.length);
});

const nothing = {
  localStorage: 0,
  sessionStorage: 0,
  cookies: "",
  caches: [],
  databases: [],
  script: undefined,
  exposed: "undefined",
  isDark: false,
  health: true,
};

function leftIn(page: Page): Promise<unknown> {
  return page.evaluate(async () => ({
    localStorage: localStorage.length,
    sessionStorage: sessionStorage.length,
    cookies: document.cookie,
    caches: await caches.keys(),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    script: Reflect.get(window, "left"),
    exposed: typeof Reflect.get(window, "leftFunction"),
    isDark: matchMedia("(prefers-color-scheme: dark)").matches,
    health: (await (await fetch("/healthz")).text()) !== "left",
  }));
}
