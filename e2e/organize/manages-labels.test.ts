import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { pressOn, rowOf, signIn, test } from "../support/fixtures.ts";
import { ImapClient } from "../support/imap-client.ts";
import { aMail } from "../support/mail.ts";

test("renames, recolors and deletes a label from the sidebar", async ({ page, user }) => {
  const [north] = user.mailboxes;
  await north.deliver(aMail({ subject: "Winch" }));
  await north.deliver(aMail({ subject: "Unrelated" }));
  const call = await user.connect();
  await expect.poll(async () => (await call("GET /email/list", {})).emails.length).toBe(2);
  const { emails } = await call("GET /email/list", {});
  const emailId = emails.find(({ subject }) => subject === "Winch")?.id ?? "";
  await call("PUT /email/labels/{name}", { name: "Rigging", color: "work" });
  await call("PATCH /email/{emailId}", { emailId, labels: { add: ["Rigging"] } });

  await signIn(page, user);
  const labels = page.getByRole("navigation", { name: "Labels" });
  const link = labels.getByRole("link", { name: /^Rigging/ });
  await link.click();
  await expect(rowOf(page, "Winch")).toBeVisible();
  await expect(rowOf(page, "Unrelated")).toHaveCount(0);

  await link.click({ button: "right" });
  await page.getByRole("menuitem", { name: "Rename or recolor…" }).click();
  const dialog = page.getByRole("dialog", { name: "Change label" });
  await dialog.getByLabel("Name").fill("Deck/Winches");
  await dialog.getByRole("radio", { name: "Red" }).check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  // The label's messages are shown under its new name and address.
  await expect(page.getByRole("heading", { name: "Deck/Winches" })).toBeVisible();
  await expect(page).toHaveURL(/\/app\/label\/Deck%2FWinches$/);
  await expect(rowOf(page, "Winch")).toBeVisible();
  expect((await call("GET /email/labels", {})).labels).toMatchObject([
    { name: "Deck/Winches", color: "important" },
  ]);

  await pressOn(labels.getByRole("link", { name: /^Deck/ }), "Shift+F10");
  await page.getByRole("menuitem", { name: "Delete label…" }).click();
  const question = page.getByRole("alertdialog", { name: "Delete the label Deck/Winches?" });
  await question.getByRole("button", { name: "Delete label" }).click();
  await expect(labels).toHaveCount(0);
  await expect(page).toHaveURL(/\/app\/inbox$/);
  await expect(rowOf(page, "Winch")).toBeVisible();
  await expect
    .poll(async () => (await call("GET /email/list", {})).emails.flatMap(({ tags }) => tags))
    .toEqual([]);
});

test("manages labels in the settings, and rejects a name that is in use", async ({
  page,
  user,
}) => {
  const call = await user.connect();
  await call("PUT /email/labels/{name}", { name: "Sails" });
  await signIn(page, user, "/app/settings");
  await page.getByRole("tab", { name: "Labels" }).click();
  await page.getByRole("button", { name: "New label" }).click();
  const made = page.getByRole("dialog", { name: "New label" });
  await made.getByRole("button", { name: "Save" }).click();
  await expect(made.getByRole("alert")).toHaveText("Name is required");
  await made.getByLabel("Name").fill("Ropes");
  await made.getByRole("radio", { name: "Green" }).check();
  await made.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("button", { name: "Rename or recolor Ropes" })).toBeVisible();

  await page.getByRole("button", { name: "Rename or recolor Ropes" }).click();
  const changed = page.getByRole("dialog", { name: "Change label" });
  await expect(changed.getByRole("radio", { name: "Green" })).toBeChecked();
  await changed.getByLabel("Name").fill("Sails");
  await changed.getByRole("button", { name: "Save" }).click();
  await expect(changed.getByRole("alert")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(changed).toBeHidden();

  await page.getByRole("button", { name: "Delete label Sails" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete label" }).click();
  await expect(page.getByRole("button", { name: "Delete label Sails" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Delete label Ropes" })).toBeVisible();
});

test("archives everything under a label together, and exports it", async ({ page, user }) => {
  const [north, south] = user.mailboxes;
  const now = Date.now();
  const messages = Array.from({ length: 46 }, (_, at) => ({
    date: now - at * 60_000,
    raw: aMail({ subject: `Sail ${String(at).padStart(2, "0")}`, date: now - at * 60_000 }),
  }));
  north.hold(messages.slice(0, 30));
  south.hold(messages.slice(30));
  const call = await user.connect();
  const inboxSize = async () => (await call("GET /email/list", { limit: 100 })).emails.length;
  await expect.poll(inboxSize).toBe(46);
  const change = { labels: { add: ["Sails"] } };
  await call("POST /email/bulk", { matching: { query: "sail" }, change });
  await south.deliver(aMail({ subject: "Without a label" }));
  await using other = await ImapClient.open(north);
  await expect.poll(() => other.flagsOf("Sail 29")).toMatch(/sails/i);

  await signIn(page, user, "/app/label/Sails");
  // Select some messages, with the toolbar.
  await rowOf(page, "Sail 00").hover();
  await rowOf(page, "Sail 00").getByRole("checkbox").click();
  await rowOf(page, "Sail 02").click({ modifiers: ["Shift"] });
  await page
    .getByRole("toolbar", { name: "3 selected" })
    .getByRole("button", { name: "Mark as read" })
    .click();
  await expect.poll(() => other.flagsOf("Sail 01")).toContain("\\Seen");
  await page.keyboard.press("Escape");

  // Select all messages with the label, loaded or not, and no other messages.
  await page.getByRole("button", { name: "Select all" }).click();
  await page.getByRole("button", { name: "Select all 46 in Sails" }).click();
  await page
    .getByRole("toolbar", { name: "46 selected" })
    .getByRole("button", { name: "Archive" })
    .click();
  await expect(page.getByText("46 emails archived")).toBeVisible();
  await expect.poll(inboxSize).toBe(1);
  await expect.poll(async () => (await other.sources("Archive")).length).toBe(30);
  // Archived messages keep their label.
  await expect(rowOf(page, "Sail 00")).toBeVisible();

  await page.getByRole("button", { name: "More about this list" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Export as mbox" }).click();
  const written = await readFile(await (await download).path(), "utf8");
  expect(written.match(/^Subject: Sail /gm)).toHaveLength(46);
  expect(written).not.toContain("Without a label");
});
