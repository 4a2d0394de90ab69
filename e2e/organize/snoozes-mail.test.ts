import { expect } from "@playwright/test";
import { openMail, pressOn, rowOf, signIn, test } from "../support/fixtures.ts";
import { aMail } from "../support/mail.ts";

test("snoozes a message, lists it as snoozed, and returns it to the inbox", async ({
  page,
  user,
}) => {
  const [north] = user.mailboxes;
  await north.deliver(aMail({ subject: "Dentist" }));
  await north.deliver(aMail({ subject: "Tax return" }));
  await user.connect();
  await signIn(page, user);

  await pressOn(rowOf(page, "Dentist"), "b");
  const dialog = page.getByRole("dialog", { name: "Snooze until" });
  await dialog.getByRole("button", { name: /^Tomorrow/ }).click();
  await expect(rowOf(page, "Dentist")).toBeHidden();
  await expect(page.getByText(/1 email snoozed until/)).toBeVisible();
  await page.keyboard.press("z");
  await expect(rowOf(page, "Dentist")).toBeVisible();

  await openMail(page, "Dentist");
  await page.keyboard.press("h");
  const inTwoDays = new Date(Date.now() + 48 * 3_600_000).toISOString().slice(0, 10);
  await dialog.getByLabel("Pick date and time").fill(`${inTwoDays}T09:30`);
  await dialog.getByRole("button", { name: "Snooze", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Tax return" }).first()).toBeVisible();
  await expect(rowOf(page, "Dentist")).toBeHidden();

  await page.getByRole("link", { name: "Snoozed" }).click();
  await expect(page).toHaveURL(/\/app\/snoozed/);
  await expect(rowOf(page, "Dentist")).toContainText(/until .*9:30/);
  await page.reload();
  await expect(rowOf(page, "Dentist")).toContainText(/until .*9:30/);
  await rowOf(page, "Dentist").click({ button: "right" });
  await page.getByRole("menuitem", { name: "Back to Inbox now" }).click();
  await expect(page.getByText("Your snoozed is empty")).toBeVisible();
  await page.getByRole("link", { name: /^Inbox/ }).click();
  await expect(rowOf(page, "Dentist")).toBeVisible();
});

test("snoozes until a time in words, or until the choice with a number, beside the row", async ({
  page,
  user,
}) => {
  const [north] = user.mailboxes;
  for (const subject of ["Dentist", "Tax return"]) await north.deliver(aMail({ subject }));
  await user.connect();
  await signIn(page, user);
  const dialog = page.getByRole("dialog", { name: "Snooze until" });
  const words = dialog.getByLabel("Pick date and time");

  // The page behind is hidden from roles while the choices are open.
  const row = await rowOf(page, "Dentist").boundingBox();
  await pressOn(rowOf(page, "Dentist"), "b");
  const choice = dialog.getByRole("listitem").first().getByRole("button");
  await expect(choice).toBeFocused();
  await expect
    .poll(
      async () =>
        Math.round((await dialog.boundingBox())?.y ?? 0) -
        Math.round((row?.y ?? 0) + (row?.height ?? 0)),
    )
    .toBeLessThan(20);
  // A letter begins the words in the field.
  await page.keyboard.type("tomorrow 9");
  await expect(words).toBeFocused();
  await expect(words).toHaveValue("tomorrow 9");
  await expect(dialog.getByRole("status")).toHaveText(/9:00/);
  await page.keyboard.press("Enter");
  await expect(page.getByText(/1 email snoozed until .*9:00/)).toBeVisible();
  await page.keyboard.press("z");

  await pressOn(rowOf(page, "Dentist"), "b");
  // The browser's own calendar writes into the field, and its "Clear" empties it.
  const calendar = dialog.locator('input[type="datetime-local"]');
  await calendar.fill("2031-03-04T10:30");
  await expect(words).toHaveValue(/2031.*10:30/);
  await calendar.fill("");
  await expect(words).toHaveValue("");
  await words.fill("whenever");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("Write a time such as")).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await expect(choice).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  await pressOn(rowOf(page, "Tax return"), "b");
  await expect(choice).toBeFocused();
  await expect(dialog.getByText("Press a number for a suggested time")).toBeVisible();
  await page.keyboard.press("1");
  await expect(page.getByText(/1 email snoozed until/)).toBeVisible();
  await expect(rowOf(page, "Tax return")).toBeHidden();
});

test("snoozed mail returns automatically at its time", async ({ page, user }) => {
  const [north] = user.mailboxes;
  await north.deliver(aMail({ subject: "Call Ida" }));
  await north.deliver(aMail({ subject: "Newer mail" }));
  const call = await user.connect();
  await signIn(page, user);
  await expect(rowOf(page, "Call Ida")).toBeVisible();
  const { emails } = await call("GET /email/list", {});
  const emailId = emails.find(({ subject }) => subject === "Call Ida")?.id ?? "";
  const snoozeUntil = new Date(Date.now() + 5000).toISOString();
  await call("PATCH /email/{emailId}", { emailId, snoozeUntil });
  // The page may show that only after it has returned; then it is the first.
  expect((await call("GET /email/list", {})).emails).toHaveLength(1);
  await expect(page.getByRole("grid").getByRole("row").first()).toContainText("Call Ida", {
    timeout: 30_000,
  });
});

test("snoozed mail returns although the server was restarted in between", async ({
  page,
  user,
  product,
}) => {
  const [north] = user.mailboxes;
  await north.deliver(aMail({ subject: "Call Olga" }));
  await north.deliver(aMail({ subject: "Newer mail" }));
  const call = await user.connect();
  await signIn(page, user);
  await expect(rowOf(page, "Call Olga")).toBeVisible();
  const { emails } = await call("GET /email/list", {});
  const emailId = emails.find(({ subject }) => subject === "Call Olga")?.id ?? "";
  const snoozeUntil = new Date(Date.now() + 8000).toISOString();
  await call("PATCH /email/{emailId}", { emailId, snoozeUntil });
  // The page may show that only after it has returned; then it is the first.
  expect((await call("GET /email/list", {})).emails).toHaveLength(1);
  await product.restart();
  await expect(page.getByRole("grid").getByRole("row").first()).toContainText("Call Olga", {
    timeout: 30_000,
  });
});

test("on a phone, selects by a long press and snoozes from the toolbar below", async ({
  browser,
  user,
}) => {
  const [north] = user.mailboxes;
  await north.deliver(aMail({ subject: "Shopping list" }));
  await north.deliver(aMail({ subject: "Recipe" }));
  await user.connect();
  const phone = await browser.newContext({
    viewport: { width: 375, height: 720 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await phone.newPage();
  await signIn(page, user);
  const press = { pointerType: "touch", isPrimary: true, clientX: 120, clientY: 150 };
  await rowOf(page, "Recipe").dispatchEvent("pointerdown", press);
  await expect(rowOf(page, "Recipe")).toHaveAttribute("aria-selected", "true");
  await rowOf(page, "Recipe").dispatchEvent("pointerup", press);
  await rowOf(page, "Shopping list").tap();
  const bar = page.getByRole("toolbar", { name: "2 selected" });
  await bar.waitFor();
  for (const button of await bar.getByRole("button").all()) {
    const box = await button.boundingBox();
    if (box) expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
  }
  await bar.getByRole("button", { name: "More actions" }).tap();
  await page.getByRole("menuitem", { name: "Snooze…" }).tap();
  await page.getByRole("button", { name: /^Tomorrow/ }).tap();
  await expect(page.getByText("2 emails snoozed until")).toBeVisible();
  await expect(page.getByText("Your inbox is empty")).toBeVisible();
  await phone.close();
});
