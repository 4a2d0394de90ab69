import { expect } from "@playwright/test";
import { openMail, rowOf, signIn, test } from "../support/fixtures.ts";
import { ImapClient } from "../support/imap-client.ts";
import { aMail } from "../support/mail.ts";

test("shows folders that another client creates, fills, renames, empties and deletes", async ({
  page,
  user,
}) => {
  const [north] = user.mailboxes;
  for (const subject of ["Chart", "Tide table"]) await north.deliver(aMail({ subject }));
  await user.connect();
  await using other = await ImapClient.open(north);
  await signIn(page, user);
  await expect(rowOf(page, "Chart")).toBeVisible();
  await page.getByRole("button", { name: north.address }).click();

  // "Häfen" and a subfolder, in modified UTF-7, without a subscription.
  await other.sendCommand('CREATE "H&AOQ-fen"');
  await other.sendCommand('CREATE "H&AOQ-fen/&U,BTFw-"');
  await other.sendCommand('SELECT "INBOX"');
  await other.sendCommand('UID COPY 1 "H&AOQ-fen"');
  await other.sendCommand('UID MOVE 2 "H&AOQ-fen/&U,BTFw-"');
  await expect(rowOf(page, "Tide table")).toHaveCount(0);
  const readFolders = async () => {
    await page.getByRole("button", { name: "Refresh" }).click();
    return page.getByRole("navigation", { name: "Folders" }).locator("bdi").allInnerTexts();
  };
  await page.getByRole("button", { name: "Folders" }).click();
  await expect.poll(readFolders, { timeout: 30_000 }).toEqual(["Häfen", "台北"]);
  await page.getByRole("link", { name: /^台北/ }).click();
  await expect(page.getByRole("heading", { name: /^台北/, level: 1 })).toBeVisible();
  await openMail(page, "Tide table");

  await other.sendCommand('RENAME "H&AOQ-fen" "Ports"');
  await expect.poll(readFolders, { timeout: 30_000 }).toEqual(["Ports", "台北"]);
  await page.getByRole("link", { name: /^Ports/ }).click();
  await expect(rowOf(page, "Chart")).toBeVisible();

  // After deletion and re-creation the UIDs start again: UIDVALIDITY shows that they belong to other messages.
  await other.sendCommand('DELETE "Ports/&U,BTFw-"');
  await other.sendCommand('DELETE "Ports"');
  await other.sendCommand('CREATE "Ports"');
  const raw = aMail({ subject: "Another chart" }).toString("latin1");
  await other.sendCommand(`APPEND "Ports" {${raw.length}+}\r\n${raw}`);
  await expect.poll(readFolders, { timeout: 30_000 }).toEqual(["Ports"]);
  await page.getByRole("link", { name: /^Ports/ }).click();
  await expect(rowOf(page, "Another chart")).toBeVisible({ timeout: 30_000 });
  await expect(rowOf(page, "Tide table")).toHaveCount(0);
  await expect(page.getByRole("grid").getByRole("row")).toHaveCount(1);

  // A user who has the folder open is notified, and sees no deleted message.
  await other.sendCommand('DELETE "Ports"');
  await expect.poll(readFolders, { timeout: 30_000 }).toEqual([]);
  await expect(page.getByText("This folder does not exist.")).toBeVisible();
  await expect(rowOf(page, "Another chart")).toHaveCount(0);
});
