import { expect, type Page } from "@playwright/test";
import { signIn, test } from "../support/fixtures.ts";

const search = (page: Page) => page.getByRole("searchbox", { name: "Search settings" });
const found = (page: Page) => page.locator("[data-found]");

test("finds each setting under its name, in groups of tabs, and marks it", async ({
  page,
  user,
}) => {
  test.setTimeout(90_000);
  await user.connect();
  await signIn(page, user, "/app/settings");
  const tabs = page.getByRole("tablist", { name: "Settings" });
  await expect(tabs.getByRole("tab")).toHaveCount(15);
  for (const group of ["You", "Mail", "Organize", "Connections", "Data"]) {
    await expect(tabs.getByText(group, { exact: true })).toBeVisible();
  }
  for (const [typed, name, tab] of [
    ["about you", "About you", "Profile"],
    ["fingerprint", "Passkeys", "Security"],
    ["quiet", "Quiet hours", "Notifications"],
    ["density", "Density", "Appearance"],
    ["archive", "Archive", "Shortcuts"],
    ["undo send", "Undo send", "Sending and signatures"],
    ["images", "Always show images from", "Blocked senders"],
    ["split", "Split inbox", "Inbox"],
    ["high priority", "How much email is High priority", "Inbox"],
    ["remind me", "Remind me when I have not answered", "Inbox"],
    ["rule history", "Rule history", "Rules"],
    ["daily limits", "Daily limits", "AI"],
    ["trello", "Trello", "Integrations"],
    ["mbox", "Export", "Import and export"],
  ] as const) {
    await search(page).fill(typed);
    const hit = page
      .getByRole("list", { name: "Settings found" })
      .getByRole("button", { name: `${name} ${tab}`, exact: true });
    await hit.click();
    await expect(page.getByRole("tab", { name: tab, selected: true })).toBeVisible();
    await expect(found(page)).toHaveCount(1);
    await expect(found(page)).toContainText(name);
    await expect(found(page)).toBeFocused();
    await expect(found(page)).toBeInViewport();
    await expect(search(page)).toHaveValue("");
  }
  // The mark stays until the focus moves.
  await page.keyboard.press("Tab");
  await expect(found(page)).toHaveCount(0);
});

test("chooses a setting by keys alone, and says when there is none", async ({ page, user }) => {
  await user.connect();
  await signIn(page, user, "/app/settings");
  await search(page).fill("windlass");
  await expect(page.getByText("No settings found.")).toBeVisible();
  await expect(page.getByRole("tab").filter({ visible: true })).toHaveCount(0);
  await search(page).press("Escape");
  await expect(search(page)).toBeFocused();
  await expect(page.getByRole("tab", { name: "Profile" })).toBeVisible();
  const hits = page.getByRole("list", { name: "Settings found" }).getByRole("button");
  await search(page).fill("blocked senders");
  await expect(hits).toHaveText(["Blocked senders"]);
  await search(page).fill("swipe");
  await expect(hits).toHaveCount(2);
  await search(page).press("ArrowDown");
  await expect(hits.first()).toBeFocused();
  await hits.first().press("ArrowDown");
  await expect(hits.nth(1)).toBeFocused();
  await hits.nth(1).press("Enter");
  await expect(found(page)).toContainText("Swipe left");
  await search(page).fill("theme");
  await expect(hits.first()).toBeVisible();
  await search(page).press("Enter");
  await expect(found(page)).toContainText("Theme");
});

test("keeps the settings when a panel cannot be fetched, and fetches it when tried again", async ({
  page,
  user,
}) => {
  await user.connect();
  await page.route(/\/assets\/panels-.*\.js/, (route) => route.abort());
  await signIn(page, user, "/app/settings?tab=security");
  const panel = page.getByRole("tabpanel");
  await expect(panel.getByRole("alert")).toContainText("Something went wrong!");
  await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
  await page.getByRole("tab", { name: "Appearance" }).click();
  await expect(panel.getByRole("alert")).toContainText("Something went wrong!");
  await page.unroute(/\/assets\/panels-.*\.js/);
  await panel.getByRole("button", { name: "Try again" }).click();
  await expect(panel.getByRole("radiogroup", { name: "Theme" })).toBeVisible();
});

test("ends every control of a panel at one line", async ({ page, user }) => {
  await user.connect();
  for (const tab of ["notifications", "appearance", "inbox", "sending"]) {
    await signIn(page, user, `/app/settings?tab=${tab}`);
    const panel = page.getByRole("tabpanel");
    await panel.getByRole("combobox").first().waitFor();
    const ends = await panel
      .locator('[data-row] :is([role="switch"], select)')
      .evaluateAll((controls) =>
        controls.map((control) => Math.round(control.getBoundingClientRect().right)),
      );
    expect(ends.length, tab).toBeGreaterThan(1);
    expect([...new Set(ends)], tab).toHaveLength(1);
    const box = await panel.boundingBox();
    expect(box?.width, tab).toBeLessThanOrEqual(720);
  }
});

test("offers a way to the inbox on a page that does not exist and on one that failed", async ({
  page,
  user,
}) => {
  await user.connect();
  await signIn(page, user, "/app/nowhere");
  await expect(page.getByText("404 - Page Not Found")).toBeVisible();
  await page.getByRole("link", { name: "Go to the inbox" }).click();
  await expect(page).toHaveURL(/\/app$/);
  const chunk = /\/assets\/contacts-.*\.js/;
  await page.route(chunk, (route) => route.abort());
  await page.goto("/app/contacts");
  await expect(page.getByText("Something went wrong!")).toBeVisible();
  await page.unroute(chunk);
  await page.getByRole("main").getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "Contacts" })).toBeVisible();
  await page.route(chunk, (route) => route.abort());
  await page.reload();
  await page.getByRole("link", { name: "Go to the inbox" }).click();
  await expect(page).toHaveURL(/\/app$/);
});

test("the list of shortcuts shows those whose name is typed", async ({ page, user }) => {
  await user.connect();
  await signIn(page, user);
  await page.getByText("Your inbox is empty").waitFor();
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(sheet.getByLabel("Filter shortcuts")).toBeFocused();
  await page.keyboard.type("snooz");
  await expect(sheet.getByText("Snooze", { exact: true })).toBeVisible();
  await expect(sheet.getByText("Archive", { exact: true })).toHaveCount(0);
});
