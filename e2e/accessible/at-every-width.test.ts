import { expect, type Page } from "@playwright/test";
import { expectAccessible, looksMs } from "../support/axe.ts";
import { openMail, pressOn, signIn, test } from "../support/fixtures.ts";
import { expectFits } from "../support/layout.ts";
import { aMail } from "../support/mail.ts";
import type { TestUser } from "../support/product.ts";

/** Theme in which each width is checked; the other tests check 1280 px in both. */
const settings = [
  { width: 768, height: 1024, theme: "light", widths: [768, 1024, 1180, 1280, 1600, 1920] },
  { width: 375, height: 812, theme: "dark", widths: [320, 375] },
] as const;

/** Called for each screen, once it is complete. A menu closes when its button moves, so it stays at one width. */
type Look = (what: string, options?: { staysPut: boolean }) => Promise<void>;

for (const setting of settings) {
  const { width, height, theme } = setting;
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height }, colorScheme: theme });

    test("the public pages are accessible and fit", async ({ page }) => {
      test.setTimeout(looksMs);
      await walkIn(page, lookFor(page, setting));
    });

    test("reading, writing and archiving are accessible and fit", async ({ page, user }) => {
      test.setTimeout(looksMs);
      await arrive(page, user);
      await walkThroughMail(page, lookFor(page, setting));
    });

    test("search, palette, navigation and settings are accessible and fit", async ({
      page,
      user,
    }) => {
      test.setTimeout(2 * looksMs);
      await arrive(page, user);
      await walkAround(page, lookFor(page, setting));
    });
  });
}

test("with forced colors the selection and the focus stay visible", async ({ page, user }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await arrive(page, user);
  await openMail(page, "Rope and paint");
  await expectAccessible(page, "mail in forced colours");
  const shown = page.getByRole("link", { name: /^Inbox/ });
  await expect(shown).toHaveAttribute("aria-current", "page");
  // Otherwise only a background tint marks it, and forced colors remove that.
  expect(await looksOf(page, 'a[aria-current="page"]')).not.toEqual(
    await looksOf(page, 'a[href="/app/sent"]'),
  );
  await pressOn(page.getByRole("row").first(), "ArrowDown");
  await page.keyboard.press("ArrowUp");
  const outline = await page
    .getByRole("row")
    .first()
    .evaluate((row) => getComputedStyle(row).outlineStyle);
  expect(outline).not.toBe("none");
});

test("shows no animations if the user prefers reduced motion", async ({ page, user }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/", { waitUntil: "networkidle" });
  expect(await longestMotionMs(page)).toBeLessThanOrEqual(80);
  await arrive(page, user);
  await openMail(page, "Rope and paint");
  await page.getByRole("button", { name: "Reply", exact: true }).click();
  await page.getByPlaceholder("Type your reply...").waitFor();
  expect(await longestMotionMs(page)).toBeLessThanOrEqual(80);
});

async function arrive(page: Page, user: TestUser): Promise<void> {
  const [north] = user.mailboxes;
  await north.deliver(aMail({ subject: "Rope and paint", text: "Twelve metres, please." }));
  await north.deliver(aMail({ subject: "Blue or white", text: "The ropes come in both." }));
  const call = await user.connect();
  await call("PUT /email/labels/{name}", { name: "Rigging" });
  await signIn(page, user);
  await page.getByRole("row").filter({ hasText: "Rope and paint" }).waitFor();
}

async function walkIn(page: Page, look: Look): Promise<void> {
  await page.goto("/", { waitUntil: "networkidle" });
  await look("landing");
  await page.goto("/login");
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await page.getByText("All fields are required").waitFor();
  await look("login");
  await page.goto("/signup");
  await page.getByRole("button", { name: "Create Account" }).waitFor();
  await look("sign-up");
  await page.goto("/nowhere");
  await page.getByText("404 - Page Not Found").waitFor();
  await look("not found");
}

