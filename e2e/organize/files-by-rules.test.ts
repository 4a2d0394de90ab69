import { expect } from "@playwright/test";
import { rowOf, signIn, test } from "../support/fixtures.ts";
import { aMail } from "../support/mail.ts";

test("describes a rule in a sentence, previews its matches, and undoes it", async ({
  page,
  user,
}) => {
  const [north] = user.mailboxes;
  await north.deliver(aMail({ subject: "Harbour sale", from: "Shop <news@shop.example>" }));
  await north.deliver(aMail({ subject: "Minutes", from: "Ada <ada@work.example>" }));
  await user.connect();
  await signIn(page, user);
  await expect(rowOf(page, "Harbour sale")).toBeVisible();
  await page.goto("/app/settings?tab=rules");
  await page.getByRole("button", { name: "New rule" }).click();
  const dialog = page.getByRole("dialog", { name: "New rule" });
  await dialog
    .getByLabel("What should happen?")
    .fill("Archive mail from shop.example and mark it as read");
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("Which emails")).toHaveValue('from:"shop.example"');
  await expect(dialog.getByLabel("Move to")).toHaveValue("archive");
  await expect(dialog.getByRole("checkbox", { name: "Mark as read" })).toBeChecked();
  await expect(dialog.getByText("1 match in the last 30 days")).toBeVisible();
  await expect(dialog.getByText("Harbour sale")).toBeVisible();

  // A query that is not valid cannot be switched on.
  await dialog.getByLabel("Which emails").fill("who:shop");
  await expect(dialog.getByText("This search operator does not exist.")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Turn on" })).toBeDisabled();
  await dialog.getByLabel("Which emails").fill("from:shop.example");
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("archive, mark as read")).toBeVisible();

  // Mail that was already there stays; mail that arrives is filed.
  await north.deliver(aMail({ subject: "Last days", from: "Shop <news@shop.example>" }));
  await north.deliver(aMail({ subject: "Agenda", from: "Ada <ada@work.example>" }));
  await page.goto("/app/archive");
  await expect(rowOf(page, "Last days")).toBeVisible();
  await page.goto("/app");
  await expect(rowOf(page, "Agenda")).toBeVisible();
  await expect(rowOf(page, "Harbour sale")).toBeVisible();
  await expect(rowOf(page, "Last days")).toBeHidden();
  await page.goto("/app/settings?tab=rules");
  await page.getByRole("button", { name: "Undo: Last days" }).click();
  await expect(page.getByText("Undone", { exact: true })).toBeVisible();
  await page.goto("/app");
  await expect(rowOf(page, "Last days")).toBeVisible();
});

test("reports which part of a sentence was not understood", async ({ page, user }) => {
  await user.connect();
  await signIn(page, user, "/app/settings?tab=rules");
  await page.getByRole("button", { name: "New rule" }).click();
  await page.getByLabel("What should happen?").fill("Forward receipts to my accountant");
  await page.getByRole("button", { name: "Read sentence" }).click();
  await expect(page.getByText("Couldn't understand")).toContainText("“Forward”");
  await expect(page.getByRole("button", { name: "Turn on" })).toBeDisabled();
});
