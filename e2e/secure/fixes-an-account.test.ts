import { expect } from "@playwright/test";
import { connectMailbox } from "../../tools/demo/mail-servers.ts";
import { openMail, rowOf, signIn, test } from "../support/fixtures.ts";
import { aMail } from "../support/mail.ts";

test("fixes a password that was changed at the provider, and mail arrives again", async ({
  page,
  user,
}) => {
  const [north] = user.mailboxes;
  const call = await user.register();
  await north.deliver(aMail({ subject: "Before the change" }));
  await connectMailbox(call, north.servers, north);
  await signIn(page, user);
  await expect(rowOf(page, "Before the change")).toBeVisible();

  await north.servers.imap.setPass(north.address, "a new one");
  await north.servers.imap.kick(north.address);
  await page.goto("/app/settings?tab=accounts");
  await expect(
    page.getByText(/The mail server no longer accepts this password/).last(),
  ).toBeVisible({ timeout: 30_000 });
  await page.getByRole("button", { name: `Fix: ${north.address}` }).click();
  const dialog = page.getByRole("dialog", { name: "Change account" });
  await expect(dialog.getByLabel("New password")).toBeFocused();

  await expect(dialog.getByRole("alert")).toContainText("no longer accepts this password");
  await dialog.getByLabel("New password").fill("not that one");
  await expect(dialog.getByRole("alert")).toBeEmpty();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("alert")).toContainText("did not accept this address and password");
  await dialog.getByLabel("New password").fill("a new one");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/Up to date/).first()).toBeVisible();

  await north.deliver(aMail({ subject: "After the change" }));
  await page.getByRole("button", { name: "Back" }).click();
  await expect(rowOf(page, "After the change")).toBeVisible();
  await expect(rowOf(page, "Before the change")).toHaveCount(1);
});

test("a failed account is shown in the strip, which links to the place to fix it", async ({
  page,
  user,
}) => {
  // The server delays the response to a wrong login.
  test.slow();
  const [north] = user.mailboxes;
  const call = await user.register();
  await connectMailbox(call, north.servers, north);
  await signIn(page, user);
  const strip = page.getByRole("group", { name: "Email accounts" });
  await expect(strip.getByRole("button", { name: `${north.address}, Up to date` })).toBeVisible();
  await north.servers.imap.setPass(north.address, "a new one");
  await north.servers.imap.kick(north.address);
  await strip
    .getByRole("button", { name: /The mail server no longer accepts this password/ })
    .click({ timeout: 60_000 });
  const dialog = page.getByRole("dialog", { name: "Change account" });
  await expect(dialog.getByLabel("New password")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/app\/settings\?tab=accounts$/);
});

test("sets up sending later, and names an account", async ({ page, user }) => {
  const [north] = user.mailboxes;
  const call = await user.register();
  const { imap, smtp } = north.servers;
  await call("POST /imap/add", {
    account_mail: north.address,
    account_pass: north.password,
    imap_host: imap.host,
    user_port: imap.imapPort,
    tls: false,
  });
  await signIn(page, user, "/app/settings?tab=accounts");
  await page.getByRole("button", { name: /^Fix: Sending not set up/ }).click();
  const dialog = page.getByRole("dialog", { name: "Change account" });
  const host = dialog.locator('[name="smtp_host"]');
  await expect(host).toBeFocused();
  await host.fill(smtp.host);
  await dialog.locator('[name="smtp_port"]').fill("1");
  await dialog.getByRole("switch", { name: "Encrypted connection (TLS)" }).last().setChecked(false);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("alert")).toContainText("did not accept these settings");
  await dialog.locator('[name="smtp_port"]').fill(String(smtp.port));
  await dialog.getByLabel("Display name").fill("The north office");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("The north office")).toBeVisible();
  await expect(page.getByText("Sending not set up")).toBeHidden();
});

test("selects the active account, and switches to the other one when it is deleted", async ({
  page,
  user,
}) => {
  const [north, south] = user.mailboxes;
  await user.connect();
  await signIn(page, user, "/app/settings?tab=accounts");
  const strip = page.getByRole("group", { name: "Email accounts" });
  const inStrip = (name: string) => strip.getByRole("button", { name: new RegExp(`^${name}`) });
  await page.getByRole("button", { name: `Show only this: ${north.address}` }).click();
  await expect(inStrip(north.address)).toHaveAttribute("aria-pressed", "true");

  await page.getByRole("button", { name: `Delete ${north.address}` }).click();
  const question = page.getByRole("alertdialog");
  await expect(
    question.getByText("Are you sure you want to delete this email account?"),
  ).toBeVisible();
  await question.getByRole("button", { name: "Delete account" }).click();
  await expect(inStrip(north.address)).toHaveCount(0);
  await expect(inStrip(south.address)).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: `Delete ${south.address}` }).click();
  await question.getByRole("button", { name: "Delete account" }).click();
  await expect(page.getByText("No email accounts found")).toBeVisible();
});

test("deleting an account in another tab closes its open message", async ({ page, user }) => {
  const [north, south] = user.mailboxes;
  await south.deliver(aMail({ subject: "Of the account that goes" }));
  await north.deliver(aMail({ subject: "Of the account that stays" }));
  await user.connect();
  await signIn(page, user);
  await expect(rowOf(page, "Of the account that stays")).toBeVisible();
  await openMail(page, "Of the account that goes");

  const other = await page.context().newPage();
  await other.goto("/app/settings?tab=accounts");
  await other.getByRole("button", { name: `Delete ${south.address}` }).click();
  await other.getByRole("button", { name: "Delete account" }).click();
  await expect(other.getByRole("alertdialog")).toBeHidden();

  await expect(page.getByText("This email no longer exists.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Of the account that goes" })).toBeHidden();
  await expect(rowOf(page, "Of the account that goes")).toBeHidden();
  await expect(rowOf(page, "Of the account that stays")).toBeVisible();
});

test("reports before composing that an account cannot send, and sets it up", async ({
  page,
  user,
}) => {
  const [north] = user.mailboxes;
  const call = await user.register();
  await north.deliver(aMail({ subject: "An answer, please" }));
  const { imap } = north.servers;
  await call("POST /imap/add", {
    account_mail: north.address,
    account_pass: north.password,
    imap_host: imap.host,
    user_port: imap.imapPort,
    tls: false,
  });
  await signIn(page, user);
  const notice = page.getByText(`${north.address} receives mail, but sending is not set up.`);
  await openMail(page, "An answer, please");
  await page.getByRole("button", { name: "Reply", exact: true }).click();
  await expect(notice).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Compose", exact: true }).click();
  await expect(notice).toBeVisible();
  await page.getByRole("link", { name: "Set up sending" }).click();
  const dialog = page.getByRole("dialog", { name: "Change account" });
  await expect(dialog.getByRole("textbox", { name: "SMTP server" })).toBeFocused();
});
