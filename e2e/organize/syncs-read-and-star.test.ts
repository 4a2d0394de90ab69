import { expect } from "@playwright/test";
import { openMail, rowOf, signIn, test } from "../support/fixtures.ts";
import { ImapClient } from "../support/imap-client.ts";
import { aMail } from "../support/mail.ts";

test("pushes read and starred to the server, and shows changes made by another client", async ({
  page,
  user,
}) => {
  const [north] = user.mailboxes;
  await north.deliver(aMail({ subject: "Read me" }));
  await north.deliver(aMail({ subject: "Star me" }));
  await north.deliver(aMail({ subject: "Elsewhere" }));
  await user.connect();
  await using other = await ImapClient.open(north);
  await signIn(page, user);

  await openMail(page, "Read me");
  await expect.poll(() => other.flagsOf("Read me")).toContain("\\Seen");

  const row = rowOf(page, "Star me");
  await row.getByRole("button", { name: /star/i }).click();
  await expect.poll(() => other.flagsOf("Star me")).toContain("\\Flagged");
  expect(await other.flagsOf("Star me")).not.toContain("\\Seen");

  await expect(rowOf(page, "Elsewhere")).toHaveAccessibleName(/unread/i);
  await other.store("Elsewhere", "+FLAGS (\\Seen \\Flagged)");
  await expect(rowOf(page, "Elsewhere")).not.toHaveAccessibleName(/unread/i);
  await expect(rowOf(page, "Elsewhere")).toHaveAccessibleName(/starred/i);

  await other.store("Star me", "-FLAGS (\\Flagged)");
  await expect(row).not.toHaveAccessibleName(/, starred|^starred/i);

  await other.store("Read me", "+FLAGS (\\Deleted)");
  await other.sendCommand("EXPUNGE");
  await expect(rowOf(page, "Read me")).toBeHidden();
});
