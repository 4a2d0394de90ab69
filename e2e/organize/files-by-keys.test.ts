import { expect } from "@playwright/test";
import { openMail, pressInTurn, pressOn, rowOf, signIn, test } from "../support/fixtures.ts";
import { ImapClient } from "../support/imap-client.ts";
import { aMail } from "../support/mail.ts";

test("archives and continues with the mail below or above, and moves from folder to folder", async ({
  page,
  user,
}) => {
  const [north] = user.mailboxes;
  const now = Date.now();
  north.hold(
    ["One", "Two", "Three", "Four"].map((subject, at) => ({
      date: now - at * 60_000,
      raw: aMail({ subject }),
    })),
  );
  await user.connect();
  await signIn(page, user);
  await openMail(page, "Two");
  await page.keyboard.press("]");
  await expect(page.getByRole("heading", { name: "Three" }).first()).toBeVisible();
  await expect(rowOf(page, "Two")).toHaveCount(0);
  await page.keyboard.press("[");
  await expect(page.getByRole("heading", { name: "One" }).first()).toBeVisible();
  await expect(rowOf(page, "Three")).toHaveCount(0);

  for (const [key, title, address] of [
    ["s", "Starred", "starred"],
    ["b", "Snoozed", "snoozed"],
    ["t", "Sent", "sent"],
    ["d", "Drafts", "drafts"],
    ["i", "Inbox", "inbox"],
  ] as const) {
    await pressInTurn(page, "g", key);
    await expect(page.getByRole("heading", { name: title, level: 1 })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/app/${address}$`));
  }
  await expect(rowOf(page, "Four")).toBeVisible();
});

test("copies a message to another folder and keeps the original", async ({ page, user }) => {
  const [north] = user.mailboxes;
  await north.deliver(aMail({ subject: "Chart of the bay" }));
  await using other = await ImapClient.open(north);
  await other.sendCommand('CREATE "Charts"');
  const call = await user.connect();
  await expect
    .poll(async () => (await call("GET /email/folders", {})).folders.map(({ name }) => name))
    .toContain("Charts");
  await signIn(page, user);
  await rowOf(page, "Chart of the bay").click({ button: "right" });
  await page.getByRole("menuitem", { name: "Copy to…" }).click();
  const dialog = page.getByRole("dialog", { name: "Copy to" });
  await dialog.getByRole("combobox").fill("Charts");
  await expect(dialog.getByRole("option").first()).toHaveText(/^Charts/);
  await page.keyboard.press("Enter");
  await expect(page.getByText("1 email copied to Charts")).toBeVisible();
  await expect(rowOf(page, "Chart of the bay")).toBeVisible();
  const count = async (folder: string) => (await other.sources(folder)).length;
  await expect.poll(() => count("Charts")).toBe(1);
  expect(await count("INBOX")).toBe(1);
});

test("empties Spam, on the mail server too", async ({ page, user }) => {
  const [north] = user.mailboxes;
  for (const subject of ["Cheap rope", "Cheaper rope"]) await north.deliver(aMail({ subject }));
  const call = await user.connect();
  await expect.poll(async () => (await call("GET /email/list", {})).emails.length).toBe(2);
  await call("POST /email/bulk", {
    matching: { folder: "inbox" },
    change: { folder: "spam" },
  });
  await using other = await ImapClient.open(north);
  const spam = async () => (await other.sources("Junk").catch(() => [])).length;
  await expect.poll(spam).toBe(2);
  await signIn(page, user, "/app/spam");
  await page.getByRole("button", { name: "Empty Spam" }).click();
  const question = page.getByRole("alertdialog", { name: "Empty the spam folder?" });
  await question.getByRole("button", { name: "Empty Spam" }).click();
  await expect(page.getByText("Spam emptied")).toBeVisible();
  await expect(rowOf(page, "Cheap rope")).toHaveCount(0);
  // Pushed to the server when the undo period has ended.
  await expect.poll(spam, { timeout: 30_000 }).toBe(0);
});

test("navigates a conversation, selects by kind, and opens an account by keys", async ({
  page,
  user,
}) => {
  const [north, south] = user.mailboxes;
  const now = Date.now();
  north.hold(
    [1, 2, 3].map((at) => ({
      date: now - (4 - at) * 60_000,
      raw: aMail({
        subject: at === 1 ? "The crane" : "Re: The crane",
        from: `Writer ${at} <writer${at}@example.org>`,
        text: `Word number ${at}.`,
        messageId: `crane${at}@example.org`,
        headers: at === 1 ? [] : ["References: <crane1@example.org>"],
      }),
    })),
  );
  const call = await user.connect();
  await expect.poll(async () => (await call("GET /email/list", {})).emails.length).toBe(3);
  await call("POST /email/bulk", { matching: { folder: "inbox" }, change: { seen: true } });
  await signIn(page, user);
  await openMail(page, "The crane");
  const mail = (name: string) => page.getByRole("article", { name });
  await expect(mail("Writer 3")).toBeVisible();
  await expect(mail("Writer 2")).toHaveCount(0);
  await page.keyboard.press("p");
  await expect(mail("Writer 2")).toBeVisible();
  await page.keyboard.press(";");
  await expect(mail("Writer 1")).toBeVisible();
  await page.keyboard.press(":");
  await expect(mail("Writer 1")).toHaveCount(0);
  await page.keyboard.press("Shift+R");
  const composer = page.getByRole("dialog", { name: "Compose Email" });
  await expect(composer.getByLabel("Subject")).toHaveValue("Re: The crane");
  await page.keyboard.press("Escape");
  await expect(composer).toBeHidden();

  await page.keyboard.press("_");
  await page.keyboard.press("u");
  await expect(rowOf(page, "The crane").first()).toBeFocused();
  await page.keyboard.press("*");
  await page.keyboard.press("u");
  await expect(page.getByRole("toolbar", { name: "1 selected" })).toBeVisible();
  await page.keyboard.press("*");
  await page.keyboard.press("r");
  await expect(page.getByRole("toolbar", { name: "1 selected" })).toBeHidden();
  await page.keyboard.press(".");
  await expect(page.getByRole("menuitem", { name: /^Archive/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await pressInTurn(page, "g", "2");
  await expect(page.getByRole("main").getByText(south.address)).toBeVisible();
});

test("undoes deleting and renaming a label with z", async ({ page, user }) => {
  const [north] = user.mailboxes;
  await north.deliver(aMail({ subject: "Winch" }));
  const call = await user.connect();
  await expect.poll(async () => (await call("GET /email/list", {})).emails.length).toBe(1);
  await call("PUT /email/labels/{name}", { name: "Rigging", color: "work" });
  await call("POST /email/bulk", {
    matching: { folder: "inbox" },
    change: { labels: { add: ["Rigging"], remove: [] } },
  });
  await signIn(page, user);
  const labels = page.getByRole("navigation", { name: "Labels" });
  await pressOn(labels.getByRole("link", { name: /^Rigging/ }), "Shift+F10");
  await page.getByRole("menuitem", { name: "Delete label…" }).click();
  const question = page.getByRole("alertdialog", { name: "Delete the label Rigging?" });
  await question.getByRole("button", { name: "Delete label" }).click();
  await expect(page.getByText("Label Rigging deleted")).toBeVisible();
  await expect(labels).toHaveCount(0);
  await page.keyboard.press("z");
  await expect(labels.getByRole("link", { name: /^Rigging/ })).toBeVisible();
  await expect(rowOf(page, "Winch")).toHaveAccessibleName(/labeled Rigging/);

  await pressOn(labels.getByRole("link", { name: /^Rigging/ }), "Shift+F10");
  await page.getByRole("menuitem", { name: "Rename or recolor…" }).click();
  const dialog = page.getByRole("dialog", { name: "Change label" });
  await dialog.getByLabel("Name").fill("Winches");
  await page.keyboard.press("Enter");
  await expect(labels.getByRole("link", { name: /^Winches/ })).toBeVisible();
  await page.keyboard.press("z");
  await expect(labels.getByRole("link", { name: /^Rigging/ })).toBeVisible();
});
