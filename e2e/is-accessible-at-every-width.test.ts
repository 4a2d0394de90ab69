import { expect, type Page } from "@playwright/test";
import { expectAccessible, looksMs } from "./axe.ts";
import { openMail, signIn, test } from "./fixtures.ts";
import { aMail } from "./mail.ts";
import type { Person } from "./product.ts";

/** Which theme each width is looked at in; the other tests look at 1280 px in both. */
const settings = [
  { width: 768, height: 1024, theme: "light" },
  { width: 375, height: 812, theme: "dark" },
] as const;

const tabs = [
  ["profile", "Profile"],
  ["accounts", "Email Accounts"],
  ["security", "Security"],
  ["appearance", "Appearance"],
  ["sending", "Sending and signatures"],
  ["labels", "Labels"],
  ["transfer", "Import and export"],
  ["blocked", "Blocked senders"],
  ["shortcuts", "Shortcuts"],
] as const;

/** What is done with a screen that stands. */
type Look = (what: string) => Promise<void>;

for (const { width, height, theme } of settings) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height }, colorScheme: theme });

    test("everyone can come in", async ({ page }) => {
      test.setTimeout(looksMs);
      await walkIn(page, lookFor(page, width));
    });

    test("everyone can read, write and file mail", async ({ page, person }) => {
      test.setTimeout(looksMs);
      await arrive(page, person);
      await walkThroughMail(page, lookFor(page, width));
    });

    test("everyone can find the way and set Inlet up", async ({ page, person }) => {
      test.setTimeout(looksMs);
      await arrive(page, person);
      await walkAround(page, lookFor(page, width));
    });
  });
}

test.describe("at 320 px", () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test("no screen is wider than the window", async ({ page, person }) => {
    test.setTimeout(looksMs);
    const look: Look = (what) => expectNoSidewaysScroll(page, what);
    await walkIn(page, look);
    await arrive(page, person);
    await walkAround(page, look);
    await page.goto("/app");
    await page.getByRole("row").first().waitFor();
    await walkThroughMail(page, look);
  });
});

test("in forced colours what is chosen and what has the focus can still be seen", async ({
  page,
  person,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  await arrive(page, person);
  await openMail(page, "Rope and paint");
  await expectAccessible(page, "mail in forced colours");
  const shown = page.getByRole("link", { name: /^Inbox/ });
  await expect(shown).toHaveAttribute("aria-current", "page");
  // A tint of the background is all that marks it otherwise, and forced colours take that away.
  expect(await looksOf(page, 'a[aria-current="page"]')).not.toEqual(
    await looksOf(page, 'a[href="/app/sent"]'),
  );
  await page.getByRole("row").first().focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  const outline = await page
    .getByRole("row")
    .first()
    .evaluate((row) => getComputedStyle(row).outlineStyle);
  expect(outline).not.toBe("none");
});

test("who wants less motion sees nothing move", async ({ page, person }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/", { waitUntil: "networkidle" });
  expect(await longestMotionMs(page)).toBeLessThanOrEqual(80);
  await arrive(page, person);
  await openMail(page, "Rope and paint");
  await page.getByRole("button", { name: "Reply", exact: true }).click();
  await page.getByPlaceholder("Type your reply...").waitFor();
  expect(await longestMotionMs(page)).toBeLessThanOrEqual(80);
});

async function arrive(page: Page, person: Person): Promise<void> {
  const [north] = person.mailboxes;
  await north.deliver(aMail({ subject: "Rope and paint", text: "Twelve metres, please." }));
  await north.deliver(aMail({ subject: "Blue or white", text: "The ropes come in both." }));
  const call = await person.connect();
  await call("PUT /email/labels/{name}", { name: "Rigging" });
  await signIn(page, person);
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
  await page.getByRole("row").first().focus();
  await page.keyboard.press("x");
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
  await page.frameLocator("iframe").getByText("Twelve metres").waitFor();
  await look("mail");
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menu").waitFor();
  await look("menu of a mail");
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
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  await look("shortcut sheet");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });

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
  for (const [value, name] of tabs) {
    await page.goto(`/app/settings?tab=${value}`);
    await page.getByRole("tabpanel", { name }).locator("h2, h3, label, p").first().waitFor();
    await look(`settings, ${name}`);
  }
  await page.goto("/app/settings?tab=accounts");
  await page.getByRole("button", { name: "Add Account" }).click();
  await page.getByRole("dialog", { name: "Add Email Account" }).waitFor();
  await look("add account");
}

function lookFor(page: Page, width: number): Look {
  return async (what) => {
    await expectAccessible(page, `${what} at ${width} px`);
    await expectNoSidewaysScroll(page, `${what} at ${width} px`);
  };
}

async function expectNoSidewaysScroll(page: Page, what: string): Promise<void> {
  const { wide, window } = await page.evaluate(() => ({
    wide: Math.max(document.documentElement.scrollWidth, document.body.scrollWidth),
    window: document.documentElement.clientWidth,
  }));
  expect(wide, `${what} scrolls sideways`).toBeLessThanOrEqual(window);
}

/** What of an element stays visible where the person's own colours take the place of the page's. */
function looksOf(page: Page, selector: string): Promise<string[]> {
  return page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const style = getComputedStyle(element);
      return [style.outlineStyle, style.outlineWidth, style.borderStyle, style.fontWeight];
    });
}

/** The longest of the motions that run, and for ever where one has no end. */
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
