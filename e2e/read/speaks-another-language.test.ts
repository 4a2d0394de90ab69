import { type BrowserContext, expect, type Page } from "@playwright/test";
import { errors } from "../../contract/errors.ts";
import { type Language, languageCookie } from "../../contract/languages.ts";
import { pseudo } from "../../contract/pseudo.ts";
import { looksMs } from "../support/axe.ts";
import { pressOn, signIn, test } from "../support/fixtures.ts";
import { aMail } from "../support/mail.ts";
import type { TestUser } from "../support/product.ts";

/** Sets the language of the public pages to one that the browser itself does not prefer. */
const prefer = (context: BrowserContext, baseURL: string | undefined, language: Language) =>
  context.addCookies([{ name: languageCookie, value: language, url: baseURL ?? "" }]);

const subject = "Канат и краска";

async function arrive(page: Page, user: TestUser, locale: Language): Promise<void> {
  const [north] = user.mailboxes;
  await north.deliver(
    aMail({ subject, from: "Марта <marta@example.org>", text: "Двенадцать метров." }),
  );
  const call = await user.connect();
  await call("PUT /user/profile", { name: "Руна" });
  await call("PUT /user/preferences", { locale });
  await call("PUT /email/labels/{name}", { name: "Снасти" });
  await page.goto("/login");
  await page.getByLabel(pseudo("Email"), { exact: true }).fill(user.email);
  await page.getByLabel(pseudo("Password"), { exact: true }).fill(user.password);
  await page.getByRole("button", { name: pseudo("Sign In"), exact: true }).click();
  await page.waitForURL(/\/app/);
  await page.getByRole("row").filter({ hasText: subject }).waitFor();
}

/** Strings that are not translated: addresses, names of clients, and the names of time zones in Intl. */
const sameEverywhere = /\S*@\S+|https?:\/\/\S+|\b(?:Chrome|Linux|Europe\/Berlin|node)\b/g;

/** Returns visible or announced texts with plain Latin letters, each with its element. */
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

/** Returns the page if it scrolls sideways, and every element that is cut off without an ellipsis. */
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

for (const [width, height, language, dir] of [
  [1280, 800, "en-XA", "ltr"],
  [375, 812, "ar-XB", "rtl"],
] as const) {
  test.describe(`at ${width} px, ${dir}`, () => {
    // Dates and numbers follow the browser's locale; Greek ones have no plain Latin letters.
    test.use({ viewport: { width, height }, locale: "el-GR" });

    test("every screen is translated and has space for longer texts", async ({
      page,
      user,
      baseURL,
    }) => {
      test.setTimeout(looksMs);
      await prefer(page.context(), baseURL, language);
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
      await page.goto("/privacy");
      await look("privacy");

      await arrive(page, user, language);
      await expect(page.locator("html")).toHaveAttribute("dir", dir);
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
      // A narrow window lists the sections as links to a page for each.
      const isNarrow = width < 768;
      const sections = isNarrow ? page.locator("a[href*='settings?tab=']") : page.getByRole("tab");
      await sections.nth(10).waitFor();
      await look("settings");
      for (const section of await sections.all()) {
        if (isNarrow) await page.goto("/app/settings");
        const name = (await section.textContent()) ?? "";
        await section.click();
        const panel = page.getByRole("tabpanel", { name, exact: true });
        await panel.locator("h2, h3, label, p").filter({ visible: true }).first().waitFor();
        await look(name);
      }
    });
  });
}

test.describe("in a browser with a right-to-left language", () => {
  test.use({ locale: "ar-XB" });

  test("public pages are translated from the first byte on, and errors by their code", async ({
    page,
  }) => {
    for (const where of ["/", "/login", "/signup", "/privacy"]) {
      const answer = await page.goto(where);
      expect(await answer?.text()).toContain('<html lang="ar-XB" dir="rtl"');
    }
    await page.goto("/login");
    await page.getByLabel(pseudo("Email"), { exact: true }).fill("nobody@example.org");
    await page.getByLabel(pseudo("Password"), { exact: true }).fill("wrong password");
    await page.getByRole("button", { name: pseudo("Sign In"), exact: true }).click();
    await expect(page.getByText(pseudo(errors["login.failed"].message))).toBeVisible();
  });
});

test("the language chosen by a user applies on every device, and changes without losing a draft", async ({
  page,
  user,
}) => {
  const call = await user.connect();
  await call("PUT /user/preferences", { locale: "ar-XB" });
  // This browser prefers English.
  await signIn(page, user);
  const html = page.locator("html");
  await expect(html).toHaveAttribute("lang", "ar-XB");
  await page.goto("/app/settings?tab=appearance");
  const language = page.getByLabel(pseudo("Language"), { exact: true });
  await expect(language).toHaveValue("ar-XB");

  await pressOn(page.getByRole("tab", { selected: true }), "c");
  const composer = page.getByRole("dialog", { name: pseudo("Compose Email") });
  await composer.getByLabel(pseudo("Subject")).fill("Twelve metres");
  await language.selectOption("en");
  await expect(html).toHaveAttribute("lang", "en");
  await expect(html).toHaveAttribute("dir", "ltr");
  await expect(
    page.getByRole("dialog", { name: "Compose Email" }).getByLabel("Subject"),
  ).toHaveValue("Twelve metres");
  await expect(page.getByLabel("Language", { exact: true })).toHaveValue("en");
  expect((await call("GET /user/preferences", {})).preferences.locale).toBe("en");
});

test("the language of a user ends with the session", async ({ page, user }) => {
  const call = await user.connect();
  await call("PUT /user/preferences", { locale: "en-XA" });
  await signIn(page, user);
  const html = page.locator("html");
  await expect(html).toHaveAttribute("lang", "en-XA");
  await page.getByRole("button", { name: pseudo("Account menu") }).click();
  await page.getByRole("menuitem", { name: pseudo("Sign out") }).click();
  await page.waitForURL((url) => url.pathname === "/");
  await expect(html).toHaveAttribute("lang", "en");
});
