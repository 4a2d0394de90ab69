import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { chromiumArgs, chromiumPath } from "../demo/chromium.ts";
import type { Product } from "./product.ts";

/** Starts the browser for the measurements; `debugPort` opens a port for other programs. */
export function startBrowser(options: { debugPort?: number } = {}): Promise<Browser> {
  const { debugPort } = options;
  return chromium.launch({
    executablePath: chromiumPath(),
    args: [...chromiumArgs, ...(debugPort ? [`--remote-debugging-port=${debugPort}`] : [])],
  });
}

/** Signs in with the form and waits for the list. */
export async function openInbox(page: Page, { app, person }: Product): Promise<Page> {
  await page.goto(`${app.url}/login`);
  await page.locator('input[name="email"]').fill(person.email);
  await page.locator('input[name="password"]').fill(person.password);
  await page.locator('input[name="password"]').press("Enter");
  await page.waitForURL((url) => !url.pathname.startsWith("/login"));
  await page.getByRole("grid").getByRole("row").first().waitFor();
  return page;
}

/** A browser with the session and without any cached file. */
export async function newVisitor(
  browser: Browser,
  signedIn: BrowserContext,
): Promise<BrowserContext> {
  // The token is only valid with the session's cookie.
  return browser.newContext({ storageState: await signedIn.storageState() });
}
