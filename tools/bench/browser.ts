import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { chromiumArgs, chromiumPath } from "../demo/chromium.ts";
import type { Product } from "./product.ts";

/** Starts the browser that measures, on request with a port for other programs. */
export function startBrowser(options: { debugPort?: number } = {}): Promise<Browser> {
  const { debugPort } = options;
  return chromium.launch({
    executablePath: chromiumPath(),
    args: [...chromiumArgs, ...(debugPort ? [`--remote-debugging-port=${debugPort}`] : [])],
  });
}

/** Signs in at the form and waits for the list. */
export async function openInbox(page: Page, { app, person }: Product): Promise<Page> {
  await page.goto(`${app.url}/login`);
  await page.locator('input[name="email"]').fill(person.email);
  await page.locator('input[name="password"]').fill(person.password);
  await page.locator('input[name="password"]').press("Enter");
  await page.waitForURL((url) => !url.pathname.startsWith("/login"));
  await page.getByRole("grid").getByRole("row").first().waitFor();
  return page;
}

/** A browser that knows the session and has fetched nothing else yet. */
export async function newVisitor(
  browser: Browser,
  signedIn: BrowserContext,
): Promise<BrowserContext> {
  // The cookie belongs to the session: without it the token is of no use.
  return browser.newContext({ storageState: await signedIn.storageState() });
}
