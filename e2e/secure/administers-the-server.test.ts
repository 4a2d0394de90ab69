import { expect, type Locator, type Page } from "@playwright/test";
import { expectAccessible, looksMs } from "../support/axe.ts";
import { alone, rowOf, signIn, test as base } from "../support/fixtures.ts";
import { aMail } from "../support/mail.ts";
import { type TestUser, type Product, startProduct } from "../support/product.ts";

// A product for this file alone: the first user to sign up is the administrator.
const test = base.extend<object, { own: Product; admin: TestUser }>({
  own: [alone(() => startProduct()), { scope: "worker", timeout: 120_000 }],
  admin: [
    async ({ own }, use) => {
      const admin = own.newUser();
      await admin.register();
      await use(admin);
    },
    { scope: "worker" },
  ],
  baseURL: async ({ own }, use) => use(own.app.url),
});

const people = (page: Page) => page.getByRole("list", { name: "Users" }).getByRole("listitem");

/** Opens an action of a user and returns its dialog. */
async function ask(page: Page, who: string, what: string, title: string): Promise<Locator> {
  await page.getByRole("button", { name: `Actions: ${who}` }).click();
  await page.getByRole("menuitem", { name: what }).click();
  const dialog = page
    .getByRole("dialog", { name: title })
    .or(page.getByRole("alertdialog", { name: title }));
  await dialog.waitFor();
  return dialog;
}

test("blocks, unblocks and deletes a user", async ({ page, own, admin, browser }) => {
  test.setTimeout(180_000);
  const other = own.newUser();
  const [north] = other.mailboxes;
  await north.deliver(aMail({ subject: "Before" }));
  const call = await other.connect();
  await signIn(page, admin, "/app/settings");
  await page.getByRole("link", { name: "Administration" }).click();
  await expect(people(page).filter({ hasText: admin.email })).toBeVisible();
  await page.getByLabel("Search users").fill(other.email.slice(0, 8));
  await expect(people(page)).toHaveCount(1);
  await expect(people(page)).toContainText("2 mail accounts");

  const theirs = await browser.newPage({ baseURL: own.app.url });
  await signIn(theirs, other);
  await expect(rowOf(theirs, "Before")).toBeVisible({ timeout: 30_000 });

  const out = await ask(page, other.name, "Disable account…", `Disable ${other.name}`);
  await out.getByLabel("Your password", { exact: true }).fill("guess");
  await out.getByRole("button", { name: "Disable account" }).click();
  await expect(out.getByText("Incorrect password.")).toBeVisible();
  await out.getByLabel("Your password", { exact: true }).fill(admin.password);
  await out.getByRole("button", { name: "Disable account" }).click();
  await expect(people(page)).toContainText("Disabled");
  // The user's open page signs out automatically, and the password no longer works.
  await theirs.waitForURL(/\/login/, { timeout: 15_000 });
  await theirs.getByLabel("Email", { exact: true }).fill(other.email);
  await theirs.getByLabel("Password", { exact: true }).fill(other.password);
  await theirs.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(
    theirs.getByText("This account has been disabled by an administrator."),
  ).toBeVisible();
  await expect(call("GET /imap/accounts", {})).rejects.toThrow();

  // The user's mail is not fetched while the account is disabled: the connections to the mail servers are closed.
  await page.getByRole("tab", { name: "Mail accounts" }).click();
  const accounts = page.getByRole("list", { name: "Mail accounts" }).getByRole("listitem");
  await expect(accounts.filter({ hasText: north.address })).toContainText("Paused");
  await north.deliver(aMail({ subject: "Meanwhile" }));

  await page.getByRole("tab", { name: "Users" }).click();
  const back = await ask(page, other.name, "Enable account…", `Enable ${other.name}`);
  await back.getByLabel("Your password", { exact: true }).fill(admin.password);
  await back.getByRole("button", { name: "Enable account" }).click();
  await expect(people(page).filter({ hasText: other.email })).not.toContainText("Disabled");
  await theirs.getByRole("button", { name: "Sign In", exact: true }).click();
  await theirs.waitForURL(/\/app/);
  await expect(rowOf(theirs, "Meanwhile")).toBeVisible({ timeout: 30_000 });

  const remove = await ask(page, other.name, "Delete…", `Delete ${other.name}`);
  await remove.getByLabel(`Type ${other.email} to confirm`).fill(other.email);
  await remove.getByLabel("Your password", { exact: true }).fill(admin.password);
  await remove.getByRole("button", { name: "Delete permanently" }).click();
  await expect(people(page).filter({ hasText: other.email })).toHaveCount(0, { timeout: 30_000 });
  await theirs.waitForURL(/\/login/, { timeout: 15_000 });
  await theirs.close();
});

