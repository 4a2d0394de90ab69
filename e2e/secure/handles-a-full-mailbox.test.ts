import { writeFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { errors } from "../../contract/errors.ts";
import { startDovecot } from "../../server/testing/fakes/dovecot.ts";
import { pressOn, rowOf, signIn, test } from "../support/fixtures.ts";
import { ImapClient } from "../support/imap-client.ts";
import { aMail } from "../support/mail.ts";

const mailboxUser = { name: "keeper@small.example", pass: "harbour light" };
const quota = `
mail_plugins = quota
protocol imap {
  mail_plugins = quota imap_quota
}
plugin {
  quota = count:Mailbox
  quota_vsizes = yes
  quota_rule = *:storage=100K
}
`;

test("shows how full a mailbox is, and reports changes that a full one refused", async ({
  page,
  user,
}, info) => {
  await using server = await startDovecot({ users: [mailboxUser], settings: quota });
  const text = "The chart shows every rock of the bay.\n".repeat(1500);
  await server.deliver(mailboxUser.name, aMail({ subject: "Great chart", text }));
  const call = await user.register();
  await call("POST /imap/add", {
    account_mail: mailboxUser.name,
    account_pass: mailboxUser.pass,
    imap_host: server.host,
    user_port: server.imapPort,
    tls: false,
  });
  await signIn(page, user);
  await expect(rowOf(page, "Great chart")).toBeVisible();
  await page.goto("/app/settings?tab=accounts");
  await page.getByRole("button", { name: `Details: ${mailboxUser.name}` }).click();
  await expect(page.getByText(/^\d+(\.\d+)? KB of 100 KB$/)).toBeVisible();

  await page.getByRole("tab", { name: "Import and export" }).click();
  const file = info.outputPath("one more chart.eml");
  await writeFile(file, aMail({ subject: "One more chart", text }));
  await page.getByLabel("Choose a file…").setInputFiles(file);
  await expect(page.getByText("The mailbox is full. Some emails were not imported.")).toBeVisible();

  await page.goto("/app/inbox");
  await rowOf(page, "Great chart").click({ button: "right" });
  await page.getByRole("menuitem", { name: "Copy to…" }).click();
  const dialog = page.getByRole("dialog", { name: "Copy to" });
  await dialog.getByRole("combobox").fill("Archive");
  await expect(dialog.getByRole("option").first()).toHaveText("Archive");
  await page.keyboard.press("Enter");
  await expect(
    page.getByRole("complementary", { name: "Sidebar" }).getByText(/^This mailbox is full\./),
  ).toBeVisible();
  await page.getByRole("link", { name: "Archive", exact: true }).click();
  await expect(page.getByText("Your archive is empty")).toBeVisible();
});

test("reports that the server's disk is full, and saves the change when there is space", async ({
  page,
  user,
}) => {
  const [north] = user.mailboxes;
  await north.deliver(aMail({ subject: "No room" }));
  await user.connect();
  await using other = await ImapClient.open(north);
  await signIn(page, user);
  const { status, message } = errors["disk.full"];
  const body = JSON.stringify({ code: "disk.full", message });
  const contentType = "application/json";
  await page.route("**/email/bulk", (route) => route.fulfill({ status, body, contentType }));
  await pressOn(rowOf(page, "No room"), "e");
  await expect(page.getByText(message).first()).toBeVisible();
  await expect(rowOf(page, "No room")).toBeVisible();
  await page.unroute("**/email/bulk");
  await page.getByRole("button", { name: "Try again", includeHidden: true }).click();
  await expect(rowOf(page, "No room")).toBeHidden();
  await expect.poll(() => other.subjects("Archive")).toEqual(["No room"]);
});
