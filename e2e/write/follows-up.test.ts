import { expect, type Page } from "@playwright/test";
import { composer, openComposer, textOf, toastOf, write } from "../support/composer.ts";
import { openMail, rowOf, signIn, test } from "../support/fixtures.ts";
import { ImapClient } from "../support/imap-client.ts";
import { aMail } from "../support/mail.ts";
import type { UserMailbox } from "../support/product.ts";

const dayMs = 86_400_000;
const asked = {
  subject: "The mooring plan",
  messageId: "plan@example.org",
  text: "Hi Maria,\r\n\r\ncould you please send me the mooring plan by Thursday?\r\n\r\nBest,\r\nAnna\r\n",
};

/** Stores a message in Sent with an earlier date, as another mail client does. */
async function sentFromOtherClient(mailbox: UserMailbox, raw: Buffer, date: number): Promise<void> {
  await using client = await ImapClient.open(mailbox);
  await client.sendCommand("CREATE Sent").catch(() => undefined);
  await client.append("Sent", raw, new Date(date));
}

/** Returns the tab of the inbox with conversations that wait for an answer; the number is in its name. */
function tabOf(page: Page, name: "Needs reply" | "Waiting", count: number) {
  const counted = count === 1 ? "1 conversation" : `${count} conversations`;
  return page.getByRole("tab", { name: `${name} ${counted}` });
}

test("reminds of a message without a reply, and sends the prepared nudge", async ({
  page,
  user,
  product,
}) => {
  const [mailbox] = user.mailboxes;
  const [maria] = product.newUser().mailboxes;
  const date = Date.now() - 9 * dayMs;
  const from = `Anna <${mailbox.address}>`;
  const to = `Maria Lindqvist <${maria.address}>`;
  await sentFromOtherClient(mailbox, aMail({ ...asked, from, to, date }), date);
  const call = await user.connect({ sendsImmediately: true });
  await signIn(page, user);
  await tabOf(page, "Waiting", 1).click();
  const row = rowOf(page, asked.subject);
  // The user has sent it, so it is not unread.
  await expect(row).toHaveAccessibleName(/^To: Maria Lindqvist.*, 9 days/);
  const nudge = page.getByRole("button", { name: "Nudge Maria Lindqvist" });
  const cell = row.getByRole("gridcell").filter({ has: nudge });
  await expect(cell).toHaveCSS("opacity", "0");
  await row.hover();
  await expect(cell).toHaveCSS("opacity", "1");
  await nudge.click();
  const dialog = composer(page);
  await expect(dialog.getByLabel("To", { exact: true })).toBeVisible();
  const area = dialog.getByRole("textbox", { name: "Message" });
  await expect(area).toHaveValue(/^Hi Maria,\n\nI.*my email of \d+ \w+\./);
  // The nudge waits in the dialog: nothing has been sent.
  await using client = await ImapClient.open(maria);
  expect(await client.sources("INBOX")).toEqual([]);
  await dialog.getByRole("button", { name: "Send", exact: true }).click();
  await expect
    .poll(async () => (await client.sources("INBOX")).length, { timeout: 40_000 })
    .toBe(1);
  const [source = ""] = await client.sources("INBOX");
  expect(source).toContain(`In-Reply-To: <${asked.messageId}>`);
  expect(source).toContain("Subject: Re: The mooring plan");
  // The nudge asks, too: the conversation still waits, but nothing reminds of it for now.
  await expect
    .poll(async () => {
      const { followUps, open } = await call("GET /follow-ups", {});
      return [followUps.length, open.length];
    })
    .toEqual([0, 1]);
  await expect(rowOf(page, "Re: The mooring plan")).toBeVisible();
});

