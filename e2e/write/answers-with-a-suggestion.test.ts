import { expect } from "@playwright/test";
import { toastOf } from "../support/composer.ts";
import { openMail, signIn, test } from "../support/fixtures.ts";
import { ImapClient } from "../support/imap-client.ts";
import { aMail } from "../support/mail.ts";

const asked = {
  subject: "The mooring plan",
  messageId: "plan@example.org",
  text: "Hi,\r\n\r\ncould you please review the mooring plan by Thursday?\r\n\r\nBest,\r\nMaria\r\n",
};

test("selects one of three tones by key, edits the reply and sends it", async ({
  page,
  user,
  product,
}) => {
  const [mailbox] = user.mailboxes;
  const [sender] = product.newUser().mailboxes;
  await mailbox.deliver(
    aMail({ ...asked, from: `Maria Lindqvist <${sender.address}>`, to: mailbox.address }),
  );
  await user.connect({ sendsImmediately: true });
  await signIn(page, user);
  await openMail(page, asked.subject);
  await page.getByRole("button", { name: "Reply", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: /^Reply to/ });
  await dialog.getByRole("button", { name: "AI Suggestions" }).click();
  const panel = dialog.getByRole("region", { name: "Suggested replies" });
  for (const tone of ["professional", "casual", "formal"]) {
    await expect(panel.getByRole("button", { name: `Use the ${tone} reply` })).toContainText(
      "Maria",
    );
  }
  await expect(panel.getByText("Made on this server without AI models")).toBeVisible();
  const casual = panel.getByRole("button", { name: "Use the casual reply" });
  const before = await casual.innerText();
  await panel.getByRole("button", { name: "Longer" }).click();
  await expect.poll(async () => (await casual.innerText()).length).toBeGreaterThan(before.length);
  await panel.getByRole("button", { name: "Shorter" }).click();
  await expect.poll(() => casual.innerText()).toBe(before);
  await panel.getByRole("button", { name: "Decline" }).click();
  await expect.poll(() => casual.innerText()).not.toBe(before);
  await panel.getByRole("button", { name: "Agree" }).click();
  await expect.poll(() => casual.innerText()).toBe(before);

  await page.keyboard.press("2");
  await expect(panel).toBeHidden();
  await expect(dialog.getByRole("button", { name: "AI Suggestions" })).toBeVisible();
  const area = dialog.getByPlaceholder("Type your reply...");
  await expect(area).toHaveValue(/^Hi Maria,/);
  await expect(area).toBeFocused();
  await page.keyboard.press("Control+Enter");
  await expect(toastOf(page).getByText("Reply sent successfully!")).toBeVisible({
    timeout: 40_000,
  });
  await using client = await ImapClient.open(sender);
  await expect.poll(async () => (await client.sources("INBOX")).length).toBe(1);
  const [source = ""] = await client.sources("INBOX");
  expect(source).toContain("Hi Maria,");
});

test("undo restores the text that a suggestion replaced", async ({ page, user }) => {
  const [mailbox] = user.mailboxes;
  await mailbox.deliver(aMail({ ...asked, from: "Maria <m@example.org>", to: mailbox.address }));
  await user.connect();
  await signIn(page, user);
  await openMail(page, asked.subject);
  await page.getByRole("button", { name: "Reply", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: /^Reply to/ });
  const area = dialog.getByPlaceholder("Type your reply...");
  await area.fill("No, I am at sea.");
  await dialog.getByRole("button", { name: "AI Suggestions" }).click();
  const panel = dialog.getByRole("region", { name: "Suggested replies" });
  // The text already written determines the kind of reply.
  await expect(panel.getByRole("button", { name: "Decline" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await panel.getByRole("button", { name: "Use the formal reply" }).click();
  await expect(area).not.toHaveValue("No, I am at sea.");
  await toastOf(page).getByRole("button", { name: /^Undo/ }).click();
  await expect(area).toHaveValue("No, I am at sea.");
});

test("offers no replies for a newsletter, and reports when they are unavailable", async ({
  page,
  user,
}) => {
  const [mailbox] = user.mailboxes;
  await mailbox.deliver(
    aMail({
      subject: "Harbour news",
      from: "Harbour <letter@example.org>",
      to: mailbox.address,
      headers: ["List-Unsubscribe: <https://example.org/leave>"],
      text: "Could you imagine a better summer?\r\n",
    }),
  );
  await mailbox.deliver(aMail({ ...asked, from: "Maria <m@example.org>", to: mailbox.address }));
  await user.connect();
  await signIn(page, user);
  await openMail(page, "Harbour news");
  const answered = page.waitForResponse((response) => response.url().includes("generate-replies"));
  await page.getByRole("button", { name: "Reply", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: /^Reply to/ });
  await answered;
  await expect(dialog.getByRole("button", { name: "AI Suggestions" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  await page.route("**/ai/generate-replies", (route) => route.fulfill({ status: 500, json: {} }));
  await openMail(page, asked.subject);
  await page.getByRole("button", { name: "Reply", exact: true }).click();
  await dialog.getByRole("button", { name: "AI Suggestions" }).click();
  await expect(dialog.getByText("Failed to generate suggestions")).toBeVisible();
  await page.unroute("**/ai/generate-replies");
  await dialog.getByRole("button", { name: "Try again" }).click();
  await expect(dialog.getByRole("button", { name: "Use the formal reply" })).toBeVisible();
});
