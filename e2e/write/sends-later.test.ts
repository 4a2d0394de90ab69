import { expect } from "@playwright/test";
import {
  beginWriting,
  composer,
  openComposer,
  textOf,
  toastOf,
  write,
} from "../support/composer.ts";
import { signIn, test } from "../support/fixtures.ts";
import { ImapClient } from "../support/imap-client.ts";

test("schedules a message, edits it again, and then sends it at once", async ({
  page,
  user,
  product,
}) => {
  const { to } = await beginWriting(page, { user, product });
  const dialog = await openComposer(page);
  await write(dialog, { to: to.address, subject: "For tomorrow", text: "Good morning." });
  await dialog.getByRole("button", { name: "Send later" }).click();
  await page.getByRole("menuitem", { name: "Tomorrow morning" }).click();
  await expect(dialog).toBeHidden();

  // The link is also shown when the sidebar is collapsed.
  await page.getByRole("button", { name: "Collapse sidebar" }).click();
  await page.getByRole("button", { name: "Outbox" }).click();
  const outbox = page.getByRole("dialog", { name: "Outbox" });
  const scheduled = outbox.getByRole("region", { name: "Scheduled" });
  await expect(scheduled.getByText("For tomorrow")).toBeVisible();
  await expect(scheduled.getByText(/^Will be sent on .*08:00/)).toBeVisible();
  await scheduled.getByRole("button", { name: "Edit" }).click();
  await expect(textOf(composer(page))).toHaveValue("Good morning.");

  await dialog.getByRole("button", { name: "Send later" }).click();
  await page.getByRole("menuitem", { name: "Choose a date and time" }).click();
  await dialog.getByLabel("Date and time").fill("2020-01-01T08:00");
  await dialog.getByRole("button", { name: "Schedule" }).click();
  await expect(dialog.getByText("Please choose a time in the future.")).toBeVisible();
  await dialog.getByLabel("Date and time").fill("some day");
  await dialog.getByRole("button", { name: "Schedule" }).click();
  await expect(dialog.getByText("Write a time such as")).toBeVisible();
  // Words become a date in the language of the page.
  await dialog.getByLabel("Date and time").fill("24 dec 18:00");
  await dialog.getByLabel("Date and time").blur();
  await expect(dialog.getByLabel("Date and time")).toHaveValue(/24 Dec \d{4}, 18:00/);
  await dialog.getByLabel("Date and time").fill(`${new Date().getFullYear() + 1}-01-04T09:30`);
  await dialog.getByRole("button", { name: "Schedule" }).click();
  await expect(dialog).toBeHidden();

  await page.getByRole("button", { name: "Outbox" }).click();
  await expect(scheduled.getByText(/^Will be sent on .*09:30/)).toBeVisible();
  await using client = await ImapClient.open(to);
  expect(await client.sources("INBOX")).toEqual([]);
  await scheduled.getByRole("button", { name: "Send now" }).click();
  await expect(outbox.getByText("Nothing is waiting to be sent.").first()).toBeVisible();
  await expect.poll(async () => (await client.sources("INBOX")).length).toBe(1);
});

test("sends a scheduled mail on time, once, although the server was restarted in between", async ({
  page,
  user,
  product,
}) => {
  const [from] = user.mailboxes;
  const [to] = product.newUser().mailboxes;
  const call = await user.connect();
  const { accounts } = await call("GET /imap/accounts", {});
  const accountId = accounts.find((account) => account.account_mail === from.address)?.id ?? "";
  await signIn(page, user);
  const leavesAt = Date.now() + 15_000;
  await call("POST /email/send", {
    accountId,
    to: to.address,
    subject: "On the second",
    content: "Not before.",
    sendAt: new Date(leavesAt).toISOString(),
  });
  await page.getByRole("button", { name: "Outbox 1" }).click();
  const outbox = page.getByRole("dialog", { name: "Outbox" });
  const scheduled = outbox.getByRole("region", { name: "Scheduled" });
  await expect(scheduled.getByText("On the second")).toBeVisible();
  await product.restart();
  await using client = await ImapClient.open(to);
  let arrivedAt = 0;
  await expect
    .poll(
      async () => {
        const { length } = await client.sources("INBOX");
        if (length > 0 && arrivedAt === 0) arrivedAt = Date.now();
        return length;
      },
      { timeout: 40_000 },
    )
    .toBe(1);
  expect(arrivedAt).toBeGreaterThanOrEqual(leavesAt);
  await expect(outbox.getByText("Nothing is waiting to be sent.").first()).toBeVisible();
  await using sender = await ImapClient.open(from);
  await expect.poll(() => sender.subjects("Sent")).toEqual(["On the second"]);
  expect(await client.subjects("INBOX")).toEqual(["On the second"]);
});

test("shows a message that could not be sent, and opens it with its files", async ({
  page,
  user,
  product,
}) => {
  const { from, to } = await beginWriting(page, { user, product });
  const { smtp } = from.servers;
  smtp.failAt = {
    phase: "rcpt",
    how: { code: 550, text: "no such person" },
    recipient: to.address,
  };
  try {
    const dialog = await openComposer(page);
    await write(dialog, { to: to.address, subject: "Refused", text: "Nobody reads this." });
    await dialog
      .locator("input[type=file]")
      .setInputFiles([{ name: "note.txt", mimeType: "text/plain", buffer: Buffer.from("A note") }]);
    await expect(dialog.getByText("6 Bytes")).toBeVisible();
    await page.keyboard.press("Control+Enter");
    // The first attempt is made after the undo period.
    await expect(toastOf(page).getByText("This email was refused")).toBeVisible({
      timeout: 40_000,
    });
    await page.getByRole("button", { name: "Outbox" }).click();
    const outbox = page.getByRole("dialog", { name: "Outbox" });
    const problems = outbox.getByRole("region", { name: "Needs your attention" });
    await problems.getByRole("button", { name: "Open" }).click();
    await expect(textOf(composer(page))).toHaveValue("Nobody reads this.");
    await expect(composer(page).getByText("note.txt")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "Outbox" })).toBeHidden();
  } finally {
    smtp.failAt = null;
  }
});
