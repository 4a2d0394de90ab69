import { expect } from "@playwright/test";
import { untilOpen } from "../support/composer.ts";
import { pressOn, rowOf, signIn, test } from "../support/fixtures.ts";
import { aMail } from "../support/mail.ts";

test("signs in, opens a message and closes it with the keyboard alone", async ({ page, user }) => {
  const [north] = user.mailboxes;
  const now = Date.now();
  north.hold([
    { date: now - 60_000, raw: aMail({ subject: "Older" }) },
    { date: now, raw: aMail({ subject: "Newer" }) },
  ]);
  await user.connect();
  await page.goto("/login");
  await page.getByLabel("Email", { exact: true }).focus();
  await page.keyboard.type(user.email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(user.password);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/app/);
  const rows = page.getByRole("grid").getByRole("row");
  await expect(rows.filter({ hasText: "Newer" })).toBeVisible();
  // Tab reaches the list in a limited number of steps; the arrow keys move within it.
  const isInList = () =>
    page.evaluate(() => document.activeElement?.closest('[role="grid"]') !== null);
  for (let at = 0; at < 40 && !(await isInList()); at++) await page.keyboard.press("Tab");
  expect(await isInList()).toBe(true);
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Older" }).first()).toBeVisible();
});

test("a key right after Escape applies to the list, not to the composer that closes", async ({
  page,
  user,
}) => {
  const [north] = user.mailboxes;
  await north.deliver(aMail({ subject: "Rope and paint" }));
  await user.connect();
  await signIn(page, user);
  const row = rowOf(page, "Rope and paint");
  await pressOn(row, "c");
  const dialog = page.getByRole("dialog", { name: "Compose Email" });
  const to = dialog.getByLabel("To", { exact: true });
  await expect(to).toBeFocused();
  await untilOpen(dialog);
  await page.keyboard.press("Escape");
  await page.keyboard.press("s");
  await expect(dialog).toBeHidden();
  await expect(row.getByRole("button", { name: "Remove star" })).toBeVisible();
  await expect(row).toBeFocused();
  await page.keyboard.press("c");
  await expect(to).toBeFocused();
  await expect(to).toHaveValue("");
});

test("Ctrl+A in the list selects the messages, not the text of the page", async ({
  page,
  user,
}) => {
  const [north] = user.mailboxes;
  for (const subject of ["Rope", "Paint"]) await north.deliver(aMail({ subject }));
  await user.connect();
  await signIn(page, user);
  await expect(rowOf(page, "Rope")).toBeVisible();
  await pressOn(rowOf(page, "Paint"), "Control+a");
  await expect(page.getByRole("toolbar", { name: "2 selected" })).toBeVisible();
});

test("handles a key that is pressed before everything is loaded", async ({ page, user }) => {
  const [north] = user.mailboxes;
  await north.deliver(aMail({ subject: "At first sight" }));
  await user.connect();
  const { promise: isPressed, resolve: press } = Promise.withResolvers<void>();
  await page.route("**/assets/mail-parts*", async (route) => {
    await isPressed;
    await route.continue();
  });
  await signIn(page, user);
  await pressOn(rowOf(page, "At first sight"), "e");
  press();
  await expect(page.getByText("1 email archived")).toBeVisible();
  await expect(rowOf(page, "At first sight")).toBeHidden();
});
