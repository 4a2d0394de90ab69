import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { openMail, pressOn, rowOf, signIn, test } from "../support/fixtures.ts";
import { ImapClient } from "../support/imap-client.ts";
import { aMail } from "../support/mail.ts";

const undo = (page: Page) => page.getByRole("button", { name: "Undo (Z)" });

test("archives from the row, the keyboard and the reader, and undoes it", async ({
  page,
  user,
}) => {
  const [north] = user.mailboxes;
  const now = Date.now();
  north.hold(
    ["One", "Two", "Three"].map((subject, at) => ({
      date: now - at * 60_000,
      raw: aMail({ subject }),
    })),
  );
  await user.connect();
  await using other = await ImapClient.open(north);
  await signIn(page, user);

  await rowOf(page, "One").hover();
  await rowOf(page, "One").getByRole("button", { name: "Archive" }).click();
  await expect(rowOf(page, "One")).toBeHidden();
  await expect(page.getByText("1 email archived")).toBeVisible();
  await expect.poll(() => other.subjects("Archive")).toEqual(["One"]);

  await page.keyboard.press("z");
  await expect(rowOf(page, "One")).toBeVisible();
  await expect.poll(() => other.subjects("INBOX")).toEqual(["One", "Three", "Two"]);
  await expect.poll(() => other.subjects("Archive")).toEqual([]);

  // An action that is undone before the server responded also ends with the message where it was.
  await openMail(page, "One");
  await page.keyboard.press("e");
  await expect(page.getByRole("heading", { name: "Two" }).first()).toBeVisible();
  await page.keyboard.press("z");
  await expect(rowOf(page, "One")).toBeVisible();
  await page.keyboard.press("e");
  await expect(page.getByRole("heading", { name: "Three" }).first()).toBeVisible();
  await expect.poll(() => other.subjects("Archive")).toEqual(["Two"]);
  await expect.poll(() => other.subjects("INBOX")).toEqual(["One", "Three"]);
  await expect(rowOf(page, "One")).toBeVisible();

  await page.getByRole("link", { name: "Archive" }).click();
  await expect(rowOf(page, "Two")).toBeVisible();
  await expect(page.getByRole("grid").getByRole("row")).toHaveCount(1);
});

test("moves a message into a new folder, and shows that folder", async ({ page, user }) => {
  const [north] = user.mailboxes;
  await north.deliver(aMail({ subject: "Invoice 7" }));
  await user.connect();
  await using other = await ImapClient.open(north);
  await signIn(page, user);

  await pressOn(rowOf(page, "Invoice 7"), "v");
  const dialog = page.getByRole("dialog", { name: "Move to" });
  await dialog.getByRole("combobox").fill("Invoices");
  await expect(dialog.getByRole("option")).toHaveText("Create folder “Invoices”");
  await page.keyboard.press("Enter");
  await expect(rowOf(page, "Invoice 7")).toBeHidden();
  await expect(page.getByText("1 email moved to Invoices")).toBeVisible();
  await expect.poll(() => other.subjects("Invoices")).toEqual(["Invoice 7"]);

  await page.getByRole("button", { name: "Folders" }).click();
  await page.getByRole("link", { name: "Invoices" }).click();
  await expect(rowOf(page, "Invoice 7")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Invoices", level: 1 })).toBeVisible();

  await undo(page).click();
  await expect(rowOf(page, "Invoice 7")).toBeHidden();
  await expect.poll(() => other.subjects("INBOX")).toEqual(["Invoice 7"]);
});

test("asks for a folder or a label beside its button, with those used last first", async ({
  page,
  user,
}) => {
  const [north] = user.mailboxes;
  for (const subject of ["Keel", "Mast", "Sail"]) await north.deliver(aMail({ subject }));
  await using other = await ImapClient.open(north);
  for (const folder of ["Charts", "Yard"]) await other.sendCommand(`CREATE "${folder}"`);
  const call = await user.connect();
  for (const name of ["Deck", "Winter"]) await call("PUT /email/labels/{name}", { name });
  await expect
    .poll(async () => (await call("GET /email/folders", {})).folders.map(({ name }) => name))
    .toContain("Yard");
  await signIn(page, user);

  const folders = page.getByRole("dialog", { name: "Move to" });
  await pressOn(rowOf(page, "Keel"), "v");
  await folders.getByRole("combobox").fill("yar");
  await expect(folders.getByRole("option").first()).toHaveText("Yard");
  await page.keyboard.press("Enter");
  await expect(rowOf(page, "Keel")).toHaveCount(0);

  await openMail(page, "Mast");
  const button = page.locator("#message").getByRole("button", { name: "Move to…" });
  // The page behind is hidden from roles while the folders are open.
  const asked = await button.boundingBox();
  await button.click();
  await expect(folders.getByRole("option").first()).toHaveText("Yard");
  await expect(folders.getByRole("option", { name: "Inbox" })).toHaveCount(0);
  await expect(folders.getByRole("option", { name: "Charts" })).toHaveCount(1);
  const shown = await folders.boundingBox();
  expect(Math.abs((shown?.y ?? 0) - (asked?.y ?? 0) - (asked?.height ?? 0))).toBeLessThan(20);
  await page.keyboard.press("Enter");
  await expect(rowOf(page, "Mast")).toHaveCount(0);
  await expect.poll(() => other.subjects("Yard")).toEqual(["Keel", "Mast"]);

  const labels = page.getByRole("dialog", { name: "Labels", exact: true });
  await pressOn(rowOf(page, "Sail"), "l");
  await labels.getByRole("textbox").fill("wint");
  await page.keyboard.press("Enter");
  await expect(labels).toBeHidden();
  await expect(rowOf(page, "Sail")).toHaveAccessibleName(/labeled Winter/);
  await pressOn(rowOf(page, "Sail"), "l");
  await expect(labels.getByRole("checkbox").first()).toHaveAccessibleName("Winter");
  await labels.getByRole("checkbox", { name: "Deck" }).check();
  await page.keyboard.press("Enter");
  await expect(labels).toBeHidden();
  await expect(rowOf(page, "Sail")).toHaveAccessibleName(/labeled .*Deck/);
});

test("labels a message and finds it under the label", async ({ page, user }) => {
  const [north] = user.mailboxes;
  await north.deliver(aMail({ subject: "Boat show" }));
  await user.connect();
  await using other = await ImapClient.open(north);
  await signIn(page, user);

  await pressOn(rowOf(page, "Boat show"), "l");
  const dialog = page.getByRole("dialog", { name: "Labels", exact: true });
  await dialog.getByRole("textbox").fill("Boats");
  await dialog.getByRole("radio", { name: "Green" }).check();
  await dialog.getByRole("button", { name: "Create label “Boats”" }).click();
  await expect(dialog.getByRole("checkbox", { name: "Boats" })).toBeChecked();
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, "Boat show")).toHaveAccessibleName(/labeled Boats/);
  await expect.poll(() => other.flagsOf("Boat show")).toMatch(/boats/i);

  await page.getByRole("link", { name: /^Boats/ }).click();
  await expect(page).toHaveURL(/\/app\/label\/Boats/);
  await expect(rowOf(page, "Boat show")).toBeVisible();

  await pressOn(rowOf(page, "Boat show"), "l");
  await dialog.getByRole("checkbox", { name: "Boats" }).uncheck();
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("Your Boats is empty")).toBeVisible();
  await expect.poll(() => other.flagsOf("Boat show")).not.toMatch(/boats/i);
});

