import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, type Page } from "@playwright/test";
import { viteBin } from "../tools/build.ts";
import { pseudo } from "../web/texts/pseudo.ts";
import { looksMs } from "./axe.ts";
import { pressOn, test as base } from "./fixtures.ts";
import { aMail } from "./mail.ts";
import type { Person } from "./product.ts";

/** The page built in a language whose every letter has an accent: a plain letter on it stands in no catalogue. */
const test = base.extend<object, { built: string }>({
  built: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const dir = await mkdtemp(path.join(tmpdir(), "inlet-pseudo-"));
      for (const config of ["vite.config.ts", "vite.landing.config.ts"]) await build(config, dir);
      await use(dir);
      await rm(dir, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 180_000 },
  ],
});
// Dates and numbers are those of the person's own locale; these have no plain letters.
test.use({ locale: "el-GR" });

async function build(config: string, outDir: string): Promise<void> {
  const web = path.resolve(import.meta.dirname, "../web");
  const words = ["build", "--config", config, "--outDir", outDir, "--logLevel", "error"];
  const child = spawn(process.execPath, [viteBin, ...words], {
    cwd: web,
    env: { ...process.env, INLET_LANGUAGE: "pseudo" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`vite build --config ${config} ended with ${String(code)}`);
}

/** The product's own server answers everything but the page and its parts. */
async function speak(page: Page, built: string): Promise<void> {
  await page.route("**/*", (route) => {
    const { pathname } = new URL(route.request().url());
    const asset = path.join(built, pathname);
    if (pathname.startsWith("/assets/") && existsSync(asset)) return route.fulfill({ path: asset });
    const isPage = /^\/(?:$|login|signup|app)/.test(pathname);
    if (!isPage || route.request().resourceType() !== "document") return route.fallback();
    const file = pathname === "/" ? "landing.html" : "index.html";
    return route.fulfill({ path: path.join(built, file) });
  });
}

const subject = "Канат и краска";

async function arrive(page: Page, person: Person): Promise<void> {
  const [north] = person.mailboxes;
  await north.deliver(
    aMail({ subject, from: "Марта <marta@example.org>", text: "Двенадцать метров." }),
  );
  const call = await person.connect();
  await call("PUT /user/profile", { name: "Руна" });
  await call("PUT /email/labels/{name}", { name: "Снасти" });
  await page.goto("/login");
  await page.getByLabel(pseudo("Email"), { exact: true }).fill(person.email);
  await page.getByLabel(pseudo("Password"), { exact: true }).fill(person.password);
  await page.getByRole("button", { name: pseudo("Sign In"), exact: true }).click();
  await page.waitForURL(/\/app/);
  await page.getByRole("row").filter({ hasText: subject }).waitFor();
}

/** What is no text: addresses, what programs call themselves, and what Intl calls time zones. */
const sameEverywhere = /\S*@\S+|https?:\/\/\S+|\b(?:Chrome|Linux|Europe\/Berlin|node)\b/g;

/** Plain letters that are read out or seen, each with the element that says them. */
function plainWords(page: Page): Promise<string[]> {
  return page.evaluate((same) => {
    const spoken = ["aria-label", "aria-description", "title", "placeholder", "alt"];
    const found = new Set<string>();
    const look = (text: string, element: Element) => {
      const words = text.replaceAll(new RegExp(same, "g"), "");
      if (/[A-Za-z]{2}/.test(words)) found.add(`${element.tagName}: ${text.trim().slice(0, 80)}`);
    };
    const all = document.createTreeWalker(document.body, NodeFilter.SHOW_ALL);
    for (let node = all.nextNode(); node; node = all.nextNode()) {
      if (node instanceof Text) {
        const element = node.parentElement;
        const isRead = element && !element.closest("script, style, noscript");
        if (isRead && element.checkVisibility()) look(node.data, element);
      } else if (node instanceof Element && node.checkVisibility()) {
        for (const name of spoken) look(node.getAttribute(name) ?? "", node);
      }
    }
    return [...found];
  }, sameEverywhere.source);
}

/** Whether the page scrolls sideways, and what is cut off that says nothing of being cut. */
function tooNarrow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement;
    const found = root.scrollWidth > root.clientWidth ? [`the page by ${root.scrollWidth}`] : [];
    for (const element of document.querySelectorAll("button, a, label, h1, h2, h3, p")) {
      if (!element.checkVisibility() || element.closest("[class*=sr-only]")) continue;
      const { overflowX, textOverflow } = getComputedStyle(element);
      const isCut = element.scrollWidth > element.clientWidth + 1 && overflowX !== "visible";
      if (isCut && textOverflow !== "ellipsis") found.push(element.outerHTML.slice(0, 160));
    }
    return found;
  });
}

for (const [width, height] of [
  [1280, 800],
  [375, 812],
] as const) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height } });

    test("every screen speaks another language, and has room for it", async ({
      page,
      person,
      built,
    }) => {
      test.setTimeout(looksMs);
      await speak(page, built);
      const look = async (what: string) => {
        expect.soft(await plainWords(page), what).toEqual([]);
        expect.soft(await tooNarrow(page), what).toEqual([]);
      };
      await page.goto("/");
      await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
      await page.getByRole("button", { name: pseudo("Schedule Demo") }).waitFor();
      await look("landing");
      await page.goto("/signup");
      await page.getByRole("button", { name: pseudo("Create Account") }).waitFor();
      await look("sign-up");
      await page.goto("/login");
      await page.getByRole("button", { name: pseudo("Sign In"), exact: true }).click();
      await page.getByText(pseudo("All fields are required")).waitFor();
      await look("login");

      await arrive(page, person);
      await look("list");
      await pressOn(page.getByRole("row").first(), "x");
      await page.getByRole("toolbar").first().waitFor();
      await look("selection");
      await page.keyboard.press("x");
      await page.getByRole("row").filter({ hasText: subject }).click();
      await page.locator("#message iframe").first().contentFrame().getByText("метров").waitFor();
      await look("reader");
      await page.getByRole("button", { name: pseudo("More actions") }).click();
      await page.getByRole("menu").waitFor();
      await look("menu of a mail");
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: pseudo("Reply"), exact: true }).click();
      await page.getByPlaceholder(pseudo("Type your reply...")).waitFor();
      await look("reply");
      await page.keyboard.press("Escape");
      await page.goto("/app");
      await pressOn(page.getByRole("row").first(), "c");
      const composer = page.getByRole("dialog", { name: pseudo("Compose Email") });
      await composer.getByRole("button", { name: pseudo("Cc"), exact: true }).click();
      await look("composer");
      await composer.getByRole("button", { name: pseudo("Discard") }).click();
      await composer.waitFor({ state: "hidden" });
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog").getByRole("option").first().waitFor();
      await look("palette");
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "hidden" });
      await page.keyboard.press("?");
      await page.getByRole("dialog", { name: pseudo("Keyboard shortcuts") }).waitFor();
      await look("shortcut sheet");

      await page.goto("/app/settings");
      const tabs = page.getByRole("tab");
      await tabs.nth(10).waitFor();
      for (const tab of await tabs.all()) {
        await tab.click();
        const name = (await tab.textContent()) ?? "";
        const panel = page.getByRole("tabpanel", { name, exact: true });
        await panel.locator("h2, h3, label, p").filter({ visible: true }).first().waitFor();
        await look(name);
      }
    });
  });
}
