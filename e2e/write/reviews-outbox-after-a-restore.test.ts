import { expect } from "@playwright/test";
import { runTool } from "../../server/testing/apps/product-process.ts";
import { signIn, test } from "../support/fixtures.ts";
import { ImapClient } from "../support/imap-client.ts";

test("asks about every mail that was queued in a restored backup, and sends one once", async ({
  page,
  user,
  product,
}) => {
  test.setTimeout(180_000);
  const [from] = user.mailboxes;
  const [to] = product.newUser().mailboxes;
  const call = await user.connect();
  const { accounts } = await call("GET /imap/accounts", {});
  const accountId = accounts.find((account) => account.account_mail === from.address)?.id ?? "";
  const mail = { accountId, to: to.address, content: "Words." };
  const leavesAt = Date.now() + 20_000;
  for (const [subject, sendAt] of [
    ["On its way", leavesAt],
    ["For nobody", leavesAt],
    ["For next week", Date.now() + 7 * 86_400_000],
  ] as const) {
    await call("POST /email/send", { ...mail, subject, sendAt: new Date(sendAt).toISOString() });
  }
  await product.restart(async (place) => {
    const { output } = await runTool("backup", [], place);
    const [file = ""] = output.split(" (");
    expect(await runTool("restore", [file, "--replace"], place)).toMatchObject({ code: 0 });
  });

  await signIn(page, user);
  await expect.poll(() => Date.now() > leavesAt, { timeout: 30_000 }).toBe(true);
  await page.getByRole("button", { name: /^Outbox/ }).click();
  const outbox = page.getByRole("dialog", { name: "Outbox" });
  const asked = outbox.getByRole("region", { name: "Needs your attention" });
  const of = (subject: string) => asked.getByRole("listitem").filter({ hasText: subject });
  await expect(of("On its way")).toContainText("this email may have been sent after the backup");
  await expect(of("For next week")).toContainText("This email was scheduled for");
  await using client = await ImapClient.open(to);
  expect(await client.sources("INBOX")).toEqual([]);

  await of("For nobody").getByRole("button", { name: "Discard" }).click();
  await expect(of("For nobody")).toHaveCount(0);
  await of("For next week").getByRole("button", { name: "Send", exact: true }).click();
  const scheduled = outbox.getByRole("region", { name: "Scheduled" });
  await expect(scheduled.getByText("For next week")).toBeVisible();
  await of("On its way").getByRole("button", { name: "Send", exact: true }).click();
  await expect.poll(async () => (await client.sources("INBOX")).length).toBe(1);
  await expect(asked).toBeHidden();
  const [sent = ""] = await client.sources("INBOX");
  expect(String(sent)).toContain("Subject: On its way");
});
