import { expect, type Page } from "@playwright/test";
import { rowOf, signIn, test } from "../support/fixtures.ts";
import { expectFits } from "../support/layout.ts";
import { aMail } from "../support/mail.ts";

/** Stops the page's clock; from here on the test moves it. */
async function stopClock(page: Page): Promise<void> {
  const time = Date.now();
  await page.clock.install({ time });
  await page.clock.pauseAt(time + 60_000);
}

test("the sidebar expands under the pointer, and the menu shows the user's name", async ({
  page,
  user,
}) => {
  await user.connect();
  await signIn(page, user);
  const sidebar = page.getByRole("complementary", { name: "Sidebar" });
  // The border of the sidebar is part of its width.
  const width = async () => (await sidebar.locator("xpath=..").boundingBox())?.width;
  await expect.poll(width).toBe(250);
  await page.getByRole("button", { name: "Collapse sidebar" }).click();
  await page.mouse.move(900, 400);
  await expect.poll(width).toBe(60);
  await sidebar.hover();
  await expect.poll(width).toBe(250);
  await page.mouse.move(900, 400);
  await expect.poll(width).toBe(60);

  await page.getByRole("button", { name: "Account menu" }).click();
  const menu = page.getByRole("menu", { name: "Account menu" });
  await expect(page.getByText(user.name, { exact: true })).toBeVisible();
  await expect(page.getByText(user.email, { exact: true })).toBeVisible();
  await menu.getByRole("menuitem", { name: "Settings" }).click();
  await page.waitForURL(/\/app\/settings/);
  await page.getByRole("button", { name: "Back" }).click();
  await page.waitForURL(/\/app$/);
  await sidebar.getByRole("link", { name: "Settings" }).click();
  await page.waitForURL(/\/app\/settings/);
});

test("in a window below 1200 px the sidebar is collapsed until the user opens it, and the list is wide enough", async ({
  page,
  user,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await user.mailboxes[0].deliver(aMail({ subject: "Ropes" }));
  await user.connect();
  await signIn(page, user);
  await expect(rowOf(page, "Ropes")).toBeVisible();
  const list = page.locator("#message-list");
  const startPx = async () => (await list.boundingBox())?.x;
  expect(await startPx()).toBe(60);
  expect((await list.boundingBox())?.width).toBeGreaterThanOrEqual(360);
  await page.getByRole("button", { name: "Keep sidebar open" }).click();
  await expect.poll(startPx).toBe(250);
  await page.reload();
  await expect(rowOf(page, "Ropes")).toBeVisible();
  expect(await startPx()).toBe(250);

  // The settings have no space for it beside their own list.
  await page.setViewportSize({ width: 768, height: 1024 });
  expect(await startPx()).toBe(250);
  await page.goto("/app/settings?tab=shortcuts");
  await expect(page.getByRole("tabpanel", { name: "Shortcuts" })).toBeVisible();
  await expectFits(page, "the settings beside a sidebar that was kept open", [768]);
});

test("a tooltip opens after 700 ms, and the next one at once within 300 ms", async ({
  page,
  user,
}) => {
  const [north] = user.mailboxes;
  await user.connect();
  await signIn(page, user);
  const strip = page.getByRole("group", { name: "Email accounts" });
  const account = strip.getByRole("button", { name: new RegExp(`^${north.address}`) });
  await expect(account).toBeVisible();
  await stopClock(page);
  const tooltip = page.getByRole("tooltip");
  await account.hover();
  await page.clock.runFor(699);
  await expect(tooltip).toHaveCount(0);
  await page.clock.runFor(1);
  await expect(tooltip).toContainText(north.address);
  await strip.getByRole("button", { name: "Add email account" }).hover();
  await page.clock.runFor(1);
  await expect(tooltip).toHaveText("Add email account");
  await page.mouse.move(640, 600);
  await expect(tooltip).toHaveCount(0);
  await page.clock.runFor(300);
  await account.hover();
  await page.clock.runFor(699);
  await expect(tooltip).toHaveCount(0);
  await page.clock.runFor(1);
  await expect(tooltip).toContainText(north.address);
});

test("a search starts after a pause in typing, and sends one request", async ({ page, user }) => {
  await user.mailboxes[0].deliver(aMail({ subject: "Zephyr" }));
  const call = await user.connect();
  await expect
    .poll(async () => (await call("POST /email/search", { query: "zephyr" })).results.length)
    .toBe(1);
  await signIn(page, user);
  const box = page.getByRole("combobox", { name: "Search mail" });
  await box.click();
  await expect(page.getByRole("option").first()).toBeVisible();
  const asked: string[] = [];
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/email/search", async (route) => {
    asked.push(route.request().postDataJSON().query);
    await held;
    await route.continue();
  });
  await stopClock(page);
  await box.pressSequentially("z");
  await page.clock.runFor(1000);
  await box.pressSequentially("ephyr");
  await page.clock.runFor(299);
  expect(asked).toEqual([]);
  await page.clock.runFor(1);
  await expect.poll(() => asked).toEqual(["zephyr"]);
  await expect(page.getByText("Searching...")).toBeVisible();
  release();
  // Rendering waits for timers as well, and the clock is stopped.
  await expect(async () => {
    await page.clock.runFor(50);
    await expect(page.getByText("1 result", { exact: true })).toBeVisible({ timeout: 500 });
  }).toPass();
  const dropdown = page
    .locator("[style*='max-height']")
    .filter({ has: page.getByRole("listbox", { name: "Search mail" }) });
  await expect(dropdown).toHaveCSS("max-height", "320px");
});

test("opening and refreshing the mail page syncs with the mail servers first, then loads the list", async ({
  page,
  user,
}) => {
  await user.mailboxes[0].deliver(aMail({ subject: "Ropes" }));
  await user.connect();
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/email\/(?:sync|threads)$/.test(pathname)) asked.push(pathname);
  });
  await signIn(page, user);
  await expect(rowOf(page, "Ropes")).toBeVisible();
  await expect.poll(() => asked).toContain("/email/sync");

  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/email/sync", async (route) => {
    await held;
    await route.continue();
  });
  const before = asked.length;
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect.poll(() => asked.slice(before)).toContain("/email/sync");
  release();
  await expect
    .poll(() => asked.slice(asked.lastIndexOf("/email/sync")))
    .toContain("/email/threads");
});
