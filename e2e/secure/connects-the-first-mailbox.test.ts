import { expect, type Page } from "@playwright/test";
import { connectMailbox } from "../../tools/demo/mail-servers.ts";
import { pressOn, rowOf, signIn, test } from "../support/fixtures.ts";
import { aMail } from "../support/mail.ts";

const formOf = (page: Page) => page.getByRole("dialog", { name: "Add Email Account" });
const stepsOf = (page: Page) => page.getByRole("region", { name: "First steps" });

test("brings an address to the form, and gets an offer once the first mail is here", async ({
  page,
  user,
}) => {
  const [north] = user.mailboxes;
  const { imap, smtp } = north.servers;
  await north.deliver(aMail({ subject: "First of all" }));
  const call = await user.register();
  await signIn(page, user);
  await expect(page.getByText("No email accounts found")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Connect your first mailbox." })).toBeVisible();
  const sidebar = page.getByRole("complementary", { name: "Sidebar" });
  const width = async () => (await sidebar.locator("xpath=..").boundingBox())?.width;
  await expect(sidebar).toHaveCount(0);
  await expect(page.getByRole("combobox", { name: "Search mail" })).toHaveCount(0);

  await page.getByLabel("Your address").fill(north.address);
  await page.getByRole("button", { name: "Add Account" }).click();
  const form = formOf(page);
  await expect(form.getByLabel("Email address")).toHaveValue(north.address);
  const password = form.locator('[name="account_pass"]');
  await expect(password).toBeFocused();
  await password.fill(north.password);
  // The fields of the servers open because the lookup finds none.
  await form.locator('[name="imap_host"]').fill(imap.host);
  await form.locator('[name="user_port"]').fill(String(imap.imapPort));
  const encrypted = form.getByRole("switch", { name: "Encrypted connection (TLS)" });
  await encrypted.first().setChecked(false);
  await form.getByRole("button", { name: "Outgoing mail (SMTP)" }).click();
  await form.locator('[name="smtp_host"]').fill(smtp.host);
  await form.locator('[name="smtp_port"]').fill(String(smtp.port));
  await encrypted.last().setChecked(false);
  await form.getByRole("button", { name: "Add Account" }).click();
  await expect(rowOf(page, "First of all")).toBeVisible();
  await page.mouse.move(640, 300);
  await expect.poll(width).toBe(250);

  const steps = stepsOf(page);
  await steps.getByRole("button", { name: "Split the inbox" }).click();
  await expect(page.getByRole("tab", { name: /^Updates/ })).toBeVisible();
  await steps.getByRole("button", { name: "Daily brief" }).click();
  await expect
    .poll(async () => (await call("GET /user/preferences", {})).preferences)
    .toMatchObject({
      splits: [{ value: "Updates" }, { value: "Promotions" }],
      notifications: { dailySummary: true },
    });
  await steps.getByRole("button", { name: "Practice the main keys" }).click();
  await expect(steps.getByText("Key 1 of 5")).toBeVisible();
  await steps.getByRole("button", { name: "Skip" }).click();
  await expect(steps.getByText("Key 2 of 5")).toBeVisible();
  await steps.getByRole("button", { name: "Stop practicing" }).click();
  await expect(steps).toBeHidden();
  await expect(page.getByRole("main")).toBeFocused();
  await page.reload();
  await expect(rowOf(page, "First of all")).toBeVisible();
  await expect(steps).toBeHidden();
});

test("practices five keys on the first emails", async ({ page, user }) => {
  const [north] = user.mailboxes;
  await north.deliver(aMail({ subject: "One to read" }));
  await north.deliver(aMail({ subject: "Another to read" }));
  const call = await user.register();
  await signIn(page, user);
  await expect(page.getByText("No email accounts found")).toBeVisible();
  await connectMailbox(call, north.servers, north);
  const steps = stepsOf(page);
  await steps.getByRole("button", { name: "Practice the main keys" }).click();
  const row = rowOf(page, "to read").first();
  await expect(steps.getByText("Key 1 of 5")).toBeVisible();
  await pressOn(row, "j");
  await expect(steps.getByText("Key 2 of 5")).toBeVisible();
  await page.reload();
  await expect(steps.getByText("Key 2 of 5")).toBeVisible();
  // Another key does what it always does, and does not count.
  await pressOn(row, "k");
  await expect(steps.getByText("Key 2 of 5")).toBeVisible();
  await pressOn(row, "o");
  await expect(steps.getByText("Key 3 of 5")).toBeVisible();
  await pressOn(row, "u");
  await expect(steps.getByText("Key 4 of 5")).toBeVisible();
  await pressOn(row, "Control+k");
  const palette = page.getByRole("dialog", { name: "Commands" });
  await pressOn(palette.getByRole("combobox"), "Escape");
  await expect(palette).toBeHidden();
  await expect(steps.getByText("Key 5 of 5")).toBeVisible();
  await pressOn(row, "?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await sheet.getByRole("button", { name: "Close" }).click();
  await expect(sheet).toBeHidden();
  await expect(steps.getByText("That is all it takes.")).toBeVisible();
  await steps.getByRole("button", { name: "Done" }).click();
  await expect(steps).toBeHidden();
});

test("clears found servers when the address changes", async ({ page, user }) => {
  await user.register();
  await signIn(page, user);
  await page.getByLabel("Your address").fill("ida@gmail.com");
  await page.getByRole("button", { name: "Add Account" }).click();
  const form = formOf(page);
  const host = form.locator('[name="imap_host"]');
  await expect(form.getByText("Servers found · Gmail")).toBeVisible();
  await expect(host).toHaveValue("imap.gmail.com");
  await expect(host).toBeHidden();
  const mail = form.getByLabel("Email address");
  await mail.fill("ida@harbourworks.example");
  await expect(host).toHaveValue("");
  await mail.blur();
  await expect(form.getByText("The servers could not be found.")).toBeVisible();
  await expect(host).toBeVisible();
  await host.fill("mail.harbourworks.example");
  await mail.fill("ida@fastmail.com");
  await mail.blur();
  await expect(form.getByText("Servers found · Fastmail")).toBeVisible();
  // A typed server stays.
  await expect(host).toBeVisible();
  await expect(host).toHaveValue("mail.harbourworks.example");
});

test("shows in advance which sign-in is not set up, and the variables to administrators only", async ({
  page,
  user,
  product,
}) => {
  // The first user of the server is its administrator.
  await product.newUser().register();
  await user.register();
  await signIn(page, user);
  const note = page.getByText("Sign-in at Google is not set up on this server.");
  await page.getByLabel("Your address").fill("ida@harbour.example");
  await expect(note).toBeHidden();
  await page.getByLabel("Your address").fill("ida@gmail.com");
  await expect(note).toBeVisible();
  await page.getByRole("button", { name: "Add Account" }).click();
  const form = formOf(page);
  await expect(form.getByText("This provider needs an app password.")).toBeVisible();
  await expect(form.getByText("not set up")).toHaveCount(0);
  await expect(page.getByText("GOOGLE_CLIENT_ID")).toHaveCount(0);

  const session = await page.evaluate(() => localStorage.getItem("auth-storage") ?? "");
  await page.evaluate(
    (stored) => localStorage.setItem("auth-storage", stored),
    session.replace('"role":"user"', '"role":"admin"'),
  );
  await page.route("**/user/profile", (route) => route.abort());
  await page.reload();
  await page.getByLabel("Your address").fill("ida@gmail.com");
  await expect(page.getByText("set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET")).toBeVisible();
});
