import { expect, type Page } from "@playwright/test";
import { beginWriting, openComposer, toastOf, untilSent, write } from "../support/composer.ts";
import { openMail, signIn, test } from "../support/fixtures.ts";
import { ImapClient } from "../support/imap-client.ts";
import { aMail } from "../support/mail.ts";
import type { UserMailbox } from "../support/product.ts";

/** Returns the dialog with the messages that are queued or failed. */
function outboxOf(page: Page) {
  return page.getByRole("dialog", { name: "Outbox" });
}

/** Sends a message; it leaves at once if the undo period of the user is 0. */
async function send(page: Page, mail: { to: string; subject: string; text: string }) {
  const dialog = await openComposer(page);
  await write(dialog, mail);
  await page.keyboard.press("Control+Enter");
  await expect(dialog).toBeHidden();
}

async function subjectsAt(mailbox: UserMailbox): Promise<string[]> {
  await using client = await ImapClient.open(mailbox);
  return await client.subjects("INBOX");
}

test("asks the user to decide when it is unknown whether a mail was sent", async ({
  page,
  user,
  product,
}) => {
  const { from, to } = await beginWriting(page, { user, product }, { undoSeconds: 0 });
  const { smtp } = from.servers;
  const outbox = outboxOf(page);
  const problems = outbox.getByRole("region", { name: "Needs your attention" });
  try {
    smtp.failAt = { phase: "final", how: "drop" };
    await send(page, { to: to.address, subject: "Perhaps", text: "Did it leave?" });
    await expect(toastOf(page).getByText("We're not sure this email was sent.")).toBeVisible();
    await toastOf(page).getByText("Open", { exact: true }).click();
    await expect(problems.getByText("Perhaps")).toBeVisible();
    await expect(problems.getByText("We don't know whether this was sent.")).toBeVisible();
    smtp.failAt = null;
    await problems.getByRole("button", { name: "Send again" }).click();
    await expect(outbox.getByText("Nothing is waiting to be sent.").first()).toBeVisible();
    await expect(toastOf(page).getByText("Email sent successfully!").first()).toBeVisible();
    expect(await subjectsAt(to)).toEqual(["Perhaps"]);
    await page.keyboard.press("Escape");

    smtp.failAt = { phase: "final", how: "drop" };
    await send(page, { to: to.address, subject: "It did", text: "Somebody looked." });
    await page.getByRole("button", { name: "Outbox 1 need your attention" }).click();
    await expect(problems.getByText("It did")).toBeVisible();
    smtp.failAt = null;
    await problems.getByRole("button", { name: "It was sent" }).click();
    await expect(outbox.getByText("Nothing is waiting to be sent.").first()).toBeVisible();
    expect(await subjectsAt(to)).toEqual(["Perhaps"]);
  } finally {
    smtp.failAt = null;
  }
});

test("shows why the mail server refused a mail", async ({ page, user, product }) => {
  const { from, to } = await beginWriting(page, { user, product }, { undoSeconds: 0 });
  const { smtp } = from.servers;
  smtp.failAt = { phase: "rcpt", how: { code: 550, text: "no such person" } };
  try {
    await send(page, { to: to.address, subject: "Refused", text: "Nobody will read this." });
    await expect(
      toastOf(page).getByText(
        /^This email was refused, and was not sent to anyone\. .*no such person/,
      ),
    ).toBeVisible();
  } finally {
    smtp.failAt = null;
  }
});

