import { expect } from "@playwright/test";
import { openMail, pressOn, rowOf, signIn, test } from "../support/fixtures.ts";
import { aMail } from "../support/mail.ts";

test("replies to a muted conversation arrive read in the archive, until it is unmuted", async ({
  page,
  user,
}) => {
  const [north] = user.mailboxes;
  await north.deliver(aMail({ subject: "Committee", messageId: "committee@example.org" }));
  await north.deliver(aMail({ subject: "Something else" }));
  const call = await user.connect();
  await signIn(page, user);
  await pressOn(rowOf(page, "Committee"), "m");
  await expect(rowOf(page, "Committee")).toHaveCount(0);
  const inArchive = async () => (await call("GET /email/list", { folder: "archive" })).emails;
  // The page shows it at once; a message that arrives before the server has muted the conversation is not affected.
  await expect.poll(async () => (await inArchive()).map((one) => one.isMuted)).toEqual([true]);

  const answer = (subject: string) =>
    aMail({ subject, headers: ["In-Reply-To: <committee@example.org>"] });
  await north.deliver(answer("Re: Committee"));
  await north.deliver(aMail({ subject: "A later one" }));
  await expect(rowOf(page, "A later one")).toBeVisible();
  await expect(rowOf(page, "Committee")).toHaveCount(0);
  const archived = async () =>
    (await inArchive()).map(({ subject, flags }) => [subject, flags.includes(String.raw`\Seen`)]);
  await expect.poll(archived).toContainEqual(["Re: Committee", true]);

  await page.getByRole("link", { name: "Archive", exact: true }).click();
  await expect(page.getByRole("row", { name: /Committee.*muted/ })).toBeVisible();
  await openMail(page, "Committee");
  await expect(page.getByText("Muted: replies arrive read in Archive")).toBeVisible();
  await page.getByRole("button", { name: "Unmute", exact: true }).click();
  await expect(page.getByText("Muted: replies arrive read in Archive")).toHaveCount(0);
  await expect(page.getByRole("row", { name: /Committee.*muted/ })).toHaveCount(0);
  await expect
    .poll(async () => (await inArchive()).map(({ isMuted }) => isMuted))
    .toEqual([false, false]);

  await north.deliver(answer("Re: Committee again"));
  await page.getByRole("link", { name: /^Inbox/ }).click();
  await expect(rowOf(page, "Committee again")).toBeVisible();
});
