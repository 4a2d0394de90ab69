import { expect, type Page } from "@playwright/test";
import { pressOn, rowOf, signIn, test } from "../support/fixtures.ts";
import { ImapClient } from "../support/imap-client.ts";
import { aMail } from "../support/mail.ts";
import type { TestUser, UserMailbox } from "../support/product.ts";

const hour = 3_600_000;

async function signUp(page: Page, user: TestUser): Promise<void> {
  await page.goto("/signup");
  await page.getByLabel("Full name").fill(user.name);
  await page.getByLabel("Email address").fill(user.email);
  await page.getByLabel("Password", { exact: true }).fill(user.password);
  await page.getByRole("button", { name: "Create Account" }).click();
  await page.waitForURL(/\/app/);
}

async function fillForm(page: Page, mailbox: UserMailbox, password: string): Promise<void> {
  const { imap, smtp } = mailbox.servers;
  const form = page.getByRole("dialog", { name: "Add Email Account" });
  await form.getByLabel("Email address").fill(mailbox.address);
  await form.locator('[name="account_pass"]').fill(password);
  await form.locator('[name="imap_host"]').fill(imap.host);
  await form.locator('[name="user_port"]').fill(String(imap.imapPort));
  await form.getByRole("switch", { name: "Encrypted connection (TLS)" }).first().setChecked(false);
  await form.getByRole("button", { name: "Outgoing mail (SMTP)" }).click();
  await form.locator('[name="smtp_host"]').fill(smtp.host);
  await form.locator('[name="smtp_port"]').fill(String(smtp.port));
  await form.getByRole("switch", { name: "Encrypted connection (TLS)" }).last().setChecked(false);
}

const submit = (page: Page) =>
  page
    .getByRole("dialog", { name: "Add Email Account" })
    .getByRole("button", { name: "Add Account" });

test("connects mailboxes of two servers and shows both in one list by date", async ({
  page,
  user,
}) => {
  const [north, south] = user.mailboxes;
  const now = Date.now();
  const held = (name: string, parity: number, to: string) =>
    Array.from({ length: 15 }, (_, at) => at * 2 + parity).map((at) => {
      const date = now - (30 - at) * hour;
      return { date, raw: aMail({ subject: `${name} letter ${at}`, to, date }) };
    });
  north.hold(held("North", 0, north.address));
  south.hold(held("South", 1, south.address));
  await signUp(page, user);
  await expect(page.getByText("No email accounts found")).toBeVisible();

  await page.getByRole("button", { name: "Add Account" }).click();
  await fillForm(page, north, north.password);
  const started = Date.now();
  await submit(page).click();
  await expect(rowOf(page, "North letter 28")).toBeVisible();
  process.stdout.write(`first mail after the add: ${Date.now() - started} ms\n`);

  await page.getByRole("button", { name: "Add email account" }).click();
  await fillForm(page, south, south.password);
  await submit(page).click();
  await expect(page.getByRole("button", { name: "All inboxes" })).toBeVisible();
  await expect(rowOf(page, "South letter 29")).toBeVisible();
  await expect(rowOf(page, "North letter 28")).toBeVisible();
  const rows = await page.getByRole("grid").getByRole("row").allInnerTexts();
  const order = rows
    .flatMap((text) => /(North|South) letter (\d+)/.exec(text)?.[2] ?? [])
    .map(Number);
  expect(order.length).toBeGreaterThan(5);
  expect(order).toEqual([...order].sort((a, b) => b - a));

  // The unified list names the account in each row; the list of one account need not.
  await expect(rowOf(page, "South letter 29")).toHaveAccessibleName(new RegExp(south.address));
  const markOf = (subject: string, mailbox: UserMailbox) =>
    rowOf(page, subject).getByRole("img", { name: mailbox.address });
  await expect(markOf("North letter 28", north)).toBeVisible();
  await page.getByRole("button", { name: south.address }).click();
  await expect(rowOf(page, "North letter 28")).toBeHidden();
  await expect(markOf("South letter 29", south)).toHaveCount(0);
  await expect(rowOf(page, "South letter 29")).toBeVisible();
  await page.getByRole("button", { name: "All inboxes" }).click();
  await expect(rowOf(page, "North letter 28")).toBeVisible();
});

test("explains a wrong password, a closed port and a duplicate account, and saves nothing", async ({
  page,
  user,
}) => {
  const [north] = user.mailboxes;
  await signUp(page, user);
  await page.getByRole("button", { name: "Add Account" }).click();
  const dialog = page.getByRole("dialog", { name: "Add Email Account" });
  await fillForm(page, north, "not the password");
  await submit(page).click();
  await expect(dialog.getByRole("alert")).toHaveText(
    "The mail server did not accept this address and password.",
  );
  await dialog.locator('[name="account_pass"]').fill(north.password);
  await dialog.locator('[name="user_port"]').fill("1");
  await submit(page).click();
  await expect(dialog.getByRole("alert")).toHaveText(
    "The mail server could not be reached. Please check the host and the port.",
  );
  await dialog.locator('[name="user_port"]').fill(String(north.servers.smtp.port));
  await submit(page).click();
  await expect(dialog.getByRole("alert")).toHaveText(
    "There is no IMAP server at this host and port.",
  );
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByText("No email accounts found")).toBeVisible();

  await page.getByRole("button", { name: "Add Account" }).click();
  await fillForm(page, north, north.password);
  await submit(page).click();
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "Add email account" }).click();
  await fillForm(page, north, north.password);
  await submit(page).click();
  await expect(dialog.getByRole("alert")).toHaveText("This email account is already connected.");
});

test("shows a message that arrived in both mailboxes once, and archives both copies", async ({
  page,
  user,
}) => {
  const [north, south] = user.mailboxes;
  const toBoth = aMail({ subject: "To all of you", to: `${north.address}, ${south.address}` });
  for (const mailbox of [north, south]) {
    await mailbox.deliver(toBoth);
    await mailbox.deliver(aMail({ subject: `Only at ${mailbox.address}` }));
  }
  const call = await user.connect();
  const found = async () =>
    (await call("POST /email/search", { query: "only" })).results.map(({ id }) => id);
  await expect.poll(async () => (await found()).length).toBe(2);
  await signIn(page, user);
  await expect(rowOf(page, "Only at")).toHaveCount(2);
  await expect(rowOf(page, "To all of you")).toHaveCount(1);
  for (const { address } of [north, south]) {
    await page.getByRole("button", { name: address }).click();
    await expect(rowOf(page, "Only at")).toHaveCount(1);
    await expect(rowOf(page, "To all of you")).toHaveCount(1);
  }
  await page.getByRole("button", { name: "All inboxes" }).click();
  await pressOn(rowOf(page, "To all of you"), "e");
  await expect(rowOf(page, "To all of you")).toHaveCount(0);
  for (const mailbox of [north, south]) {
    await using client = await ImapClient.open(mailbox);
    await expect.poll(() => client.subjects("Archive")).toEqual(["To all of you"]);
    expect(await client.subjects("INBOX")).toEqual([`Only at ${mailbox.address}`]);
  }
});