async function walkThroughMail(page: Page, look: Look): Promise<void> {
  await look("list");
  await pressOn(page.getByRole("row").first(), "x");
  await page.getByRole("toolbar", { name: "1 selected" }).waitFor();
  await look("selection");
  for (const [key, title] of [
    ["b", "Snooze until"],
    ["v", "Move to"],
    ["l", "Labels"],
  ] as const) {
    await page.keyboard.press(key);
    const dialog = page.getByRole("dialog", { name: title });
    await dialog.waitFor();
    await look(title);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
  }
  await page.keyboard.press("x");
  await page.getByRole("toolbar", { name: "1 selected" }).waitFor({ state: "hidden" });

  await openMail(page, "Rope and paint");
  await page.frameLocator("#message iframe").getByText("Twelve metres").waitFor();
  await look("mail");
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menu").waitFor();
  await look("menu of a mail", { staysPut: true });
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Reply", exact: true }).click();
  await page.getByPlaceholder("Type your reply...").waitFor();
  await look("reply");
  await page.keyboard.press("Escape");
  await page.getByPlaceholder("Type your reply...").waitFor({ state: "hidden" });
  await page.goto("/app");
  await page.getByRole("row").first().waitFor();
  await page.getByRole("button", { name: "Compose" }).filter({ visible: true }).first().click();
  const compose = page.getByRole("dialog", { name: "Compose Email" });
  await compose.getByRole("button", { name: "Cc", exact: true }).click();
  await compose.getByLabel("To", { exact: true }).fill("no address, marta.eklund@example.org,");
  await look("compose");
  await compose.getByRole("button", { name: "Discard" }).click();
  await compose.waitFor({ state: "hidden" });
}

async function walkAround(page: Page, look: Look): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("combobox").fill("arch");
  await page.getByRole("option").first().waitFor();
  await look("palette");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Commands" }).waitFor({ state: "hidden" });
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await sheet.waitFor();
  await look("shortcut sheet");
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "hidden" });

  await page.getByRole("button", { name: "Account menu" }).click();
  await page.getByRole("menu").waitFor();
  await look("account menu");
  await page.keyboard.press("Escape");
  const overlay = page.getByRole("button", { name: "Search", exact: true });
  if (await overlay.isVisible()) await overlay.click();
  await page.getByRole("combobox", { name: "Search mail" }).filter({ visible: true }).fill("rope");
  await page.getByText("2 results", { exact: true }).waitFor();
  await look("search");
  await page.keyboard.press("Escape");
  const sidebar = page.getByRole("button", { name: /^Open sidebar/ });
  if (await sidebar.isVisible()) {
    await sidebar.click();
    await page
      .getByRole("dialog")
      .getByRole("link", { name: /^Inbox/ })
      .waitFor();
    await look("sidebar");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
  }
  await page.goto("/app/settings");
  // On a phone, the tabs are a list of links to pages.
  const list = page.getByRole("navigation", { name: "Settings" });
  const tabs = page.getByRole("tab").or(list.getByRole("link"));
  await tabs.filter({ hasText: "Shortcuts" }).waitFor();
  const isPhone = await list.isVisible();
  if (isPhone) await look("settings");
  const names = await tabs.allTextContents();
  expect(names.length).toBeGreaterThan(10);
  const open = async (name: string) => {
    if (isPhone) await list.getByRole("link", { name, exact: true }).click();
    else await page.getByRole("tab", { name, exact: true }).click();
  };
  const back = page.getByRole("main").getByRole("button", { name: "Back", exact: true });
  for (const name of names) {
    await open(name);
    await page
      .getByRole("tabpanel")
      .locator("h2, h3, label, p")
      .filter({ visible: true })
      .first()
      .waitFor();
    await look(`settings, ${name}`);
    if (isPhone) await back.click();
  }
  await page.getByRole("searchbox", { name: "Search settings" }).fill("send");
  await page.getByRole("list", { name: "Settings found" }).waitFor();
  await look("settings, search");
  await page.keyboard.press("Escape");
  await open("Email Accounts");
  await page.getByRole("button", { name: "Add Account" }).click();
  await page.getByRole("dialog", { name: "Add Email Account" }).waitFor();
  await look("add account");
}

function lookFor(page: Page, setting: (typeof settings)[number]): Look {
  const { width, theme, widths } = setting;
  return async (what, { staysPut } = { staysPut: false }) => {
    await expectAccessible(page, `${what} at ${width} px`, [theme]);
    await expectFits(page, what, staysPut ? [width] : widths);
  };
}

/** Returns the properties of an element that stay visible when the user's own colors replace those of the page. */
function looksOf(page: Page, selector: string): Promise<string[]> {
  return page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const style = getComputedStyle(element);
      return [style.outlineStyle, style.outlineWidth, style.borderStyle, style.fontWeight];
    });
}

/** Returns the duration of the longest running animation, infinite if one has no end. */
function longestMotionMs(page: Page): Promise<number> {
  return page.evaluate(() =>
    Math.max(
      0,
      ...document
        .getAnimations()
        .filter(({ playState }) => playState === "running")
        .map(({ effect }) => Number(effect?.getComputedTiming().endTime)),
    ),
  );
}
