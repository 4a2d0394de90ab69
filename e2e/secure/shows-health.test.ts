import { expect } from "@playwright/test";
import { rowOf, signIn, test } from "../support/fixtures.ts";
import { ImapClient } from "../support/imap-client.ts";
import { aMail } from "../support/mail.ts";

test("proves for each folder that no message is missing, and compares on request", async ({
  page,
  user,
}) => {
  const [north] = user.mailboxes;
  await north.deliver(aMail({ subject: "One" }));
  await north.deliver(aMail({ subject: "Two" }));
  await user.connect();
  await signIn(page, user, "/app/settings?tab=accounts");
  await page.getByRole("button", { name: `Details: ${north.address}` }).click();
  const inbox = page.getByRole("row").filter({ hasText: "INBOX" });
  await expect(inbox).toContainText("server 2 · here 2", { timeout: 30_000 });
  await expect(page.getByText("Mail synced")).toBeVisible();
  await expect(page.getByText(/^\d+ of at most \d+$/)).toBeVisible();
  await page.getByRole("button", { name: "Check now" }).click();
  await expect(page.getByRole("button", { name: "Check now" })).toBeEnabled({ timeout: 30_000 });
  await expect(inbox).toContainText("Equal");

  await page.getByRole("button", { name: `Change: ${north.address}` }).click();
  const dialog = page.getByRole("dialog", { name: "Change account" });
  await dialog.getByLabel("How much mail to sync").selectOption("1 year");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: `Change: ${north.address}` }).click();
  await expect(dialog.getByLabel("How much mail to sync")).toHaveValue("12");
});

test("stores mail as far back as configured, and leaves older mail on the server", async ({
  page,
  user,
}) => {
  const [north] = user.mailboxes;
  const yearsAgo = Date.now() - 3 * 365 * 24 * 3_600_000;
  north.hold([
    { date: yearsAgo, raw: aMail({ subject: "Three years old", date: yearsAgo }) },
    { date: Date.now(), raw: aMail({ subject: "Of today" }) },
  ]);
  await user.connect();
  await using other = await ImapClient.open(north);
  await signIn(page, user);
  await expect(rowOf(page, "Three years old")).toBeVisible();
  const choose = async (depth: string) => {
    await page.goto("/app/settings?tab=accounts");
    await page.getByRole("button", { name: `Change: ${north.address}` }).click();
    const dialog = page.getByRole("dialog", { name: "Change account" });
    await dialog.getByLabel("How much mail to sync").selectOption(depth);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole("button", { name: "Back" }).click();
  };
  await choose("1 year");
  await expect(rowOf(page, "Of today")).toBeVisible();
  await expect(rowOf(page, "Three years old")).toHaveCount(0, { timeout: 30_000 });
  expect(await other.subjects("INBOX")).toEqual(["Of today", "Three years old"]);
  await choose("All mail");
  await expect(rowOf(page, "Three years old")).toBeVisible({ timeout: 30_000 });
});