test("the screens for administrators are accessible", async ({ page, own, admin }) => {
  test.setTimeout(looksMs);
  const check = (what: string) => expectAccessible(page, `administration, ${what}`);
  const other = own.newUser();
  await other.connect();
  await signIn(page, admin);
  await page.getByRole("button", { name: "Account menu" }).click();
  await page.getByRole("menuitem", { name: /^Commands/ }).click();
  const commands = page.getByRole("dialog", { name: "Commands" });
  await commands.getByRole("combobox").fill("administr");
  await commands.getByRole("option", { name: /Administration/ }).click();
  await page.waitForURL(/\/app\/settings\/admin\/users$/);
  await expect(people(page).filter({ hasText: other.email })).toBeVisible();
  // The page shows no mail list, and the link to the inbox is not the current one.
  await expect(page.getByRole("link", { name: "Inbox" }).first()).not.toHaveAttribute(
    "aria-current",
    "page",
  );
  await check("people");
  const remove = await ask(page, other.name, "Delete…", `Delete ${other.name}`);
  await remove.getByRole("button", { name: "Delete permanently" }).click();
  await remove.getByRole("alert").first().waitFor();
  await check("deleting with an error");
  await page.keyboard.press("Escape");
  await remove.waitFor({ state: "hidden" });
  const reset = await ask(page, other.name, "New password…", `A new password for ${other.name}`);
  await reset.getByLabel("Your password", { exact: true }).fill(admin.password);
  await reset.getByRole("button", { name: "Create link" }).click();
  await expect(reset.getByLabel("Link")).toContainText("/reset?token=");
  await check("a link for a new password");
  await reset.getByRole("button", { name: "Done" }).click();

  await page.getByRole("tab", { name: "Invitations" }).click();
  await page.getByText("No pending invitations.").waitFor();
  await check("invitations");
  await page.getByRole("button", { name: "New invitation" }).click();
  await page.getByRole("dialog", { name: "New invitation" }).waitFor();
  await check("a new invitation");
  await page.keyboard.press("Escape");
  await page.getByRole("tab", { name: "Mail accounts" }).click();
  await page.getByRole("list", { name: "Mail accounts" }).waitFor();
  await check("mail accounts");
  await page.getByRole("tab", { name: "Jobs" }).click();
  await page.getByText("Scheduled").waitFor();
  await check("jobs");
  await page.getByRole("tab", { name: "Storage" }).click();
  await page.getByText("Free disk space").waitFor();
  await check("storage");
  await page.getByRole("tab", { name: "AI usage" }).click();
  await page.getByLabel("Month").waitFor();
  await check("model use");
  await page.getByRole("tab", { name: "Backups" }).click();
  await page.getByRole("button", { name: "Back up now" }).click();
  await expect(page.getByRole("list", { name: "Backups" })).toContainText("Manual", {
    timeout: 30_000,
  });
  await check("backups");
});

