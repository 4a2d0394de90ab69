import { expect } from "@playwright/test";
import { startCuttableProxy } from "../../server/testing/faults/cuttable-proxy.ts";
import { startDovecot } from "../../server/testing/fakes/dovecot.ts";
import { rowOf, signIn, test } from "../support/fixtures.ts";
import { aMail } from "../support/mail.ts";

const fingerprint = /([0-9A-F]{2}:){31}[0-9A-F]{2}/;

test("trusts a self-signed certificate, and asks when it changes", async ({ page, user }) => {
  const mailboxUser = { name: "keeper@own.example", pass: "harbour light" };
  await using before = await startDovecot({ users: [mailboxUser], tls: true });
  await using renewed = await startDovecot({ users: [mailboxUser], tls: true });
  await before.deliver(mailboxUser.name, aMail({ subject: "Before the renewal" }));
  await renewed.deliver(mailboxUser.name, aMail({ subject: "After the renewal" }));
  await using proxy = await startCuttableProxy(before.imapPort);
  await user.register();
  await signIn(page, user);
  await page.getByRole("button", { name: "Add Account" }).click();
  const form = page.getByRole("dialog", { name: "Add Email Account" });
  await form.getByLabel("Email address").fill(mailboxUser.name);
  await form.locator('[name="account_pass"]').fill(mailboxUser.pass);
  await form.locator('[name="imap_host"]').fill(before.host);
  await form.locator('[name="user_port"]').fill(String(proxy.port));
  await form.getByRole("button", { name: "Test connection" }).click();
  const shown = form.getByRole("list", { name: "Connection test" }).getByText(fingerprint);
  await expect(shown).toBeVisible();
  const first = await shown.innerText();
  await form.getByRole("button", { name: "Add Account" }).click();
  await expect(form).toBeHidden();
  await expect(rowOf(page, "Before the renewal")).toBeVisible();

  await page.goto("/app/settings?tab=accounts");
  await page.getByRole("button", { name: `Details: ${mailboxUser.name}` }).click();
  await expect(page.getByText("Trusted certificate")).toBeVisible();
  await expect(page.getByText(first)).toBeVisible();

  proxy.turnTo(renewed.imapPort);
  await page.getByRole("button", { name: `Fix: ${mailboxUser.name}` }).click({ timeout: 60_000 });
  const dialog = page.getByRole("dialog", { name: "Change account" });
  const choice = dialog.getByRole("region", { name: "The certificate has changed" });
  await expect(choice).toContainText(first);
  await choice.getByRole("button", { name: "View the new certificate" }).click();
  await expect(choice.getByText(fingerprint)).toHaveCount(2);
  const next = await choice.getByText(fingerprint).last().innerText();
  expect(next).not.toBe(first);
  await choice.getByRole("button", { name: "Accept this certificate" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(next)).toBeVisible();
  await page.getByRole("button", { name: "Back" }).click();
  await expect(rowOf(page, "After the renewal")).toBeVisible();
});