test("reports spam, takes it out again, and deletes mail permanently", async ({ page, user }) => {
  const [north] = user.mailboxes;
  await north.deliver(aMail({ subject: "You have won" }));
  await north.deliver(aMail({ subject: "Old news" }));
  await north.deliver(aMail({ subject: "Older news" }));
  await user.connect();
  await using other = await ImapClient.open(north);
  await signIn(page, user);

  await pressOn(rowOf(page, "You have won"), "!");
  await expect(rowOf(page, "You have won")).toBeHidden();
  await page.getByRole("link", { name: "Spam" }).click();
  // The button is above the rows: until it is shown, they still move.
  await expect(page.getByRole("button", { name: "Empty Spam" })).toBeVisible();
  // Holding the mouse button down opens the menu as well, and releasing it keeps the menu open.
  await rowOf(page, "You have won").hover();
  await page.mouse.down({ button: "right" });
  await page.evaluate(() => new Promise((next) => requestIdleCallback(next)));
  await page.mouse.up({ button: "right" });
  await page.getByRole("menuitem", { name: "Not spam" }).click();
  await expect(page.getByText("Your spam is empty")).toBeVisible();
  await expect
    .poll(() => other.subjects("INBOX"))
    .toEqual(["Old news", "Older news", "You have won"]);

  await page.getByRole("link", { name: /^Inbox/ }).click();
  for (const subject of ["Older news", "Old news"]) {
    await pressOn(rowOf(page, subject), "#");
    await expect(rowOf(page, subject)).toBeHidden();
  }
  await expect.poll(() => other.subjects("Trash")).toEqual(["Old news", "Older news"]);
  await page.getByRole("link", { name: "Trash" }).click();
  await pressOn(rowOf(page, "Older news"), "#");
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("Delete 1 email permanently?");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toBeHidden();
  await expect(rowOf(page, "Older news")).toBeVisible();

  await page.getByRole("button", { name: "Empty Trash" }).click();
  await question.getByRole("button", { name: "Empty Trash" }).click();
  // The dialog closes with an animation, and has a button of the same name as the page.
  await expect(question).toBeHidden();
  await expect(page.getByText("Your trash is empty")).toBeVisible();
  await undo(page).click();
  await expect(rowOf(page, "Old news")).toBeVisible();
  await expect(rowOf(page, "Older news")).toBeVisible();
  expect(await other.subjects("Trash")).toEqual(["Old news", "Older news"]);

  await page.getByRole("button", { name: "Empty Trash" }).click();
  await question.getByRole("button", { name: "Empty Trash" }).click();
  await expect(page.getByText("Your trash is empty")).toBeVisible();
  await expect.poll(() => other.subjects("Trash"), { timeout: 30_000 }).toEqual([]);
});