test("shows changes to the server in its audit log, to administrators only", async ({
  page,
  own,
  admin,
  browser,
}) => {
  test.setTimeout(looksMs);
  const other = own.newUser();
  await other.register();
  await signIn(page, admin, "/app/settings?tab=security");
  await page.getByRole("link", { name: "Audit log of this server" }).click();
  const table = page.getByRole("table", { name: "Entries of the audit log" });
  await expect(table).toContainText(other.email);
  await expect(table).toContainText("Account created");
  await page.getByRole("button", { name: "Verify the log" }).click();
  await expect(page.getByRole("region", { name: "Audit log" }).getByRole("status")).toContainText(
    /All \d+ entries verified\./,
  );
  await expectAccessible(page, "audit log");

  // Other users see at the same address that the page is for administrators only.
  const stranger = await browser.newPage({ baseURL: own.app.url });
  await signIn(stranger, other, "/app/settings?tab=security");
  await expect(stranger.getByRole("button", { name: "Show activity" })).toBeVisible();
  await expect(stranger.getByRole("link", { name: "Audit log of this server" })).toHaveCount(0);
  await stranger.goto("/app/settings/admin/audit");
  await expect(stranger.getByText("Only administrators can do this.")).toBeVisible();
  await stranger.close();
});

// This test comes last: it closes registration without an invitation.
test("invites a user who signs up with the link", async ({ page, own, admin, browser }) => {
  const other = own.newUser();
  await signIn(page, admin, "/app/settings/admin/registration");
  await page.getByRole("radio", { name: /^By invitation/ }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.getByRole("button", { name: "New invitation" }).click();
  const dialog = page.getByRole("dialog", { name: "New invitation" });
  await dialog.getByLabel("Email address").fill(other.email);
  await dialog.getByRole("button", { name: "Create invitation" }).click();
  const url = (await page.getByLabel("Link", { exact: true }).textContent()) ?? "";
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("list", { name: "Pending invitations" })).toContainText(other.email);

  const theirs = await browser.newPage();
  await theirs.goto(url);
  await theirs.getByLabel("Full name").fill(other.name);
  await theirs.getByLabel("Email address").fill(other.email);
  await theirs.getByLabel("Password", { exact: true }).fill(other.password);
  await theirs.getByRole("button", { name: "Create Account" }).click();
  await theirs.waitForURL(/\/app/);
  // A user who is not an administrator has no link to the page, and its address shows no data.
  await theirs.goto(`${own.app.url}/app/settings/admin/users`);
  await expect(theirs.getByText("Only administrators can do this.")).toBeVisible();
  await theirs.close();
  await page.reload();
  await expect(page.getByText("No pending invitations.")).toBeVisible();
});

test("shows administrators which variables a service lacks, and copies them", async ({
  page,
  admin,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn(page, admin, "/app/settings?tab=integrations");
  await page.getByRole("button", { name: "Set up Slack" }).click();
  const dialog = page.getByRole("dialog", { name: "Slack Integration" });
  await expect(dialog.getByRole("listitem")).toHaveText([
    "SLACK_CLIENT_ID",
    "SLACK_CLIENT_SECRET",
    "SLACK_SIGNING_SECRET",
  ]);
  await dialog.getByRole("button", { name: "Copy" }).click();
  await expect(dialog.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    "SLACK_CLIENT_ID=\nSLACK_CLIENT_SECRET=\nSLACK_SIGNING_SECRET=\n",
  );
});

test("lists the sections of the administration on a phone, and each as a page", async ({
  page,
  admin,
}) => {
  await page.setViewportSize({ width: 375, height: 720 });
  await signIn(page, admin, "/app/settings");
  await page.getByRole("link", { name: "Administration" }).click();
  const list = page.getByRole("navigation", { name: "Administration" });
  await list.getByRole("link", { name: "Storage" }).click();
  await expect(page.getByRole("heading", { name: "Storage", level: 1 })).toBeVisible();
  await page.getByRole("main").getByRole("button", { name: "Administration" }).click();
  await expect(list).toBeVisible();
  await page.getByRole("main").getByRole("button", { name: "Settings" }).click();
  await expect(page.getByRole("navigation", { name: "Settings" })).toBeVisible();
  // Each step back left the history as it was before.
  await page.getByRole("main").getByRole("button", { name: "Back" }).click();
  await expect(page).toHaveURL(/\/app$/);
});
