import { expect } from "@playwright/test";
import { expectAccessible, looksMs } from "../support/axe.ts";
import { openMail, signIn, test } from "../support/fixtures.ts";
import { aMail } from "../support/mail.ts";

test("composing and sending are accessible", async ({ page, user }) => {
  test.setTimeout(looksMs);
  const check = (what: string) => expectAccessible(page, what);

  const [north] = user.mailboxes;
  await north.deliver(aMail({ subject: "Rope and paint", text: "Twelve metres, please." }));
  const call = await user.connect();
  await signIn(page, user);
  await openMail(page, "Rope and paint");
  await page.getByRole("button", { name: "Reply", exact: true }).click();
  await page.getByPlaceholder("Type your reply...").waitFor();
  await check("reply");
  await page.keyboard.press("Escape");
  await page.getByPlaceholder("Type your reply...").waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Compose" }).first().click();
  await page.getByRole("dialog", { name: "Compose Email" }).waitFor();
  await check("compose");
  const compose = page.getByRole("dialog", { name: "Compose Email" });
  await compose.getByRole("button", { name: "Cc", exact: true }).click();
  await compose.getByLabel("Cc", { exact: true }).fill("no address, owen@example.org");
  await compose.getByLabel("Subject").fill("Ropes");
  await compose.getByRole("textbox", { name: "Message" }).fill("The plan is attached.");
  await check("compose with recipients");
  await compose.getByRole("button", { name: "Rich text" }).click();
  await compose.getByRole("button", { name: "Bold" }).waitFor();
  await check("compose in rich text");
  await compose.getByLabel("To", { exact: true }).fill("marta@example.org");
  await page.keyboard.press("Control+Enter");
  await compose.getByRole("button", { name: "Send anyway" }).waitFor();
  await check("compose with a question");
  await compose.getByRole("button", { name: "Send later" }).click();
  await page.getByRole("menuitem", { name: "Choose a date and time" }).waitFor();
  await check("compose with the times for later");
  await page.getByRole("menuitem", { name: "Choose a date and time" }).click();
  await compose.getByLabel("Date and time").waitFor();
  await check("compose with a time");
  await compose.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("dialog", { name: "Compose Email" }).waitFor({ state: "hidden" });
  const { accounts } = await call("GET /imap/accounts", {});
  const accountId = accounts.find(({ account_mail: mail }) => mail === north.address)?.id;
  if (!accountId) throw new Error("The account is not connected.");
  const { smtp } = north.servers;
  const faults = [
    { phase: "final", how: "drop" },
    { phase: "mail", how: { code: 550, text: "not today" } },
  ] as const;
  try {
    for (const [at, fault] of faults.entries()) {
      smtp.failAt = fault;
      const mail = { accountId, to: north.address, subject: `Trouble ${at}`, content: "Words" };
      const { id } = await call("POST /email/send", mail);
      await expect
        .poll(async () => (await call("GET /email/outbox/{id}", { id })).state)
        .toBe(at === 0 ? "unknown" : "failed");
    }
  } finally {
    smtp.failAt = null;
  }
  await call("POST /email/send", {
    accountId,
    to: north.address,
    subject: "Next year",
    content: "Words",
    sendAt: new Date(Date.now() + 365 * 24 * 3600_000).toISOString(),
  });
  await page.getByRole("button", { name: "Outbox 3 need your attention" }).click();
  await page.getByRole("dialog", { name: "Outbox" }).getByText("Trouble 1").waitFor();
  await check("outbox");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Outbox" }).waitFor({ state: "hidden" });
});
