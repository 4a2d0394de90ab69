import { expect, type Locator } from "@playwright/test";
import {
  beginWriting,
  openComposer,
  textOf,
  toastOf,
  untilOpen,
  untilSent,
  write,
} from "../support/composer.ts";
import { openMail, signIn, test, wordsOf } from "../support/fixtures.ts";
import { ImapClient } from "../support/imap-client.ts";
import { aMail } from "../support/mail.ts";

test("returns from rich text to plain text after a warning", async ({ page, user, product }) => {
  const { to } = await beginWriting(page, { user, product }, { undoSeconds: 0 });
  const dialog = await openComposer(page);
  await write(dialog, { to: to.address, subject: "Plain after all" });
  const rich = dialog.getByRole("button", { name: "Rich text" });
  const warning = dialog.getByText("Plain text removes formatting and images.");
  await rich.click();
  await dialog.getByRole("button", { name: "Bold" }).waitFor();
  // No formatting would be lost yet, so the page does not ask.
  await rich.click();
  await expect(warning).toBeHidden();
  await expect(rich).toHaveAttribute("aria-pressed", "false");
  await rich.click();
  await textOf(dialog).click();
  await page.keyboard.press("Control+b");
  await page.keyboard.type("Loud words");
  await rich.click();
  await expect(warning).toBeVisible();
  await dialog.getByRole("button", { name: "Keep rich text" }).click();
  await expect(textOf(dialog).locator("strong")).toHaveText("Loud words");
  await rich.click();
  await dialog.getByRole("button", { name: "Use plain text" }).click();
  await expect(textOf(dialog)).toHaveValue("Loud words");
  await page.keyboard.press("Control+Enter");
  await untilSent(page);
  await using client = await ImapClient.open(to);
  await expect.poll(async () => (await client.sources("INBOX")).length).toBe(1);
  const [source = ""] = await client.sources("INBOX");
  expect(source).toContain("Loud words");
  expect(source).not.toContain("text/html");
});

test("grows with its text, and clears a row of recipients that is removed", async ({
  page,
  user,
}) => {
  const [north] = user.mailboxes;
  await north.deliver(aMail({ subject: "Ropes" }));
  await user.connect();
  await signIn(page, user);
  const heightOf = async (text: Locator) => (await text.boundingBox())?.height;
  const dialog = await openComposer(page);
  await untilOpen(dialog);
  await expect(dialog.getByRole("button", { name: "Send", exact: true })).toBeDisabled();
  expect(await heightOf(textOf(dialog))).toBe(250);
  await textOf(dialog).fill("Twelve metres.\n".repeat(40));
  await expect.poll(() => heightOf(textOf(dialog))).toBe(400);
  for (const name of ["Cc", "Bcc"]) {
    await expect(dialog.getByLabel(name, { exact: true })).toHaveCount(0);
    await dialog.getByRole("button", { name, exact: true }).click();
    await dialog.getByLabel(name, { exact: true }).fill("copy@example.org");
    await dialog.getByRole("button", { name: `Remove ${name}` }).click();
    await dialog.getByRole("button", { name, exact: true }).click();
    await expect(dialog.getByLabel(name, { exact: true })).toHaveValue("");
    await expect(dialog.getByText("copy@example.org")).toHaveCount(0);
  }
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  await openMail(page, "Ropes");
  await page.getByRole("button", { name: "Reply", exact: true }).click();
  const reply = page.getByRole("dialog", { name: /^Reply to/ });
  await untilOpen(reply);
  const text = reply.getByLabel("Your reply");
  expect(await heightOf(text)).toBeLessThan(300);
  await expect(reply.getByRole("button", { name: "Send Reply" })).toBeDisabled();
  await text.fill("Twelve metres.\n".repeat(40));
  await expect.poll(() => heightOf(text)).toBe(300);
  await reply.getByRole("button", { name: "Cancel" }).click();
  await expect(reply).toBeHidden();
});

test("accepts files dropped anywhere on the dialog", async ({ page, user }) => {
  await user.connect();
  await signIn(page, user);
  const dialog = await openComposer(page);
  const subject = dialog.getByLabel("Subject");
  const given = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(["deep water"], "chart.txt", { type: "text/plain" }));
    transfer.items.add(new File(["high water"], "tides.txt", { type: "text/plain" }));
    return transfer;
  });
  await subject.dispatchEvent("dragover", { dataTransfer: given });
  await expect(dialog.getByText("Drop files to attach them")).toBeVisible();
  await subject.dispatchEvent("drop", { dataTransfer: given });
  await expect(dialog.getByText("Drop files to attach them")).toBeHidden();
  const files = dialog.getByRole("list", { name: "Attachments" });
  await expect(files.getByText("chart.txt")).toBeVisible();
  await expect(files.getByText("tides.txt")).toBeVisible();
  await files.getByRole("button", { name: "Remove tides.txt" }).click();
  await expect(files.getByRole("listitem")).toHaveCount(1);
  expect(new URL(page.url()).pathname).toMatch(/^\/app/);
});

