import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { expect } from "@playwright/test";
import { openMail, rowOf, signIn, test } from "../support/fixtures.ts";
import { ImapClient } from "../support/imap-client.ts";
import { aMail } from "../support/mail.ts";

/** Returns messages as an mbox file, as another mail client exports them. */
function mbox(...subjects: string[]): string {
  return subjects
    .map((subject) => {
      const source = aMail({ subject, messageId: `${subject.replaceAll(" ", ".")}@old.example` });
      return `From marta@example.org Sat Jan  3 01:05:34 2026\n${source.toString().replaceAll("\r\n", "\n")}\n`;
    })
    .join("");
}

test("imports an mbox, and exports the folder as one", async ({ page, user }, info) => {
  const [north] = user.mailboxes;
  await user.connect();
  await signIn(page, user, "/app/settings?tab=transfer");
  const old = info.outputPath("old mail.mbox");
  await writeFile(old, mbox("First letter", "Second letter", "First letter"));
  await page.getByLabel("Into").selectOption(north.address);
  await page.getByLabel("Choose a file…").setInputFiles(old);
  await expect(page.getByText("Done: 2 imported, 1 already existed")).toBeVisible();
  await using client = await ImapClient.open(north);
  expect(await client.sources("Imported")).toHaveLength(2);

  await page
    .getByRole("combobox", { name: /^Folder/ })
    .selectOption({ label: `Imported · ${north.address}` });
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  const file = await (await download).path();
  const written = await readFile(file, "utf8");
  expect(written.match(/^From /gm)).toHaveLength(2);
  expect(written).toContain("Subject: First letter");
  await page.getByRole("button", { name: "Remove old mail.mbox from the list" }).click();
  await expect(page.getByText("old mail.mbox")).toHaveCount(0);
});

test("imports a single message, and an archived Maildir", async ({ page, user }, info) => {
  const [north] = user.mailboxes;
  await user.connect();
  await signIn(page, user, "/app/settings?tab=transfer");
  await page.getByLabel("Into").selectOption(north.address);
  const single = info.outputPath("a letter.eml");
  await writeFile(single, aMail({ subject: "A letter of its own" }));
  await page.getByLabel("Choose a file…").setInputFiles(single);
  await expect(page.getByText("Done: 1 imported")).toBeVisible();

  const maildir = info.outputPath("Maildir");
  for (const part of ["cur", "new", "tmp"])
    await mkdir(path.join(maildir, part), { recursive: true });
  await writeFile(path.join(maildir, "cur", "1.host:2,FS"), aMail({ subject: "Starred there" }));
  await writeFile(path.join(maildir, "new", "2.host"), aMail({ subject: "Unread there" }));
  const packed = info.outputPath("old mail.tar.gz");
  await promisify(execFile)("tar", ["-czf", packed, "-C", path.dirname(maildir), "Maildir"]);
  await page.getByLabel("Choose a file…").setInputFiles(packed);
  await expect(page.getByText("Done: 2 imported")).toBeVisible();

  await page.goto("/app/inbox");
  await page.getByRole("button", { name: "Folders" }).click();
  await page.getByRole("link", { name: "Imported" }).click();
  await expect(rowOf(page, "A letter of its own")).toBeVisible();
  await expect(rowOf(page, "Starred there")).toHaveAccessibleName(/starred/i);
  await expect(rowOf(page, "Starred there")).not.toHaveAccessibleName(/unread/i);
  await expect(rowOf(page, "Unread there")).toHaveAccessibleName(/unread/i);
});

