import { limits } from "../../contract/limits.ts";
import type { Page } from "@playwright/test";
import { type Look, openList } from "./screenshot.ts";

/** The app's frame, and the lists in all their states. */
export const listScreenshots: readonly Look[] = [
  {
    name: "list inbox",
    as: "nora",
    take: async (page) => {
      await openList(page);
      // The numbers of unread emails decide which tabs fit.
      await page.getByRole("tab", { name: /^All.*unread/ }).waitFor();
      // A narrow window has no place for the brief beside the list.
      if (await page.evaluate((px) => innerWidth >= px, limits.twoPaneBreakpointPx))
        await page.getByRole("heading", { name: "Needs your reply" }).waitFor();
    },
  },
  { name: "list sent", as: "nora", take: (page) => openList(page, "/app/sent") },
  { name: "list drafts", as: "nora", take: (page) => openList(page, "/app/drafts") },
  { name: "list spam", as: "nora", take: (page) => openList(page, "/app/spam") },
  { name: "list trash", as: "nora", take: (page) => openList(page, "/app/trash") },
  {
    name: "list empty",
    as: "nora",
    take: async (page) => {
      await page.goto("/app/snoozed");
      await page.getByText("Your snoozed is empty").waitFor();
    },
  },
  {
    name: "list failed",
    as: "nora",
    take: async (page) => {
      await page.route(/\/email\/(list|threads)/, (route) =>
        route.fulfill({ status: 500, json: {} }),
      );
      // No other screenshot has cached this list on the device.
      await page.goto("/app/archive");
      await page.getByRole("button", { name: "Try again" }).waitFor({ timeout: 30_000 });
    },
  },
  {
    name: "list loading",
    as: "nora",
    take: async (page) => {
      await page.route(/\/email\/(list|threads)/, () => undefined);
      await page.goto("/app/label/Family");
      await page.locator(".animate-breathe").first().waitFor();
    },
  },
  {
    name: "list offline",
    as: "nora",
    take: async (page) => {
      await page.addInitScript(() =>
        Object.defineProperty(navigator, "onLine", { get: () => false }),
      );
      await openList(page);
      await page.getByRole("status").filter({ hasText: "offline" }).waitFor();
    },
  },
  { name: "list important", as: "nora", take: (page) => openTab(page, /^Important/) },
  { name: "list needs reply", as: "nora", take: (page) => openTab(page, /^Needs reply/) },
  { name: "list waiting", as: "nora", take: (page) => openTab(page, /^Waiting/) },
  {
    name: "list without accounts",
    as: "newcomer",
    take: async (page) => {
      await page.goto("/app");
      await page.getByText("No email accounts found").first().waitFor();
    },
  },
  {
    name: "list selection",
    as: "nora",
    take: async (page) => {
      await openList(page);
      await selectTwo(page);
    },
  },
  {
    name: "list snooze dialog",
    as: "nora",
    take: (page) => bulkDialog(page, "b", "Snooze until"),
  },
  { name: "list move dialog", as: "nora", take: (page) => bulkDialog(page, "v", "Move to") },
  { name: "list labels dialog", as: "nora", take: (page) => bulkDialog(page, "l", "Labels") },
  {
    name: "list row hover",
    as: "nora",
    take: async (page) => {
      await openList(page);
      await page.getByRole("row").nth(1).hover();
      const actions = page.getByRole("row").nth(1).getByRole("button", { name: "Archive" });
      // Rows have no such buttons on touch screens.
      if (await page.evaluate(() => matchMedia("(pointer: fine)").matches)) await actions.waitFor();
    },
  },
  {
    name: "list question",
    as: "nora",
    take: async (page) => {
      await openList(page, "/app/trash");
      await page.getByRole("button", { name: "Empty Trash" }).click();
      await page.getByRole("alertdialog").waitFor();
    },
  },
  {
    name: "list toast",
    as: "nora",
    take: async (page) => {
      await openList(page);
      // Answer here and do not let the server apply it: the next look finds the message where it was.
      await page.route(/\/email\/(bulk|[0-9a-f-]{36})$/, (route) =>
        route.fulfill({ status: 200, body: "{}" }),
      );
      await page.getByRole("row").nth(1).focus();
      await page.keyboard.press("e");
      await page.getByText("archived", { exact: false }).first().waitFor();
    },
  },
  {
    name: "sidebar open",
    as: "nora",
    take: async (page) => {
      await openList(page);
      const menu = page.getByRole("button", { name: /^Open sidebar/ });
      if (await menu.isVisible()) await menu.click();
      await page.getByRole("navigation", { name: "Mailboxes" }).waitFor();
    },
  },
  {
    name: "sidebar change label",
    as: "nora",
    take: async (page) => {
      await openList(page);
      const menu = page.getByRole("button", { name: /^Open sidebar/ });
      if (await menu.isVisible()) await menu.click();
      // A narrow sidebar has no space for the menus of the labels.
      const wider = page.getByRole("button", { name: "Keep sidebar open" });
      if (await wider.isVisible()) await wider.click();
      await page.getByRole("navigation", { name: "Labels" }).getByRole("link").first().focus();
      await page.keyboard.press("Shift+F10");
      await page.getByRole("menuitem", { name: "Rename or recolor…" }).click();
      await page.getByRole("dialog", { name: "Change label" }).waitFor();
    },
  },
  {
    name: "palette",
    as: "nora",
    take: async (page) => {
      await openList(page);
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog").getByRole("combobox").fill("arch");
      await page.getByRole("group", { name: "Mail" }).getByRole("option").nth(1).waitFor();
    },
  },
  {
    name: "palette with arguments",
    as: "nora",
    take: async (page) => {
      await openList(page);
      await page.keyboard.press("Control+k");
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("combobox").fill("archive all unread older than a week");
      await dialog.getByText(/emails?$/).waitFor();
    },
  },
  {
    name: "quick look",
    as: "nora",
    take: async (page) => {
      await openList(page);
      await page.getByRole("grid").getByRole("row").nth(1).focus();
      await page.keyboard.down("Space");
      const look = page.getByRole("region", { name: "Quick look" });
      await look.locator("iframe").contentFrame().locator("body").waitFor();
    },
  },
  {
    name: "low tide",
    as: "nora",
    take: async (page) => {
      await page.goto("/app?tide=true");
      await page.locator("#message iframe").first().contentFrame().locator("body").waitFor();
    },
  },
  {
    name: "low tide reached",
    as: "nora",
    take: async (page) => {
      await page.goto('/app/search?q="Rope+and+paint+nowhere"&tide=true');
      await page.getByRole("heading", { name: "Low tide." }).waitFor();
    },
  },
  {
    name: "shortcut sheet",
    as: "nora",
    take: async (page) => {
      await openList(page);
      await page.keyboard.press("?");
      await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    },
  },
  {
    name: "search results",
    as: "nora",
    take: async (page) => {
      await openList(page);
      await search(page, "invitation");
      await page
        .getByText(/^\d+\+? results?$/)
        .first()
        .waitFor();
    },
  },
  {
    name: "search nothing found",
    as: "nora",
    take: async (page) => {
      await openList(page);
      await search(page, "invitation zeppelin");
      await page.getByRole("option", { name: "Leave out zeppelin" }).waitFor();
    },
  },
  {
    name: "search list",
    as: "nora",
    take: async (page) => {
      await openList(page, "/app/search?q=invitation");
      await page.getByRole("heading", { name: "Search: invitation" }).waitFor();
    },
  },
];

async function selectTwo(page: Page): Promise<void> {
  await page.getByRole("row").nth(0).focus();
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.getByRole("toolbar", { name: "2 selected" }).waitFor();
}

async function bulkDialog(page: Page, key: string, title: string): Promise<void> {
  await openList(page);
  await selectTwo(page);
  await page.keyboard.press(key);
  await page.getByRole("dialog", { name: title }).waitFor();
}

async function search(page: Page, text: string): Promise<void> {
  const open = page.getByRole("button", { name: "Search", exact: true });
  if (await open.isVisible()) await open.click();
  await page.getByRole("combobox", { name: "Search mail" }).filter({ visible: true }).fill(text);
}

async function openTab(page: Page, name: RegExp): Promise<void> {
  await openList(page);
  const tab = page.getByRole("tab", { name });
  // A narrow list has its last tabs in a menu.
  const other = page.getByRole("button", { name: "More inbox tabs" });
  await tab.or(other).filter({ visible: true }).first().waitFor();
  if (await tab.isVisible()) await tab.click();
  else {
    await other.click();
    await page.getByRole("menuitem", { name }).click();
  }
  await page.getByRole("tab", { name, selected: true }).waitFor();
  await page.getByRole("grid").getByRole("row").first().waitFor();
}