test("writes under another name and address, with that identity's signature", async ({
  page,
  user,
  product,
}) => {
  const [from] = user.mailboxes;
  const [to] = product.newUser().mailboxes;
  const call = await user.connect();
  const { preferences } = await call("GET /user/preferences", {});
  await call("PUT /user/preferences", { ...preferences, undoSeconds: 0 });
  await signIn(page, user, "/app/settings?tab=sending");
  await page.getByRole("button", { name: "Add sender" }).click();
  const editor = page.getByRole("dialog", { name: "Add sender" });
  await editor.getByLabel("Account", { exact: true }).selectOption(from.address);
  await editor.getByLabel("Name").fill("Harbour Office, Åsa");
  await editor.getByLabel("Address").fill("no address");
  await editor.getByRole("button", { name: "Save", exact: true }).click();
  await expect(editor.getByRole("alert")).toHaveText("One of the addresses is not valid.");
  await editor.getByLabel("Address").fill("office@north.example");
  await editor.getByLabel("Signature").fill("The harbour office\nOpen from eight");
  await editor.getByRole("switch", { name: "Use for new emails from this account" }).click();
  await editor.getByRole("button", { name: "Save", exact: true }).click();
  await expect(editor).toBeHidden();
  await expect(page.getByText("Default for this mailbox")).toHaveCount(1);

  await page.goto("/app");
  await page.getByRole("button", { name: from.address }).click();
  const dialog = await openComposer(page);
  await expect(textOf(dialog)).toHaveValue("\n\n-- \nThe harbour office\nOpen from eight");
  await expect(dialog.getByLabel("From").locator("option:checked")).toHaveText(
    '"Harbour Office, Åsa" <office@north.example>',
  );
  await write(dialog, { to: to.address, subject: "Opening hours" });
  await textOf(dialog).press("Control+Home");
  await page.keyboard.type("We open at eight.");
  await page.keyboard.press("Control+Enter");
  await untilSent(page);
  await using client = await ImapClient.open(to);
  await expect.poll(async () => (await client.sources("INBOX")).length).toBe(1);
  const [source = ""] = await client.sources("INBOX");
  expect(source).toMatch(/^From: =\?UTF-8\?.*\?= <office@north\.example>\r$/im);
  expect(source).toContain("We open at eight.\r\n\r\n-- \r\nThe harbour office\r\nOpen from eight");

  await page.goto("/app/settings?tab=sending");
  await page.getByRole("button", { name: "Delete office@north.example" }).click();
  await expect(toastOf(page).getByText("Sender deleted")).toBeVisible();
  await expect(page.getByRole("button", { name: "Edit office@north.example" })).toBeHidden();
});

test("sends a long paragraph as one, independent of the width it is read in", async ({
  page,
  user,
}) => {
  const [north, south] = user.mailboxes;
  const call = await user.connect();
  await call("PUT /user/preferences", { undoSeconds: 0 });
  await signIn(page, user);
  await page.getByRole("button", { name: north.address }).click();
  const dialog = await openComposer(page);
  const paragraph = "The crane swings the mast over the quay, and nobody speaks. ".repeat(6).trim();
  const text = `${paragraph}\n\n> Quoted, and\nFrom the quay: short.`;
  await write(dialog, { to: south.address, subject: "One paragraph", text });
  await page.keyboard.press("Control+Enter");
  await untilSent(page);
  await using client = await ImapClient.open(south);
  await expect.poll(() => client.subjects("INBOX")).toEqual(["One paragraph"]);
  const [source = ""] = await client.sources("INBOX");
  expect(source).toMatch(/^Content-Type: text\/plain;[^]*?format=flowed/im);
  expect(Math.max(...source.split("\r\n").map(({ length }) => length))).toBeLessThanOrEqual(78);
  expect(source).not.toMatch(/^From the quay/m);
  const accounts = page.getByRole("group", { name: "Email accounts" });
  await accounts.getByRole("button", { name: south.address }).click();
  await openMail(page, "One paragraph");
  await expect.poll(() => wordsOf(page)).toContain(paragraph);
  expect(await wordsOf(page)).toContain("From the quay: short.");
});