test("imports from Gmail and keeps stars, unread marks and labels", async ({
  page,
  user,
}, info) => {
  const [north] = user.mailboxes;
  await user.connect();
  await signIn(page, user);
  const takeout = info.outputPath("All mail Including Spam and Trash.mbox");
  const message = (subject: string, labels: string) => {
    const source = aMail({ subject, headers: [`X-Gmail-Labels: ${labels}`] });
    return `From 17@xxx Mon Jan 05 10:00:00 +0000 2026\n${source.toString().replaceAll("\r\n", "\n")}\n`;
  };
  await writeFile(
    takeout,
    [
      message("Unread yet", "Inbox,Important,Unread,Starred,Boat club"),
      message("Read long ago", "=?UTF-8?Q?Posteingang,Ge=C3=B6ffnet?="),
      message("In no folder", "Boat club"),
    ].join(""),
  );
  await page.goto("/app/settings?tab=transfer");
  await page.getByLabel("Into").selectOption(north.address);
  await page.getByLabel("Choose a file…").setInputFiles(takeout);
  await expect(page.getByText("Done: 3 imported")).toBeVisible();

  await page.goto("/app/inbox");
  await expect(rowOf(page, "Unread yet")).toHaveAccessibleName(/unread/i);
  await expect(rowOf(page, "Unread yet")).toHaveAccessibleName(/labeled .*Boat club/);
  await expect(rowOf(page, "Read long ago")).not.toHaveAccessibleName(/unread/i);
  await expect(rowOf(page, "In no folder")).toHaveCount(0);
  await page.getByRole("link", { name: "Starred" }).click();
  await expect(rowOf(page, "Unread yet")).toBeVisible();
  await expect(rowOf(page, "Read long ago")).toHaveCount(0);
  await page.getByRole("link", { name: /^Boat club/ }).click();
  await expect(rowOf(page, "In no folder")).toBeVisible();
  await expect(rowOf(page, "Unread yet")).toBeVisible();
});

test("blocks and unblocks a sender from an email", async ({ page, user }) => {
  const [north] = user.mailboxes;
  const from = "Noise <noise@example.net>";
  await north.deliver(aMail({ subject: "Noise one", from }));
  await user.connect();
  await signIn(page, user);
  await openMail(page, "Noise one");
  await page.getByRole("button", { name: /Show details/ }).click();
  await page.getByRole("button", { name: "Block noise@example.net" }).click();
  await expect(page.getByText("Emails from noise@example.net now go to Spam")).toBeVisible();
  await north.deliver(aMail({ subject: "Noise two", from }));
  await north.deliver(aMail({ subject: "A friend" }));
  await expect(rowOf(page, "A friend")).toBeVisible();
  await expect(rowOf(page, "Noise two")).toHaveCount(0);
  await page.goto("/app/spam");
  await expect(rowOf(page, "Noise two")).toBeVisible();
  await page.goto("/app/settings?tab=blocked");
  await page.getByRole("button", { name: "Unblock noise@example.net" }).click();
  await expect(page.getByText("No blocked senders.", { exact: false })).toBeVisible();
});

test("unsubscribes from a list with the email that the list requires", async ({
  page,
  user,
  product,
}) => {
  const [north] = user.mailboxes;
  const [list] = product.newUser().mailboxes;
  await north.deliver(
    aMail({
      subject: "Weekly news",
      from: "News <news@example.net>",
      headers: [`List-Unsubscribe: <mailto:${list.address}?subject=leave>`],
    }),
  );
  await user.connect();
  await signIn(page, user);
  await openMail(page, "Weekly news");
  await page.getByRole("button", { name: "Unsubscribe" }).click();
  await expect(page.getByRole("button", { name: "Unsubscribed" })).toBeDisabled();
  await using client = await ImapClient.open(list);
  await expect.poll(async () => (await client.sources("INBOX")).join()).toContain("Subject: leave");
});

test("unsubscribes from a list with one click", async ({ page, user, product }) => {
  const [north] = user.mailboxes;
  const { leaveUrl } = product.list;
  await north.deliver(
    aMail({
      subject: "Monthly news",
      from: "Monthly <monthly@example.net>",
      headers: [
        `List-Unsubscribe: <${leaveUrl}?who=${user.name.replace(" ", "-")}>`,
        "DKIM-Signature: v=1; h=from:list-unsubscribe:list-unsubscribe-post; b=x",
        "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
      ],
    }),
  );
  await user.connect();
  await signIn(page, user);
  await openMail(page, "Monthly news");
  await page.getByRole("button", { name: "Unsubscribe" }).click();
  await expect(page.getByRole("button", { name: "Unsubscribed" })).toBeDisabled();
  await expect(page.getByText("You are unsubscribed from Monthly")).toBeVisible();
  expect(product.list.asked).toContainEqual({
    method: "POST",
    path: `/leave?who=${user.name.replace(" ", "-")}`,
    body: "List-Unsubscribe=One-Click",
    cookie: undefined,
  });
});