test("archives many messages at once: a range, the loaded page, and the whole list", async ({
  page,
  user,
}) => {
  const [north] = user.mailboxes;
  const now = Date.now();
  north.hold(
    Array.from({ length: 45 }, (_, at) => ({
      date: now - at * 60_000,
      raw: aMail({ subject: `Note ${String(at).padStart(2, "0")}` }),
    })),
  );
  await user.connect();
  await using other = await ImapClient.open(north);
  await signIn(page, user);

  await rowOf(page, "Note 00").hover();
  await rowOf(page, "Note 00").getByRole("checkbox").click();
  await rowOf(page, "Note 02").click({ modifiers: ["Shift"] });
  const bar = page.getByRole("toolbar", { name: "3 selected" });
  await bar.getByRole("button", { name: "Archive" }).click();
  await expect(page.getByText("3 emails archived")).toBeVisible();
  await expect(rowOf(page, "Note 02")).toBeHidden();
  await expect.poll(async () => (await other.subjects("Archive")).length).toBe(3);
  await page.keyboard.press("z");
  await expect(rowOf(page, "Note 00")).toBeVisible();
  await expect.poll(async () => (await other.subjects("Archive")).length).toBe(0);

  await pressOn(rowOf(page, "Note 00"), "x");
  await page.keyboard.press("Shift+J");
  await expect(page.getByRole("toolbar", { name: "2 selected" })).toBeVisible();
  await page.keyboard.press("*");
  await page.keyboard.press("a");
  await expect(page.getByText(/on this page are selected/)).toBeVisible();
  await page.getByRole("button", { name: "Select all 45 in Inbox" }).click();
  await page
    .getByRole("toolbar", { name: "45 selected" })
    .getByRole("button", { name: "Archive" })
    .click();
  await expect(page.getByText("Your inbox is empty")).toBeVisible();
  await expect.poll(async () => (await other.subjects("Archive")).length).toBe(45);
  await undo(page).click();
  await expect(rowOf(page, "Note 00")).toBeVisible();
  await expect.poll(async () => (await other.subjects("INBOX")).length).toBe(45);
});

test("puts mail back and reports it when the change could not be saved", async ({ page, user }) => {
  const [north] = user.mailboxes;
  await north.deliver(aMail({ subject: "Stay here" }));
  await user.connect();
  await using other = await ImapClient.open(north);
  await signIn(page, user);
  await pressOn(rowOf(page, "Stay here"), "e");
  // The toast shows that everything is loaded.
  await page.getByText("1 email archived").waitFor();
  const undone = page.waitForResponse(/\/email\/undo$/);
  await page.keyboard.press("z");
  await undone;
  await expect.poll(() => other.subjects("INBOX")).toEqual(["Stay here"]);
  // After a lost connection the change would wait; here the server responds with an error.
  const changes = "**/email/*";
  await page.route(changes, (route) =>
    route.request().method() !== "GET"
      ? route.fulfill({ status: 500, json: { code: "internal", message: "Something went wrong" } })
      : route.fallback(),
  );
  await pressOn(rowOf(page, "Stay here"), "e");
  // An urgent toast is announced by another element, and is itself hidden until it receives the focus.
  const retry = page.getByRole("button", { name: "Try again", includeHidden: true });
  // The toast stays while the pointer is over it.
  await retry.hover();
  await expect(page.getByText("The change could not be saved.").first()).toBeVisible();
  await expect(rowOf(page, "Stay here")).toBeVisible();
  await page.unroute(changes);
  await retry.click();
  await expect(rowOf(page, "Stay here")).toBeHidden();
  await expect.poll(() => other.subjects("Archive")).toEqual(["Stay here"]);
});

test("shows only unread or only starred messages", async ({ page, user }) => {
  const [north] = user.mailboxes;
  await north.deliver(aMail({ subject: "Read already" }));
  await north.deliver(aMail({ subject: "Still waiting" }));
  await user.connect();
  await using other = await ImapClient.open(north);
  await other.store("Read already", "+FLAGS (\\Seen)");
  await signIn(page, user);
  await expect(rowOf(page, "Read already")).not.toHaveAccessibleName(/unread/i);
  await page.getByRole("button", { name: "Filter" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Unread" }).click();
  await expect(rowOf(page, "Read already")).toBeHidden();
  await expect(rowOf(page, "Still waiting")).toBeVisible();
  // The exported file contains the messages that the list shows.
  await page.getByRole("button", { name: "More about this list" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Export as mbox" }).click();
  const written = await readFile(await (await download).path(), "utf8");
  expect(written.match(/^Subject: .*$/gm)).toEqual(["Subject: Still waiting"]);
  await pressOn(rowOf(page, "Still waiting"), "Shift+I");
  await expect(page.getByText("Nothing here matches")).toBeVisible();
  await page.getByRole("button", { name: "Show all" }).click();
  await expect(rowOf(page, "Read already")).toBeVisible();
});
