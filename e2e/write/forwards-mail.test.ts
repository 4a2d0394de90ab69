import { expect } from "@playwright/test";
import { composer, textOf, untilSent } from "../support/composer.ts";
import { openMail, signIn, test } from "../support/fixtures.ts";
import { ImapClient } from "../support/imap-client.ts";
import { aMail } from "../support/mail.ts";
import { filePart, multipart, textPart } from "../../tools/demo/mime.ts";

test("forwards a message with its text and the selected files", async ({ page, user, product }) => {
  const [from] = user.mailboxes;
  const [to] = product.newUser().mailboxes;
  await from.deliver(
    aMail({
      subject: "The old plan",
      part: multipart("mixed", "files", [
        textPart("As drawn in spring.\n"),
        filePart("plan.txt", "text/plain", Buffer.from("the plan")),
        filePart("prices.txt", "text/plain", Buffer.from("the prices")),
      ]),
    }),
  );
  await user.connect({ sendsImmediately: true });
  await signIn(page, user);
  await openMail(page, "The old plan");
  await page.getByRole("button", { name: "Forward" }).waitFor();
  await page.keyboard.press("f");
  const dialog = composer(page);
  await expect(dialog.getByLabel("Subject")).toHaveValue("Fwd: The old plan");
  const files = dialog.getByRole("list", { name: "Attachments" });
  await expect(files.getByText("plan.txt")).toBeVisible();
  await files.getByRole("button", { name: "Remove prices.txt" }).click();
  await dialog.getByRole("button", { name: "Show quoted text" }).click();
  await expect(dialog.getByText("As drawn in spring.")).toBeVisible();
  await dialog.getByLabel("To", { exact: true }).fill(to.address);
  await textOf(dialog).fill("Still good.");
  await page.keyboard.press("Control+Enter");
  await untilSent(page);

  await using client = await ImapClient.open(to);
  await expect.poll(async () => (await client.sources("INBOX")).length).toBe(1);
  const [source = ""] = await client.sources("INBOX");
  expect(source).toMatch(/^Subject: Fwd: The old plan/m);
  expect(source).toContain("Still good.");
  expect(source).toContain("Forwarded message");
  expect(source).toContain("As drawn in spring.");
  expect(source).toContain("plan.txt");
  expect(source).not.toContain("prices.txt");
});

test("replies to all, and continues the reply in the full composer", async ({
  page,
  user,
  product,
}) => {
  const [from] = user.mailboxes;
  const [one, two] = [product.newUser().mailboxes[0], product.newUser().mailboxes[0]];
  await from.deliver(
    aMail({
      subject: "Who comes?",
      from: `Marta <${one.address}>`,
      to: `${from.address}, ${two.address}`,
    }),
  );
  await user.connect({ sendsImmediately: true });
  await signIn(page, user);
  await openMail(page, "Who comes?");
  await page.getByRole("button", { name: "Reply all" }).waitFor();
  await page.keyboard.press("a");
  const reply = page.getByRole("dialog", { name: /^Reply to/ });
  await expect(reply.getByText(`Cc: ${two.address}`)).toBeVisible();
  await reply.getByPlaceholder("Type your reply...").fill("I do.");
  await reply.getByRole("button", { name: "Open in full composer" }).click();
  const dialog = composer(page);
  await expect(textOf(dialog)).toHaveValue("I do.");
  await textOf(dialog).fill("I do, with cake.");
  await page.keyboard.press("Control+Enter");
  await untilSent(page);
  for (const mailbox of [one, two]) {
    await using client = await ImapClient.open(mailbox);
    await expect.poll(async () => (await client.sources("INBOX")).length).toBe(1);
    const [source = ""] = await client.sources("INBOX");
    expect(source).toMatch(/^Subject: Re: Who comes\?/m);
    expect(source).toContain("I do, with cake.");
    expect(source).toMatch(/^> This is about Who comes/m);
  }
  await using mine = await ImapClient.open(from);
  expect((await mine.sources("INBOX")).length).toBe(1);
});
