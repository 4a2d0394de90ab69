import { expect } from "@playwright/test";
import { fillMaildir } from "../../tools/demo/maildir.ts";
import { openMail, rowOf, signIn, test, wordsOf } from "../support/fixtures.ts";
import { ImapClient } from "../support/imap-client.ts";
import { aMail } from "../support/mail.ts";
import type { UserMailbox } from "../support/product.ts";

const hourMs = 3_600_000;

/** Delivers seven messages about a crane: read ones from Marta, one reply of the user in Sent, the newest one unread. */
function fillConversation(mailbox: UserMailbox): void {
  const ids = Array.from({ length: 7 }, (_, at) => `crane${at}.${mailbox.address}`);
  const filed = ids.map((messageId, at) => {
    const isOwn = at === 3;
    const date = Date.now() - (10 - at) * hourMs;
    const raw = aMail({
      subject: at === 0 ? "The crane" : "Re: The crane",
      from: isOwn ? mailbox.address : "Marta Eklund <marta@example.org>",
      to: isOwn ? "marta@example.org" : mailbox.address,
      text: `This is letter ${at}. ${"It tells at length how the crane was lifted. ".repeat(6)}\n\nOn Monday, somebody wrote:\n> Quoted in letter ${at}.\n`,
      messageId,
      date,
      headers:
        at === 0
          ? []
          : [
              `References: ${ids
                .slice(0, at)
                .map((id) => `<${id}>`)
                .join(" ")}`,
            ],
    });
    return { date, raw, folder: isOwn ? "Sent" : "INBOX", flags: at === 6 ? "" : "S" };
  });
  fillMaildir(mailbox.servers.imap.maildir(mailbox.address), filed);
}

test("shows a conversation with sent answers, and folds read messages", async ({ page, user }) => {
  const [north] = user.mailboxes;
  fillConversation(north);
  await user.connect();
  await signIn(page, user);
  await openMail(page, "The crane");
  const stack = page.getByRole("list", { name: "Conversation of 7 emails" });
  await expect(stack).toBeVisible();
  await expect.poll(() => wordsOf(page)).toContain("This is letter 6.");
  // The newest message is open. Only the first and last other ones are listed, the rest is in a gap.
  await expect(stack.getByRole("article")).toHaveCount(1);
  // The line above the first unread message stays after it was read.
  await expect(stack.getByRole("listitem").last().getByText("New", { exact: true })).toBeVisible();
  await stack.getByRole("button", { name: "4 more emails" }).click();
  await expect(stack.getByRole("listitem")).toHaveCount(7);
  await stack.getByRole("button", { name: /^me/ }).click();
  await expect.poll(() => wordsOf(page)).toContain("This is letter 3.");
  await expect(stack.getByRole("article")).toHaveCount(2);
  // The quoted text of each message is collapsed until it is opened.
  expect(await wordsOf(page)).not.toContain("Quoted in letter");
  await page.locator("iframe").first().contentFrame().getByRole("button").first().click();
  await expect.poll(() => wordsOf(page)).toContain("Quoted in letter 3.");
});

test("navigates a conversation by keys, and unfolds all of it", async ({ page, user }) => {
  fillConversation(user.mailboxes[0]);
  await user.connect();
  await signIn(page, user);
  await openMail(page, "The crane");
  const stack = page.getByRole("list", { name: "Conversation of 7 emails" });
  await expect(stack.getByRole("article")).toHaveCount(1);
  await page.keyboard.press("p");
  await expect(stack.getByRole("article")).toHaveCount(2);
  await page.keyboard.press("p");
  await expect.poll(() => wordsOf(page)).toContain("This is letter 4.");
  await page.keyboard.press(";");
  await expect(stack.getByRole("article")).toHaveCount(7);
  await page.keyboard.press(":");
  await expect(stack.getByRole("article")).toHaveCount(0);
});

test("replies to the mail of the conversation that the button belongs to", async ({
  page,
  user,
}) => {
  const [north] = user.mailboxes;
  fillConversation(north);
  await user.connect();
  await signIn(page, user);
  await openMail(page, "The crane");
  const newest = page.getByRole("article", { name: "Marta Eklund" });
  await newest.getByRole("button", { name: "Reply to Marta Eklund" }).click();
  await expect(page.getByRole("dialog")).toContainText("marta@example.org");
});

test("a message that arrives while its conversation is open is added to it", async ({
  page,
  user,
}) => {
  const [north] = user.mailboxes;
  fillConversation(north);
  await user.connect();
  await signIn(page, user);
  await openMail(page, "The crane");
  await expect(page.getByRole("list", { name: "Conversation of 7 emails" })).toBeVisible();
  await north.deliver(
    aMail({
      subject: "Re: The crane",
      text: "It was lifted.\n",
      headers: [`References: <crane0.${north.address}>`],
    }),
  );
  const stack = page.getByRole("list", { name: "Conversation of 8 emails" });
  await expect(stack.getByText("It was lifted.")).toBeVisible();
});

test("a conversation is one row, and is filed as one", async ({ page, user }) => {
  const [north] = user.mailboxes;
  fillConversation(north);
  await north.deliver(aMail({ subject: "Lunch" }));
  await user.connect();
  await signIn(page, user);
  const row = rowOf(page, "The crane");
  await expect(row).toHaveCount(1);
  await expect(row).toContainText("Marta, me");
  await expect(row).toHaveAccessibleName(/Unread.*7 emails/);
  await row.click();
  await expect(page.getByRole("list", { name: "Conversation of 7 emails" })).toBeVisible();
  // The whole conversation was read at that time.
  await expect(row).not.toHaveAccessibleName(/Unread/);
  await page.keyboard.press("e");
  await expect(row).toHaveCount(0);
  await using client = await ImapClient.open(north);
  await expect.poll(async () => (await client.sources("INBOX")).length).toBe(1);
  await expect.poll(async () => (await client.sources("Archive")).length).toBe(6);
  await page.keyboard.press("z");
  await expect(row).toHaveCount(1);
  await expect.poll(async () => (await client.sources("INBOX")).length).toBe(7);
});

test("lists single messages if the user prefers that", async ({ page, user }) => {
  fillConversation(user.mailboxes[0]);
  await user.connect();
  await signIn(page, user);
  await expect(rowOf(page, "The crane")).toHaveCount(1);
  await page.goto("/app/settings");
  await page.getByRole("tab", { name: "Appearance" }).click();
  await page.getByRole("switch", { name: /Conversations/ }).click();
  await page.goto("/app");
  await expect(rowOf(page, "The crane")).toHaveCount(6);
});

test("messages whose references are not message ids form separate threads", async ({
  page,
  user,
}) => {
  const [north] = user.mailboxes;
  for (const subject of ["Invoice", "Delivery"]) {
    await north.deliver(aMail({ subject, headers: ["References: <0>", "In-Reply-To: <0>"] }));
  }
  await user.connect();
  await signIn(page, user);
  await expect(rowOf(page, "Delivery")).toHaveCount(1);
  await expect(rowOf(page, "Invoice")).toHaveCount(1);
  await openMail(page, "Invoice");
  await expect(page.getByRole("list", { name: /^Conversation of/ })).toHaveCount(0);
});
