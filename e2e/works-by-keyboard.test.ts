import { expect } from "@playwright/test";
import { test } from "./fixtures.ts";
import { aMail } from "./mail.ts";

test("signs in, opens a mail and closes it with the keyboard alone", async ({ page, person }) => {
  const [north] = person.mailboxes;
  const now = Date.now();
  north.hold([
    { date: now - 60_000, raw: aMail({ subject: "Older" }) },
    { date: now, raw: aMail({ subject: "Newer" }) },
  ]);
  await person.connect();
  await page.goto("/login");
  await page.getByLabel("Email", { exact: true }).focus();
  await page.keyboard.type(person.email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(person.password);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/app/);
  const rows = page.getByRole("grid").getByRole("row");
  await expect(rows.filter({ hasText: "Newer" })).toBeVisible();
  // Tab reaches the list in a bounded number of steps; the arrows move within it.
  const isInList = () =>
    page.evaluate(() => document.activeElement?.closest('[role="grid"]') !== null);
  for (let at = 0; at < 40 && !(await isInList()); at++) await page.keyboard.press("Tab");
  expect(await isInList()).toBe(true);
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Older" }).first()).toBeVisible();
});
