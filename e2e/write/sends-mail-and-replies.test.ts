import { expect } from "@playwright/test";
import {
  beginWriting,
  openComposer,
  textOf,
  toastOf,
  untilSent,
  write,
} from "../support/composer.ts";
import { openMail, signIn, test } from "../support/fixtures.ts";
import { ImapClient } from "../support/imap-client.ts";
import { aMail } from "../support/mail.ts";

/** Returns the value of a header, unfolded. */
function headerOf(source: string, name: string): string | undefined {
  const head = source.slice(0, source.indexOf("\r\n\r\n")).replace(/\r\n[ \t]+/g, " ");
  return new RegExp(`^${name}: (.*)$`, "im").exec(head)?.[1];
}

test("sends with Cc and Bcc, and stores a copy in Sent on the server", async ({
  page,
  user,
  product,
}) => {
  const [from] = user.mailboxes;
  const [to, copy] = product.newUser().mailboxes;
  const [blind] = product.newUser().mailboxes;
  await user.connect({ sendsImmediately: true });
  await signIn(page, user);
  await page.getByRole("button", { name: from.address }).click();
  await page.getByRole("button", { name: "Compose" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Compose Email" });
  await dialog.getByRole("button", { name: "Cc", exact: true }).click();
  await dialog.getByRole("button", { name: "Bcc", exact: true }).click();
  await dialog.getByLabel("To", { exact: true }).fill(to.address);
  await dialog.getByLabel("Cc", { exact: true }).fill(copy.address);
  await dialog.getByLabel("Bcc", { exact: true }).fill(blind.address);
  await dialog.getByLabel("Subject").fill("Ropes for the jetty");
  await dialog
    .getByRole("textbox", { name: /message|content/i })
    .fill("Twelve metres, please.\n\nÅsa measured it.");
  await page.keyboard.press("Control+Enter");
  await expect(dialog).toBeHidden();
  await untilSent(page);
  // The toast of a sent message takes no key from the page.
  await page.keyboard.press("c");
  await expect(dialog).toBeVisible();
  await expect(dialog.getByLabel("Subject")).toHaveValue("");
  await expect(textOf(dialog)).toHaveValue("");
  await expect(dialog.getByLabel("Cc", { exact: true })).toHaveCount(0);
  await page.keyboard.press("Escape");

  for (const mailbox of [to, copy, blind]) {
    await using client = await ImapClient.open(mailbox);
    await expect.poll(async () => (await client.sources("INBOX")).length).toBe(1);
    const [source = ""] = await client.sources("INBOX");
    expect(headerOf(source, "Subject")).toBe("Ropes for the jetty");
    expect(headerOf(source, "To")).toContain(to.address);
    expect(headerOf(source, "Cc")).toContain(copy.address);
    expect(source).not.toContain(blind.address);
  }
  await using sender = await ImapClient.open(from);
  await expect.poll(async () => (await sender.sources("Sent")).length).toBe(1);
});

test("replies with the right References header, to Reply-To if there is one", async ({
  page,
  user,
  product,
}) => {
  const [from] = user.mailboxes;
  const [list] = product.newUser().mailboxes;
  await from.deliver(
    aMail({
      subject: "Who has the key?",
      from: "Owen Pryce <owen@example.org>",
      to: from.address,
      messageId: "third@example.org",
      headers: [
        `Reply-To: ${list.address}`,
        "In-Reply-To: <second@example.org>",
        "References: <first@example.org> <second@example.org>",
      ],
    }),
  );
  await user.connect();
  await signIn(page, user);
  await openMail(page, "Who has the key?");
  await page.getByRole("button", { name: "Reply", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: /^Reply to/ });
  await expect(dialog.getByText("Re: Who has the key?")).toBeVisible();
  await expect(dialog.getByText("Press Ctrl+Enter to send")).toBeVisible();
  await dialog.getByPlaceholder("Type your reply...").fill("It hangs under the usual stone.");
  await dialog.getByRole("button", { name: "Send Reply" }).click();
  await expect(dialog).toBeHidden();

  // The undo period ends first.
  await expect(toastOf(page).getByText("Reply sent successfully!")).toBeVisible({
    timeout: 40_000,
  });
  await using client = await ImapClient.open(list);
  await expect.poll(async () => (await client.sources("INBOX")).length).toBe(1);
  const [source = ""] = await client.sources("INBOX");
  expect(headerOf(source, "Subject")).toBe("Re: Who has the key?");
  expect(headerOf(source, "In-Reply-To")).toBe("<third@example.org>");
  expect(headerOf(source, "References")).toBe(
    "<first@example.org> <second@example.org> <third@example.org>",
  );
  await using sender = await ImapClient.open(from);
  await expect.poll(async () => (await sender.sources("Sent")).length).toBe(1);
});

test("keeps the text when the server refuses the recipient", async ({ user, product }) => {
  const [from] = user.mailboxes;
  const [to] = product.newUser().mailboxes;
  const call = await user.connect();
  const { smtp } = from.servers;
  smtp.failAt = {
    phase: "rcpt",
    how: { code: 550, text: "no such person" },
    recipient: to.address,
  };
  try {
    const { accounts } = await call("GET /imap/accounts", {});
    const account = accounts.find(({ account_mail }) => account_mail === from.address);
    if (!account) throw new Error("The account is not connected.");
    const { id } = await call("POST /email/send", {
      accountId: account.id,
      to: to.address,
      subject: "Refused",
      content: "Nobody will read this.",
    });
    await expect
      .poll(async () => (await call("GET /email/outbox/{id}", { id })).state)
      .toBe("failed");
    expect((await call("GET /email/outbox/{id}", { id })).draft.content).toBe(
      "Nobody will read this.",
    );
  } finally {
    smtp.failAt = null;
  }
});

test("sends one request however often the keys are pressed, and keeps the message if it fails", async ({
  page,
  user,
}) => {
  const [from] = user.mailboxes;
  await user.connect();
  await signIn(page, user);
  let requests = 0;
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.route("**/email/send", async (route) => {
    requests += 1;
    await answered;
    await route.fulfill({ status: 500, json: { code: "internal", message: "No luck today." } });
  });
  await page.getByRole("button", { name: "Compose" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Compose Email" });
  await dialog.getByLabel("To", { exact: true }).fill(from.address);
  await dialog.getByLabel("Subject").fill("Once and not twice");
  const content = dialog.getByRole("textbox", { name: "Message" });
  await content.fill("Every word of it.");
  await content.evaluate((field) => {
    const press = { key: "Enter", ctrlKey: true, bubbles: true, cancelable: true };
    for (const init of [press, press]) field.dispatchEvent(new KeyboardEvent("keydown", init));
  });
  await expect(dialog.getByRole("button", { name: "Sending..." })).toBeDisabled();

  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "Once and not twice" }).click();
  await expect(dialog.getByRole("button", { name: "Sending..." })).toBeDisabled();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  answer();
  const toastOf = page.getByRole("region", { name: "Notifications" });
  await expect(toastOf.getByText("Failed to send email. Please try again.")).toBeVisible();
  await toastOf.getByText("Open", { exact: true }).click();
  await expect(dialog.getByRole("alert")).toHaveText("No luck today.");
  await expect(content).toHaveValue("Every word of it.");
  await expect(page.getByText("Email sent successfully!")).toBeHidden();
  expect(requests).toBe(1);
});

test("does not change a draft that was begun while another mail was being sent", async ({
  page,
  user,
}) => {
  const [from] = user.mailboxes;
  await from.deliver(aMail({ subject: "Pass this on", to: from.address }));
  await user.connect({ sendsImmediately: true });
  await signIn(page, user);
  const { promise: asked, resolve: answer } = Promise.withResolvers<void>();
  await page.route("**/email/send", async (route) => {
    await asked;
    await route.continue();
  });
  await page.getByRole("button", { name: "Compose" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Compose Email" });
  await dialog.getByLabel("To", { exact: true }).fill(from.address);
  await dialog.getByLabel("Subject").fill("Slow to leave");
  await dialog.getByRole("textbox", { name: "Message" }).fill("On its way.");
  await page.keyboard.press("Control+Enter");
  await expect(dialog.getByRole("button", { name: "Sending..." })).toBeDisabled();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await openMail(page, "Pass this on");
  await page.getByRole("button", { name: "Forward" }).click();
  await expect(dialog.getByLabel("Subject")).toHaveValue("Fwd: Pass this on");
  await dialog.getByRole("textbox", { name: "Message" }).fill("Not to be lost.");
  answer();
  await untilSent(page);
  await expect(dialog.getByRole("textbox", { name: "Message" })).toHaveValue("Not to be lost.");
});

test("sends one message when the first response was lost, and leaves no draft of it", async ({
  page,
  user,
  product,
}) => {
  const { to, call } = await beginWriting(page, { user, product }, { undoSeconds: 0 });
  let tries = 0;
  await page.route("**/email/send", async (route) => {
    tries += 1;
    if (tries > 1) return route.continue();
    await route.fetch();
    await route.abort("connectionreset");
  });
  const dialog = await openComposer(page);
  await write(dialog, { to: to.address, subject: "Once", text: "And only once." });
  await page.keyboard.press("Control+Enter");
  await expect(dialog.getByRole("alert")).toHaveText("The server could not be reached.");
  // The page saves the message, which seems unsent, and is closed before the user tries again.
  await expect(dialog.getByText("Saved", { exact: true })).toBeVisible();
  await page.reload();
  await expect(textOf(dialog)).toHaveValue("And only once.");
  await textOf(dialog).click();
  await page.keyboard.press("Control+Enter");
  await untilSent(page);
  await using client = await ImapClient.open(to);
  expect((await client.sources("INBOX")).length).toBe(1);
  expect((await call("GET /email/drafts", {})).drafts).toEqual([]);
});

test("locks a message in the dialog until the server has responded", async ({ page, user }) => {
  const [from] = user.mailboxes;
  const call = await user.connect({ sendsImmediately: true });
  await signIn(page, user);
  const { promise: asked, resolve: answer } = Promise.withResolvers<void>();
  const dialog = await openComposer(page);
  await write(dialog, { to: from.address, subject: "No ghost", text: "On its way." });
  await expect(dialog.getByText("Saved", { exact: true })).toBeVisible();
  await page.route("**/email/send", async (route) => {
    await asked;
    await route.fulfill({ status: 500, json: { code: "internal", message: "No luck today." } });
  });
  await page.keyboard.press("Control+Enter");
  await expect(dialog.getByRole("button", { name: "Sending..." })).toBeDisabled();
  await page.keyboard.type(" Too late.");
  await expect(textOf(dialog)).toHaveValue("On its way.");
  answer();
  await expect(dialog.getByRole("alert")).toHaveText("No luck today.");
  await expect(textOf(dialog)).toHaveValue("On its way.");
  await expect(textOf(dialog)).toBeFocused();

  await page.unroute("**/email/send");
  await page.keyboard.press("Control+Enter");
  await untilSent(page);
  expect((await call("GET /email/drafts", {})).drafts).toEqual([]);
});

test("shows in the reply dialog why a reply was not sent, and keeps its text", async ({
  page,
  user,
}) => {
  const [from] = user.mailboxes;
  await from.deliver(aMail({ subject: "Who has the key?", to: from.address }));
  await user.connect();
  await signIn(page, user);
  await page.route("**/email/send", (route) =>
    route.fulfill({ status: 500, json: { code: "internal", message: "No luck today." } }),
  );
  await openMail(page, "Who has the key?");
  await page.getByRole("button", { name: "Reply", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: /^Reply to/ });
  const text = dialog.getByLabel("Your reply");
  await text.fill("I do.");
  await page.keyboard.press("Control+Enter");
  await expect(dialog.getByRole("alert")).toHaveText("No luck today.");
  await expect(toastOf(page).getByText("Failed to send reply. Please try again.")).toBeVisible();
  await expect(text).toHaveValue("I do.");
  await expect(text).toBeFocused();
  await page.keyboard.type(" Come over.");
  await expect(dialog.getByRole("alert")).toBeEmpty();
  await expect(text).toHaveValue("I do. Come over.");
});
