import {
  type BrowserContextOptions,
  expect,
  type Locator,
  type Page,
  test as browserTest,
} from "@playwright/test";
import { storageKeys } from "../../contract/limits.ts";
import { ReusedContext } from "./reused-context.ts";
import { type TestUser, type Product, startProduct } from "./product.ts";

/**
 * Playwright's tests in a context that the tests of a worker share, cleared between tests. An error in the page's console fails
 * the test.
 */
export const base = browserTest.extend<{ quietConsole: undefined }, { kept: ReusedContext }>({
  kept: [
    async ({ browser }, use) => {
      await using kept = new ReusedContext(browser);
      await use(kept);
    },
    { scope: "worker" },
  ],
  context: async (
    {
      kept,
      baseURL,
      viewport,
      hasTouch,
      isMobile,
      locale,
      timezoneId,
      colorScheme,
      serviceWorkers,
    },
    use,
  ) => {
    const set = {
      baseURL,
      viewport,
      hasTouch,
      isMobile,
      locale,
      timezoneId,
      colorScheme,
      serviceWorkers,
    };
    // Safe: only undefined values are left out.
    const options = Object.fromEntries(
      Object.entries(set).filter(([, value]) => value !== undefined),
    ) as BrowserContextOptions;
    await kept.lend(options, use);
  },
  quietConsole: [
    async ({ page }, use) => {
      const errors: string[] = [];
      page.on("pageerror", (error) => errors.push(error.message));
      await use(undefined);
      if (errors.length > 0) throw new Error(`The page threw: ${errors.join("; ")}`);
    },
    { auto: true },
  ],
});

/** Tests with a running product and a new user. */
export const test = base.extend<{ user: TestUser }, { product: Product }>({
  product: [alone(() => startProduct()), { scope: "worker", timeout: 120_000 }],
  user: async ({ product, page }, use, info) => {
    await use(product.newUser());
    // The page is shown in the report, as it is before the user's accounts are removed.
    if (info.status !== info.expectedStatus) {
      const shown = await page.locator("body").ariaSnapshot({ timeout: 5000 }).catch(String);
      const lines = shown.split("\n").filter((line) => !line.includes("- /url:"));
      await info.attach("page", { body: [page.url(), ...lines].join("\n") });
    }
    await product.release();
  },
  baseURL: async ({ product }, use) => use(product.app.url),
});

/** Creates a fixture without dependencies, which is disposed of after use. */
export function alone<Started extends AsyncDisposable>(start: () => Promise<Started>) {
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from the pattern
  return async ({}, use: (started: Started) => Promise<void>): Promise<void> => {
    await using started = await start();
    await use(started);
  };
}

/** Signs in with the form and waits for the mail page. */
export async function signInAtForm(page: Page, user: TestUser): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email", { exact: true }).fill(user.email);
  await page.getByLabel("Password", { exact: true }).fill(user.password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await page.waitForURL(/\/app/);
}

/** Signs in over the API, which is faster than the form, and opens a page of the app. */
export async function signIn(page: Page, user: TestUser, path = "/app"): Promise<void> {
  const answer = await page.request.post("/user/login", {
    data: { email: user.email, password: user.password },
    // The session belongs to this browser: its cookie is stored in the page's context.
    headers: { "sec-fetch-site": "same-origin" },
  });
  const session = await answer.json();
  const script = await page.addInitScript(
    ([keys, { user, token }]) => {
      if (window !== window.top) return;
      localStorage.setItem(keys.token, token);
      localStorage.setItem(keys.auth, JSON.stringify({ state: { user, token }, version: 0 }));
    },
    [storageKeys, session] as const,
  );
  await page.goto(path);
  // From the next load on, the app reads what it stored itself.
  await script.dispose();
}

/** Returns the row of a message in the list, by any text that it shows. */
export function rowOf(page: Page, text: string): Locator {
  return page.getByRole("grid").getByRole("row").filter({ hasText: text });
}

/**
 * Presses the keys of a sequence. Each press alone would wait for the page, which may be busy for longer than a sequence may last.
 */
export async function pressInTurn(page: Page, ...keys: string[]): Promise<void> {
  await Promise.all(keys.map((key) => page.keyboard.press(key)));
}

/**
 * Presses a key on an element that has the focus. Without the check the key may be lost: a list that renders again takes the
 * focus from its row.
 */
export async function pressOn(element: Locator, key: string): Promise<void> {
  await expect(async () => {
    await element.focus();
    await expect(element).toBeFocused({ timeout: 500 });
  }).toPass();
  await element.press(key);
}

/** Opens a message from the list. */
export async function openMail(page: Page, subject: string): Promise<void> {
  await rowOf(page, subject).first().click();
  await page.getByRole("heading", { name: subject }).first().waitFor();
}

/** Opens the sidebar's section of connected services, which is folded while there are none. */
export async function unfoldIntegrations(page: Page): Promise<void> {
  const heading = page.getByRole("button", { name: "Integrations" });
  await heading.click();
  await expect(heading).toHaveAttribute("aria-expanded", "true");
}

/** Returns the visible text of the page and of every frame in it, where message bodies are shown. */
export async function wordsOf(page: Page): Promise<string> {
  const texts = await Promise.all(
    page
      .frames()
      .map((frame) => frame.evaluate(() => document.body?.innerText ?? "").catch(() => "")),
  );
  return texts.join("\n").normalize("NFC");
}
