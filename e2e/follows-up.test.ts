import { expect, type Page } from "@playwright/test";
import { composer, told } from "./composer.ts";
import { openMail, rowOf, signIn, test } from "./fixtures.ts";
import { ImapClient } from "./imap-client.ts";
import { aMail } from "./mail.ts";
import type { PersonMailbox } from "./product.ts";

const dayMs = 86_400_000;
const asked = {
  subject: "The mooring plan",
  messageId: "plan@example.org",
  text: "Hi Maria,\r\n\r\ncould you please send me the mooring plan by Thursday?\r\n\r\nBest,\r\nAnna\r\n",
};

/** Leaves a mail in Sent as another mail program does, of some days ago. */
async function sentElsewhere(mailbox: PersonMailbox, raw: Buffer, date: number): Promise<void> {
  await using client = await ImapClient.open(mailbox);
  await client.tell("CREATE Sent").catch(() => undefined);
  await client.append("Sent", raw, new Date(date));
}

function reminders(page: Page) {
  return page.getByRole("region", { name: "Follow-ups" });
}

test("is reminded of what nobody answered, and sends the nudge that is prepared", async ({
  page,
  person,
  product,
}) => {
  const [mailbox] = person.mailboxes;
  const [maria] = product.newPerson().mailboxes;
  const date = Date.now() - 9 * dayMs;
  const from = `Anna <${mailbox.address}>`;
  const to = `Maria Lindqvist <${maria.address}>`;
  await sentElsewhere(mailbox, aMail({ ...asked, from, to, date }), date);
  await person.connect({ sendsAtOnce: true });
  await signIn(page, person);
  const strip = reminders(page);
  await strip.getByRole("button", { name: "1 answer owed to you" }).click();
  await expect(strip.getByText(/^Maria Lindqvist · \d working days$/)).toBeVisible();
  await strip.getByRole("button", { name: "Nudge Maria Lindqvist" }).click();
  const dialog = composer(page);
  await expect(dialog.getByLabel("To", { exact: true })).toBeVisible();
  const area = dialog.getByRole("textbox", { name: "Message" });
  await expect(area).toHaveValue(/^Hi Maria,\n\nI.*my email of \d+ \w+\./);
  // It waits: nothing has been sent.
  await using client = await ImapClient.open(maria);
  expect(await client.sources("INBOX")).toEqual([]);
  await dialog.getByRole("button", { name: "Send", exact: true }).click();
  await expect
    .poll(async () => (await client.sources("INBOX")).length, { timeout: 40_000 })
    .toBe(1);
  const [source = ""] = await client.sources("INBOX");
  expect(source).toContain(`In-Reply-To: <${asked.messageId}>`);
  expect(source).toContain("Subject: Re: The mooring plan");
  await expect(strip).toBeHidden();
});

test("puts a reminder off, wants none, and takes both back", async ({ page, person }) => {
  const [mailbox] = person.mailboxes;
  const date = Date.now() - 9 * dayMs;
  const raw = aMail({
    subject: "Budget",
    from: "Maria Lindqvist <maria@example.org>",
    to: mailbox.address,
    date,
    text: "Hi Anna,\r\n\r\ncould you please review the budget draft by Thursday?\r\n\r\nBest,\r\nMaria\r\n",
  });
  mailbox.hold([{ date, raw }]);
  await person.connect();
  await signIn(page, person);
  const strip = reminders(page);
  const line = strip.getByRole("button", { name: "You owe 1 answer" });
  await line.click();
  await strip.getByRole("button", { name: "Reply to Maria Lindqvist" }).click();
  await expect(composer(page).getByLabel("Subject")).toHaveValue("Re: Budget");
  await page.keyboard.press("Escape");
  await expect(composer(page)).toBeHidden();
  const menu = strip.getByRole("button", { name: "Reminder of Maria Lindqvist" });
  await menu.click();
  await page.getByRole("menuitem", { name: "Remind me tomorrow" }).click();
  await expect(strip).toBeHidden();
  await told(page).getByRole("button", { name: /^Undo/ }).click();
  await expect(line).toBeVisible();

  await openMail(page, "Budget");
  await expect(page.getByText(/^Maria Lindqvist has been waiting for your answer/)).toBeVisible();
  const reader = page.getByRole("region", { name: "Budget" });
  await reader.getByRole("button", { name: "Reminder of Maria Lindqvist" }).click();
  await page.getByRole("menuitem", { name: "Don't remind me" }).click();
  await expect(strip).toBeHidden();
  await expect(page.getByText(/has been waiting for your answer/)).toBeHidden();
  await page.goto("/app/settings?tab=ai");
  await page.getByRole("button", { name: "Remind me again of Budget" }).click();
  await expect(page.getByText("Conversations without reminders")).toBeHidden();
  await page.goto("/app");
  await expect(line).toBeVisible();
});

test("finds a draft waiting, and it is in no folder before it is opened", async ({
  page,
  person,
}) => {
  const [mailbox] = person.mailboxes;
  const call = await person.connect({ sendsAtOnce: true });
  await call("POST /follow-ups/settings", { preparesAnswers: true });
  await mailbox.deliver(
    aMail({
      subject: "Budget",
      from: "Maria Lindqvist <maria@example.org>",
      to: mailbox.address,
      text: "Hi Anna,\r\n\r\ncould you please review the budget draft by Thursday?\r\n\r\nBest,\r\nMaria\r\n",
    }),
  );
  await signIn(page, person);
  await expect(rowOf(page, "Budget").getByText("Draft ready")).toBeVisible();
  expect((await call("GET /email/drafts", {})).drafts).toEqual([]);
  await using client = await ImapClient.open(mailbox);
  expect(await client.subjects("Drafts")).toEqual([]);
  expect((await call("GET /email/outbox", {})).outgoing).toEqual([]);
  await openMail(page, "Budget");
  await page.getByRole("button", { name: "Not needed" }).click();
  await expect(page.getByRole("button", { name: "Open draft" })).toBeHidden();
  await told(page).getByRole("button", { name: /^Undo/ }).click();
  await page.getByRole("button", { name: "Open draft" }).click();
  const dialog = page.getByRole("dialog", { name: /^Reply to/ });
  await expect(dialog.getByPlaceholder("Type your reply...")).toHaveValue(/^(?:Hi|Hello) Maria,/);
  await page.keyboard.press("Control+Enter");
  await expect(told(page).getByText("Reply sent successfully!")).toBeVisible({ timeout: 40_000 });
  await expect(rowOf(page, "Budget").getByText("Draft ready")).toBeHidden();
  await expect(page.getByRole("button", { name: "Open draft" })).toBeHidden();
});
