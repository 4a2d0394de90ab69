import { expect, type Page } from "@playwright/test";
import { pressOn, rowOf, signIn, test } from "../support/fixtures.ts";
import { ImapClient } from "../support/imap-client.ts";
import { aMail } from "../support/mail.ts";

/** Chooses a folder in the dialog that a key opens. */
async function chooseFolder(page: Page, title: string, name: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name: title });
  await dialog.getByRole("combobox").fill(name);
  await expect(dialog.getByRole("option").first()).toHaveText(name);
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
}

test("undoes each action on a mail, here and on the mail server", async ({ page, user }) => {
  const [north] = user.mailboxes;
  await north.deliver(aMail({ subject: "Anchor" }));
  await using other = await ImapClient.open(north);
  await other.sendCommand('CREATE "Charts"');
  const call = await user.connect();
  await call("PUT /email/labels/{name}", { name: "Deck" });
  await expect
    .poll(async () => (await call("GET /email/folders", {})).folders.map(({ name }) => name))
    .toContain("Charts");
  await signIn(page, user);
  const row = rowOf(page, "Anchor");
  /** Returns the state of the message on the server: its flags in the inbox, and the folders that contain it. */
  const state = async () => {
    const folders: string[] = [];
    for (const folder of ["INBOX", "Archive", "Junk", "Trash", "Charts"]) {
      if ((await other.subjects(folder)).length > 0) folders.push(folder);
    }
    const flags = (await other.flagsOf("Anchor")).split(" ");
    return { folders, flags: flags.filter((flag) => !["", "\\Recent"].includes(flag)).toSorted() };
  };
  const start = { folders: ["INBOX"], flags: [] as string[] };
  const labels = page.getByRole("dialog", { name: "Labels", exact: true });
  const actions: [key: string, then: () => Promise<unknown>, after: Partial<typeof start>][] = [
    ["Shift+I", async () => undefined, { flags: ["\\Seen"] }],
    ["s", async () => undefined, { flags: ["\\Flagged"] }],
    ["e", async () => undefined, { folders: ["Archive"] }],
    ["!", async () => undefined, { folders: ["Junk"] }],
    ["#", async () => undefined, { folders: ["Trash"] }],
    ["m", async () => undefined, { folders: ["Archive"] }],
    ["v", () => chooseFolder(page, "Move to", "Charts"), { folders: ["Charts"] }],
    [
      "l",
      async () => {
        await labels.getByRole("checkbox", { name: "Deck" }).check();
        await labels.getByRole("button", { name: "Apply" }).click();
        await expect(labels).toBeHidden();
      },
      { flags: ["Deck"] },
    ],
  ];
  for (const [key, then, after] of actions) {
    await pressOn(row, key);
    await then();
    await expect.poll(state, key).toMatchObject(after);
    await page.keyboard.press("z");
    await expect(row, key).toBeVisible();
    await expect.poll(state, key).toEqual(start);
  }

  await row.click({ button: "right" });
  await page.getByRole("menuitem", { name: "Copy to…" }).click();
  await chooseFolder(page, "Copy to", "Charts");
  await expect.poll(state).toMatchObject({ folders: ["INBOX", "Charts"] });
  await page.getByRole("button", { name: "Undo (Z)" }).click();
  await expect.poll(state).toEqual(start);
});

test("asks before it deletes a message permanently, and undoes that too", async ({
  page,
  user,
}) => {
  const [north] = user.mailboxes;
  await north.deliver(aMail({ subject: "Old rope" }));
  await user.connect();
  await using other = await ImapClient.open(north);
  await signIn(page, user);
  await pressOn(rowOf(page, "Old rope"), "#");
  await expect(rowOf(page, "Old rope")).toBeHidden();
  await page.getByRole("link", { name: "Trash" }).click();
  const remove = async () => {
    await pressOn(rowOf(page, "Old rope"), "#");
    const question = page.getByRole("alertdialog");
    await expect(question).toContainText("Delete 1 email permanently?");
    await question.getByRole("button", { name: "Delete permanently" }).click();
    await expect(page.getByText("Your trash is empty")).toBeVisible();
  };
  await remove();
  await page.getByRole("button", { name: "Undo (Z)" }).click();
  await expect(rowOf(page, "Old rope")).toBeVisible();
  expect(await other.subjects("Trash")).toEqual(["Old rope"]);
  await remove();
  await expect.poll(() => other.subjects("Trash"), { timeout: 30_000 }).toEqual([]);
});
