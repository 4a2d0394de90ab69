import { expect } from "@playwright/test";
import {
  beginWriting,
  composer,
  openComposer,
  textOf,
  toastOf,
  untilSent,
  write,
} from "../support/composer.ts";
import { openMail, rowOf, signIn, test } from "../support/fixtures.ts";
import { ImapClient } from "../support/imap-client.ts";
import { aMail } from "../support/mail.ts";

test("undoes a send with the button and with the key, and sends the mail otherwise", async ({
  page,
  user,
  product,
}) => {
  const { to } = await beginWriting(page, { user, product });
  const dialog = await openComposer(page);
  await write(dialog, { to: to.address, subject: "Too fast", text: "With a mistaek." });
  await page.keyboard.press("Control+Enter");
  await expect(dialog).toBeHidden();
  await expect(toastOf(page).getByText("Sending…")).toBeVisible();
  await toastOf(page).getByText("Undo", { exact: true }).click();
  await expect(textOf(composer(page))).toHaveValue("With a mistaek.");

  await page.keyboard.press("Control+Enter");
  await expect(dialog).toBeHidden();
  await page.keyboard.press("z");
  await expect(textOf(composer(page))).toHaveValue("With a mistaek.");
  await expect(toastOf(page).getByText("Sending…")).toBeHidden();

  await textOf(dialog).fill("Without a mistake.");
  await page.keyboard.press("Control+Enter");
  await expect(toastOf(page).getByText("Sending…")).toBeVisible();
  await untilSent(page);
  await using client = await ImapClient.open(to);
  const sources = await client.sources("INBOX");
  expect(sources.length).toBe(1);
  expect(sources[0]).toContain("Without a mistake.");
});

test("sets the undo period of a sent mail in the settings", async ({ page, user }) => {
  const call = await user.connect();
  await signIn(page, user, "/app/settings");
  await page.getByRole("tab", { name: "Sending" }).click();
  const choices = page.getByLabel("Undo send").getByRole("option");
  await expect(choices).toHaveText(["Off", ...[5, 10, 20, 30].map((each) => `${each} seconds`)]);
  await page.getByLabel("Undo send").selectOption("30 seconds");
  await expect(toastOf(page).getByText("Saved", { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Undo send")).toHaveValue("30");
  const { preferences } = await call("GET /user/preferences", {});
  expect(preferences.undoSeconds).toBe(30);
});

test("undoes each of two sends, and reports each when it is sent, also after a reload", async ({
  page,
  user,
  product,
}) => {
  const { to } = await beginWriting(page, { user, product }, { undoSeconds: 30 });
  const dialog = composer(page);
  for (const subject of ["The first", "The second"]) {
    await openComposer(page);
    await write(dialog, { to: to.address, subject, text: `It is ${subject}.` });
    await page.keyboard.press("Control+Enter");
    await expect(dialog).toBeHidden();
  }
  await expect(toastOf(page).getByText("Sending…")).toHaveCount(2);
  const outbox = page.getByRole("dialog", { name: "Outbox" });
  // Neither the end of a low window nor a notification hides it.
  await page.setViewportSize({ width: 1280, height: 420 });
  await page.getByRole("button", { name: "Outbox 2" }).click();
  await page.setViewportSize({ width: 1280, height: 800 });
  await outbox
    .getByRole("listitem")
    .filter({ hasText: "The second" })
    .getByRole("button", { name: "Send now" })
    .click();
  // The notification about one message leaves the undo button of the other one in place.
  await expect(toastOf(page).getByText("Email sent successfully!")).toBeVisible();
  await expect(toastOf(page).getByText("Sending…")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await toastOf(page).getByText("Undo", { exact: true }).click();
  await expect(textOf(dialog)).toHaveValue("It is The first.");
  await page.keyboard.press("Control+Enter");
  await expect(toastOf(page).getByText("Sending…")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "Outbox 1" })).toBeVisible();
  await untilSent(page);
  await using client = await ImapClient.open(to);
  await expect.poll(async () => (await client.sources("INBOX")).length).toBe(2);
});

test("sends a mail although its page was closed during the undo period", async ({
  page,
  user,
  product,
}) => {
  const [from] = user.mailboxes;
  const [to] = product.newUser().mailboxes;
  const call = await user.connect();
  await call("PUT /user/preferences", { undoSeconds: 5 });
  await signIn(page, user);
  await page.getByRole("button", { name: from.address }).click();
  const dialog = await openComposer(page);
  await write(dialog, { to: to.address, subject: "Off I go", text: "Do not wait for me." });
  await page.keyboard.press("Control+Enter");
  await expect(toastOf(page).getByText("Sending…")).toBeVisible();
  await page.close();
  await using client = await ImapClient.open(to);
  expect(await client.subjects("INBOX")).toEqual([]);
  await expect.poll(() => client.subjects("INBOX"), { timeout: 30_000 }).toEqual(["Off I go"]);
});

test("sends a reply and archives the original, and undoes both by one key", async ({
  page,
  user,
  product,
}) => {
  const { from, to } = await beginWriting(page, { user, product }, { undoSeconds: 30 });
  const subject = "Where are the ropes?";
  await from.deliver(aMail({ subject, from: `Ann <${to.address}>` }));
  const reply = page.getByRole("dialog", { name: "Reply to Ann" });
  const answerWith = async (text: string) => {
    await openMail(page, subject);
    await page.keyboard.press("r");
    await reply.getByLabel("Your reply").fill(text);
  };
  await answerWith("In the loft.");
  await page.keyboard.press("Control+Shift+Enter");
  await expect(reply).toBeHidden();
  await expect(toastOf(page).getByText("Archived. Sending…")).toBeVisible();
  await expect(rowOf(page, subject)).toHaveCount(0);
  await using client = await ImapClient.open(from);
  await expect.poll(() => client.subjects("Archive")).toEqual([subject]);
  await page.keyboard.press("z");
  await expect(textOf(composer(page))).toHaveValue("In the loft.");
  await page.keyboard.press("Escape");
  await expect(rowOf(page, subject)).toHaveCount(1);
  await expect.poll(() => client.subjects("INBOX")).toEqual([subject]);

  await answerWith("In the cellar.");
  await reply.getByRole("button", { name: "Other ways to send" }).click();
  await page.getByRole("menuitem", { name: "Send and archive" }).click();
  await expect(reply).toBeHidden();
  await expect(rowOf(page, subject)).toHaveCount(0);
  await expect.poll(() => client.subjects("Archive")).toEqual([subject]);
  await page.getByRole("button", { name: "Outbox 1" }).click();
  await page
    .getByRole("dialog", { name: "Outbox" })
    .getByRole("button", { name: "Send now" })
    .click();
  await expect(toastOf(page).getByText("sent successfully!")).toBeVisible();
});
