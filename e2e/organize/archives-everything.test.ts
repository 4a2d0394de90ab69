import { expect } from "@playwright/test";
import { pressOn, rowOf, signIn, test } from "../support/fixtures.ts";
import { ImapClient } from "../support/imap-client.ts";
import { aMail } from "../support/mail.ts";

const many = 400;

test("archives a whole inbox at once, keeps mail that arrives in between, and undoes it", async ({
  page,
  user,
}) => {
  test.slow();
  const [north] = user.mailboxes;
  const now = Date.now();
  north.hold(
    Array.from({ length: many }, (_, at) => ({
      date: now - (at + 1) * 60_000,
      raw: aMail({ subject: `Note ${String(at).padStart(3, "0")}` }),
    })),
  );
  await user.connect();
  await using other = await ImapClient.open(north);
  await signIn(page, user);
  await pressOn(rowOf(page, "Note 000"), "*");
  await page.keyboard.press("a");
  await page.getByRole("button", { name: `Select all ${many} in Inbox` }).click();
  await page
    .getByRole("toolbar", { name: `${many} selected` })
    .getByRole("button", { name: "Archive" })
    .click();
  await expect(page.getByText("Your inbox is empty")).toBeVisible();
  await north.deliver(aMail({ subject: "Just now" }));
  await expect(rowOf(page, "Just now")).toBeVisible();
  // While the server still moves messages, none of them reappears in the list.
  await expect(page.getByRole("row", { name: /Note \d+/ })).toHaveCount(0);
  await expect
    .poll(async () => (await other.subjects("Archive")).length, { timeout: 60_000 })
    .toBe(many);
  expect(await other.subjects("INBOX")).toEqual(["Just now"]);

  await page.keyboard.press("z");
  await expect(rowOf(page, "Note 000")).toBeVisible();
  await expect
    .poll(async () => (await other.subjects("INBOX")).length, { timeout: 60_000 })
    .toBe(many + 1);
  await page.reload();
  await expect(rowOf(page, "Just now")).toBeVisible();
  await expect(rowOf(page, "Note 000")).toBeVisible();
});