test("shows which recipients a bounced mail did not reach", async ({ page, user, product }) => {
  const { from, to } = await beginWriting(page, { user, product }, { undoSeconds: 0 });
  await send(page, { to: to.address, subject: "Lunch on Friday", text: "At noon?" });
  await untilSent(page);
  await using client = await ImapClient.open(from);
  await expect.poll(async () => (await client.sources("Sent")).length).toBe(1);
  const [, sentId = ""] =
    /^Message-ID: <(.*)>\r$/im.exec((await client.sources("Sent"))[0] ?? "") ?? [];
  await from.deliver(
    [
      "Return-Path: <>",
      "From: Mail Delivery System <MAILER-DAEMON@north.example>",
      `To: ${from.address}`,
      `Date: ${new Date().toUTCString()}`,
      `Message-ID: <report.${sentId}>`,
      "Subject: Undelivered Mail Returned to Sender",
      "MIME-Version: 1.0",
      'Content-Type: multipart/report; report-type=delivery-status; boundary="r"',
      "",
      "--r",
      "Content-Type: text/plain",
      "",
      "It could not be delivered.",
      "--r",
      "Content-Type: message/delivery-status",
      "",
      "Reporting-MTA: dns; north.example",
      "",
      `Final-Recipient: rfc822; ${to.address}`,
      "Action: failed",
      "Status: 5.2.2",
      "Diagnostic-Code: smtp; 552 5.2.2 <b>Mailbox</b> full",
      "",
      "--r",
      "Content-Type: text/rfc822-headers",
      "",
      `Message-ID: <${sentId}>`,
      "Subject: Lunch on Friday",
      "",
      "--r--",
      "",
    ].join("\r\n"),
  );
  await page.getByRole("button", { name: "Outbox 1 need your attention" }).click();
  const problems = outboxOf(page).getByRole("region", { name: "Needs your attention" });
  await expect(problems.getByText("Lunch on Friday")).toBeVisible();
  await expect(problems.getByText("Not delivered to:")).toBeVisible();
  await expect(
    problems.getByRole("listitem").getByText(`${to.address}: The mailbox is full.`),
  ).toContainText("<b>Mailbox</b> full");
  // The message in Sent shows it, too.
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Sent" }).click();
  await openMail(page, "Lunch on Friday");
  await expect(page.getByRole("note")).toContainText(`${to.address}: The mailbox is full.`);
  await page.getByRole("button", { name: "Outbox 1 need your attention" }).click();
  await problems.getByRole("button", { name: "Dismiss" }).click();
  await expect(outboxOf(page).getByText("Nothing is waiting to be sent.").first()).toBeVisible();
});

test("requests a read receipt, and sends one only with the reader's consent", async ({
  page,
  user,
  product,
}) => {
  const [own] = user.mailboxes;
  const [other] = product.newUser().mailboxes;
  const call = await user.connect();
  const { preferences } = await call("GET /user/preferences", {});
  await call("PUT /user/preferences", { ...preferences, undoSeconds: 0 });
  for (const subject of ["None of your business", "Please confirm"]) {
    await own.deliver(
      aMail({
        subject,
        text: "Read this.",
        from: `Nosy <${other.address}>`,
        to: own.address,
        headers: [`Disposition-Notification-To: ${other.address}`],
      }),
    );
  }
  await signIn(page, user);
  await page.getByRole("button", { name: own.address }).click();
  const dialog = await openComposer(page);
  await write(dialog, { to: other.address, subject: "Did you read this?", text: "Say so." });
  await dialog.getByRole("button", { name: "More options" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Ask for a read receipt" }).click();
  await dialog.getByRole("button", { name: "Send", exact: true }).click();
  await untilSent(page);
  await using reader = await ImapClient.open(other);
  await expect.poll(async () => (await reader.sources("INBOX")).length).toBe(1);
  expect((await reader.sources("INBOX"))[0]).toContain(
    `Disposition-Notification-To: ${own.address}\r\n`,
  );

  const asked = page.getByText("The sender asks for a read receipt.");
  await openMail(page, "None of your business");
  await expect(asked).toBeVisible();
  await page.getByRole("button", { name: "Don't send" }).click();
  await expect(asked).toBeHidden();
  await openMail(page, "Please confirm");
  await page.getByRole("button", { name: "Send receipt" }).click();
  await expect(toastOf(page).getByText("Read receipt sent")).toBeVisible();
  await expect(asked).toBeHidden();
  await expect.poll(async () => (await reader.sources("INBOX")).length).toBe(2);
  const receipt = (await reader.sources("INBOX"))[1] ?? "";
  expect(receipt).toContain("disposition-notification");
  expect(receipt).toMatch(/^Disposition: manual-action\/MDN-sent-manually; displayed\r$/im);
  await page.reload();
  await page.getByRole("heading", { name: "Please confirm" }).first().waitFor();
  await expect(asked).toBeHidden();
});