test("postpones a reminder, dismisses it, and undoes both", async ({ page, user }) => {
  const [mailbox] = user.mailboxes;
  const date = Date.now() - 9 * dayMs;
  const raw = aMail({
    subject: "Budget",
    from: "Maria Lindqvist <maria@example.org>",
    to: mailbox.address,
    date,
    text: "Hi Anna,\r\n\r\ncould you please review the budget draft by Thursday?\r\n\r\nBest,\r\nMaria\r\n",
  });
  mailbox.hold([{ date, raw }]);
  await user.connect();
  await signIn(page, user);
  const tab = tabOf(page, "Needs reply", 1);
  await tab.click();
  const row = rowOf(page, "Budget");
  await row.getByRole("button", { name: "Reply to Maria Lindqvist" }).click();
  await expect(composer(page).getByLabel("Subject")).toHaveValue("Re: Budget");
  await page.keyboard.press("Escape");
  await expect(composer(page)).toBeHidden();
  await row.hover();
  await row.getByRole("button", { name: "Reminder about Maria Lindqvist" }).click();
  await page.getByRole("menuitem", { name: "Remind me tomorrow" }).click();
  await expect(row).toBeHidden();
  await toastOf(page).getByRole("button", { name: /^Undo/ }).click();
  await expect(row).toBeVisible();

  await openMail(page, "Budget");
  await expect(page.getByText(/^Maria Lindqvist has been waiting for your answer/)).toBeVisible();
  const reader = page.getByRole("region", { name: "Budget" });
  await reader.getByRole("button", { name: "Reminder about Maria Lindqvist" }).click();
  await page.getByRole("menuitem", { name: "Don't remind me" }).click();
  await expect(row).toBeHidden();
  await expect(page.getByText(/has been waiting for your answer/)).toBeHidden();
  await page.goto("/app/settings?tab=inbox");
  await page.getByRole("button", { name: "Remind me again about Budget" }).click();
  await expect(page.getByText("Conversations without reminders")).toBeHidden();
  await page.goto("/app");
  await expect(tab).toBeVisible();
});

test("reserves the space of the tabs before the rows appear", async ({ page, user }) => {
  const [mailbox] = user.mailboxes;
  const text = "Hi Anna,\r\n\r\ncould you please review the budget draft by Thursday?\r\n";
  await mailbox.deliver(
    aMail({ subject: "Budget", from: "Maria <maria@example.org>", to: mailbox.address, text }),
  );
  const call = await user.connect();
  const open = async () => (await call("GET /follow-ups", {})).open.length;
  await expect.poll(open, { timeout: 40_000 }).toBe(1);
  const row = rowOf(page, "Budget");
  const topOf = async () => (await row.boundingBox())?.y;
  for (const visit of ["first", "next"]) {
    const held = Promise.withResolvers<undefined>();
    await page.route(/\/(?:follow-ups|email\/count)$/, async (route) => {
      await held.promise;
      await route.continue();
    });
    if (visit === "first") await signIn(page, user);
    else await page.reload();
    await expect(row).toBeVisible();
    const top = await topOf();
    held.resolve(undefined);
    await expect(tabOf(page, "Needs reply", 1)).toBeVisible();
    expect(await topOf()).toBe(top);
    await page.unrouteAll({ behavior: "wait" });
  }
});

test("finds a prepared draft, which is in no folder before it is opened", async ({
  page,
  user,
}) => {
  const [mailbox] = user.mailboxes;
  const call = await user.connect({ sendsImmediately: true });
  await call("POST /follow-ups/settings", { preparesAnswers: true });
  await mailbox.deliver(
    aMail({
      subject: "Budget",
      from: "Maria Lindqvist <maria@example.org>",
      to: mailbox.address,
      text: "Hi Anna,\r\n\r\ncould you please review the budget draft by Thursday?\r\n\r\nBest,\r\nMaria\r\n",
    }),
  );
  await signIn(page, user);
  await expect(rowOf(page, "Budget").getByText("Draft ready")).toBeVisible();
  expect((await call("GET /email/drafts", {})).drafts).toEqual([]);
  await using client = await ImapClient.open(mailbox);
  expect(await client.subjects("Drafts")).toEqual([]);
  expect((await call("GET /email/outbox", {})).outgoing).toEqual([]);
  await openMail(page, "Budget");
  await page.getByRole("button", { name: "Not needed" }).click();
  await expect(page.getByRole("button", { name: "Open draft" })).toBeHidden();
  await toastOf(page).getByRole("button", { name: /^Undo/ }).click();
  await page.getByRole("button", { name: "Open draft" }).click();
  const dialog = page.getByRole("dialog", { name: /^Reply to/ });
  await expect(dialog.getByPlaceholder("Type your reply...")).toHaveValue(/^(?:Hi|Hello) Maria,/);
  await page.keyboard.press("Control+Enter");
  await expect(toastOf(page).getByText("Reply sent successfully!")).toBeVisible({
    timeout: 40_000,
  });
  await expect(rowOf(page, "Budget").getByText("Draft ready")).toBeHidden();
  await expect(page.getByRole("button", { name: "Open draft" })).toBeHidden();
});

