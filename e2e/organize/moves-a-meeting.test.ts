import { expect } from "@playwright/test";
import { calendarMail, tomorrow } from "../../server/testing/mailboxes/calendar-mail.ts";
import { toastOf } from "../support/composer.ts";
import { openMail, signIn, test } from "../support/fixtures.ts";
import { ImapClient } from "../support/imap-client.ts";

const hourMs = 3600_000;

test("moves a meeting to the time that a guest proposes, and notifies every guest once", async ({
  page,
  user,
  product,
}) => {
  const [north] = user.mailboxes;
  const [guest] = product.newUser().mailboxes;
  const ours = {
    organiser: north.address,
    uid: "keel@example.net",
    title: "Keel laying",
    attendees: [`CN=Cleo;PARTSTAT=ACCEPTED:mailto:${guest.address}`],
  };
  {
    await using client = await ImapClient.open(north);
    await client.sendCommand("CREATE Sent").catch(() => undefined);
    const sent = calendarMail({ ...ours, from: `Ben <${north.address}>`, to: guest.address });
    await client.append("Sent", Buffer.from(sent), new Date());
  }
  const call = await user.connect();
  const { preferences } = await call("GET /user/preferences", {});
  await call("PUT /user/preferences", { ...preferences, undoSeconds: 30 });
  await north.deliver(
    calendarMail({
      ...ours,
      from: `Cleo <${guest.address}>`,
      to: north.address,
      method: "COUNTER",
      start: tomorrow() + 3 * hourMs,
    }),
  );
  await signIn(page, user);
  await openMail(page, "Keel laying");
  const event = page.getByRole("region", { name: "Keel laying" });
  await expect(event.getByText("Cleo proposes a new time")).toBeVisible();
  // The invitation in Sent may be ingested after the proposal.
  await expect(async () => {
    await page.reload();
    await expect(event.getByRole("button", { name: "Accept" })).toBeVisible({ timeout: 3000 });
  }).toPass({ timeout: 60_000 });
  await expect(event.getByText(/notifies all guests, who are asked again/)).toBeVisible();
  await event.getByRole("button", { name: "Accept" }).click();
  await expect(event.getByText(/^Accepted; all guests are notified/)).toBeVisible();
  await toastOf(page).getByRole("button", { name: /^Undo/ }).click();
  await expect(event.getByRole("button", { name: "Accept" })).toBeVisible();
  await call("PUT /user/preferences", { ...preferences, undoSeconds: 0 });
  await page.reload();
  await event.getByRole("button", { name: "Accept" }).click();
  await expect(event.getByRole("button", { name: "Decline" })).toBeHidden();
  const moved = async () => {
    await using client = await ImapClient.open(guest);
    const sources = (await client.sources("INBOX")).map((source) =>
      source.replaceAll(/=\r?\n/g, "").replaceAll(/\r?\n[ \t]/g, ""),
    );
    return sources.filter((source) => source.includes("Subject: Moved: Keel laying"));
  };
  await expect.poll(moved, { timeout: 30_000 }).toHaveLength(1);
  const [mail = ""] = await moved();
  expect(mail).toMatch(/Content-Type: text\/calendar;[^\n]*method=REQUEST/i);
  expect(mail).toContain("SEQUENCE:1");
});
