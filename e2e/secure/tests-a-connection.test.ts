import { expect, type Page } from "@playwright/test";
import { signIn, test } from "../support/fixtures.ts";
import type { UserMailbox } from "../support/product.ts";

/** Returns the steps as the page shows them, each with its result. */
async function stepsOf(page: Page): Promise<string[]> {
  const items = page.getByRole("list", { name: "Connection test" }).getByRole("listitem");
  const texts = await items.allInnerTexts();
  return texts.map((text) => text.replaceAll(/\s+/g, " ").trim());
}

async function fill(page: Page, { address, servers }: UserMailbox, password: string) {
  const form = page.getByRole("dialog", { name: "Add Email Account" });
  await form.getByLabel("Email address").fill(address);
  await form.locator('[name="account_pass"]').fill(password);
  await form.locator('[name="imap_host"]').fill(servers.imap.host);
  await form.locator('[name="user_port"]').fill(String(servers.imap.imapPort));
  await form.getByRole("switch", { name: "Encrypted connection (TLS)" }).first().setChecked(false);
  return form;
}

test("reports each step of a connection test before a mailbox is added", async ({ page, user }) => {
  const [north] = user.mailboxes;
  await user.register();
  await signIn(page, user);
  await page.getByRole("button", { name: "Add Account" }).click();
  const form = await fill(page, north, "not the password");
  await form.getByRole("button", { name: "Test connection" }).click();
  await expect(form.getByText("please enter the password again.")).toBeVisible();
  const refused = await stepsOf(page);
  expect(refused.map((text) => text.replace(/ \d[\d.:]*$/, ""))).toEqual([
    "Mail servers works",
    "Server name works",
    "Connection works",
    "Encryption skipped",
    "Login failed",
    "Folders skipped",
    "Sending skipped",
  ]);

  await form.locator('[name="account_pass"]').fill(north.password);
  await expect(form.getByRole("list", { name: "Connection test" })).toBeHidden();
  await form.getByRole("button", { name: "Test connection" }).click();
  await expect(form.getByText("Receiving works. Sending is not set up")).toBeVisible();
  expect(await stepsOf(page)).toContain("Folders works 6 folders");
  await form.getByRole("button", { name: "Add Account" }).click();
  await expect(form).toBeHidden();
});

test("reports why a server cannot be reached", async ({ page, user }) => {
  const [north] = user.mailboxes;
  await user.register();
  await signIn(page, user);
  await page.getByRole("button", { name: "Add Account" }).click();
  const form = await fill(page, north, north.password);
  await form.locator('[name="user_port"]').fill("1");
  await form.getByRole("button", { name: "Test connection" }).click();
  await expect(
    form.getByText("127.0.0.1 could not be reached on port 1: please check the name and the port."),
  ).toBeVisible();
});

test("tests the connection of an existing account", async ({ page, user }) => {
  const [north] = user.mailboxes;
  await user.connect();
  await signIn(page, user, "/app/settings?tab=accounts");
  await page.getByRole("button", { name: `Details: ${north.address}` }).click();
  await page.getByRole("button", { name: "Test connection" }).click();
  await expect(page.getByText("Everything works: email can be received and sent.")).toBeVisible();
});

test("finds the servers of a well-known provider, and links to its app passwords", async ({
  page,
  user,
}) => {
  await user.register();
  await signIn(page, user);
  await page.getByRole("button", { name: "Add Account" }).click();
  const form = page.getByRole("dialog", { name: "Add Email Account" });
  for (const [address, name, host, help] of [
    ["a@gmail.com", "Gmail", "imap.gmail.com", "support.google.com"],
    ["a@yahoo.com", "Yahoo", "imap.mail.yahoo.com", "help.yahoo.com"],
    ["a@icloud.com", "iCloud", "imap.mail.me.com", "support.apple.com"],
    ["a@fastmail.com", "Fastmail", "imap.fastmail.com", "fastmail.help"],
  ] as const) {
    await form.getByLabel("Email address").fill(address);
    await form.getByLabel("Email address").blur();
    await expect(form.locator('[name="imap_host"]')).toHaveValue(host);
    await expect(form.getByText(name).first()).toBeVisible();
    const link = form.getByRole("link", { name: "How to create one" });
    await expect(link).toHaveAttribute("href", new RegExp(`^https://([a-z]+\\.)?${help}/`));
    await expect(link).toHaveAttribute("target", "_blank");
  }
});