test("reminds of a message that asks for nothing when no reply came in time", async ({
  page,
  user,
  product,
}) => {
  const [mailbox] = user.mailboxes;
  const [maria] = product.newUser().mailboxes;
  const call = await user.connect();
  await call("PUT /user/preferences", { undoSeconds: 30 });
  await signIn(page, user);
  await page.getByRole("button", { name: mailbox.address }).click();
  const dialog = await openComposer(page);
  const mail = {
    to: `Maria Lindqvist <${maria.address}>`,
    subject: "Thanks",
    text: "That was all.",
  };
  await write(dialog, mail);
  const menu = dialog.getByRole("button", { name: "Send later" });
  await menu.click();
  await page.getByRole("menuitemcheckbox", { name: "In 3 days" }).click();
  const line = dialog.getByText("You will be reminded if no one replies within 3 days.");
  await expect(line).toBeVisible();
  await menu.click();
  await page.getByRole("menuitem", { name: "Choose a date", exact: true }).click();
  await dialog.getByLabel("Remind me on").fill("2099-01-05T08:00");
  await dialog.getByRole("button", { name: "Remind me", exact: true }).click();
  await expect(
    dialog.getByText(/^You will be reminded if no one has replied by .*2099/),
  ).toBeVisible();
  await dialog.getByRole("button", { name: "Remove the reminder" }).click();
  await expect(dialog.getByText(/^You will be reminded/)).toHaveCount(0);
  await menu.click();
  await page.getByRole("menuitemcheckbox", { name: "In 3 days" }).click();
  await dialog.getByRole("button", { name: "Send", exact: true }).click();
  // A message that is not sent after undo keeps its reminder.
  await toastOf(page).getByText("Undo", { exact: true }).click();
  await expect(textOf(dialog)).toHaveValue("That was all.");
  await expect(line).toBeVisible();

  // The test shortens the three days to a few seconds.
  await page.route("**/email/send", (route) => {
    const sent = route.request().postDataJSON();
    expect(sent.remindAfter).toBe(3);
    const remindAfter = new Date(Date.now() + 12_000).toISOString();
    return route.continue({ postData: { ...sent, remindAfter, undoSeconds: 0 } });
  });
  await dialog.getByRole("button", { name: "Send", exact: true }).click();
  await using client = await ImapClient.open(maria);
  await expect.poll(async () => (await client.sources("INBOX")).length).toBe(1);
  const [source = ""] = await client.sources("INBOX");
  const [, messageId = ""] = /^Message-ID: <(.+)>/im.exec(source) ?? [];
  await tabOf(page, "Waiting", 1).click({ timeout: 40_000 });
  const row = rowOf(page, "Thanks");
  await row.getByRole("button", { name: "Nudge Maria Lindqvist" }).click();
  await expect(textOf(composer(page))).toHaveValue(/^(?:Hi|Hello) Maria,\n\n/);
  await page.keyboard.press("Escape");
  await mailbox.deliver(
    aMail({
      subject: "Re: Thanks",
      from: `Maria Lindqvist <${maria.address}>`,
      to: mailbox.address,
      headers: [`In-Reply-To: <${messageId}>`, `References: <${messageId}>`],
      text: "You are welcome.\r\n",
    }),
  );
  await expect(row).toBeHidden();
});

test("requests a reminder for a missing answer in the reply dialog", async ({ page, user }) => {
  const [mailbox] = user.mailboxes;
  const from = "Maria Lindqvist <maria@example.org>";
  await mailbox.deliver(aMail({ subject: "Berths", from, to: mailbox.address }));
  await user.connect();
  await signIn(page, user);
  await openMail(page, "Berths");
  await page.getByRole("button", { name: "Reply", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: /^Reply to/ });
  await dialog.getByPlaceholder("Type your reply...").fill("Number four, then.");
  await dialog.getByRole("button", { name: "Other ways to send" }).click();
  await expect(page.getByRole("menuitem", { name: "Tomorrow morning" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Choose a date and time" })).toBeVisible();
  await page.getByRole("menuitemcheckbox", { name: "In a week" }).click();
  await expect(
    dialog.getByText("You will be reminded if no one replies within a week."),
  ).toBeVisible();
  const sent = page.waitForRequest("**/email/send");
  await dialog.getByRole("button", { name: "Send Reply" }).click();
  expect((await sent).postDataJSON()).toMatchObject({ remindAfter: 7 });
});
