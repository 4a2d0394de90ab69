import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, type Page } from "@playwright/test";
import { startAuthority, type TestAuthority } from "../../server/testing/fakes/oauth-authority.ts";
import {
  type CuttableProxy,
  startCuttableProxy,
} from "../../server/testing/faults/cuttable-proxy.ts";
import { startDovecot, type TestDovecot } from "../../server/testing/fakes/dovecot.ts";
import { startSmtp, type TestSmtp } from "../../server/testing/fakes/smtp-server.ts";
import { alone, base, rowOf } from "../support/fixtures.ts";
import { aMail } from "../support/mail.ts";
import { cheapPasswords } from "../support/product.ts";
import { type Server, startServer } from "../support/server.ts";

interface Provided extends AsyncDisposable {
  app: Server;
  authority: TestAuthority;
  imap: TestDovecot;
  /** A connection to the IMAP server; when it is cut, the product must log in again. */
  proxy: CuttableProxy;
  smtp: TestSmtp;
}

/** A product with an OAuth provider and that provider's mail servers. */
const test = base.extend<object, { provided: Provided }>({
  provided: [alone(() => startProvided()), { scope: "worker", timeout: 120_000 }],
  baseURL: async ({ provided }, use) => use(provided.app.url),
});

async function startProvided(): Promise<Provided> {
  await using starting = new AsyncDisposableStack();
  const dir = await mkdtemp(path.join(tmpdir(), "inlet-oauth-"));
  starting.defer(() => rm(dir, { recursive: true, force: true, maxRetries: 5 }));
  const authority = starting.use(await startAuthority());
  const users = ["ada", "bob", "eve"].map((name) => ({
    name: `${name}@provider.example`,
    pass: randomBytes(9).toString("base64url"),
  }));
  const { introspectionUrl, client } = authority;
  const imap = starting.use(await startDovecot({ users, introspectionUrl }));
  const proxy = starting.use(await startCuttableProxy(imap.imapPort));
  const smtp = starting.use(
    await startSmtp({
      deliver: (to, raw) => imap.deliver(to, raw),
      isGoodToken: authority.isGood,
    }),
  );
  const names = { ID: client.clientId, SECRET: client.clientSecret };
  const env = Object.fromEntries(
    ["GOOGLE", "MICROSOFT"].flatMap((provider) => [
      [`${provider}_ISSUER`, client.issuer],
      ...Object.entries(names).map(([name, value]) => [`${provider}_CLIENT_${name}`, value]),
    ]),
  );
  const app = starting.use(
    await startServer({ dataDir: path.join(dir, "data"), env: { ...env, ...cheapPasswords } }),
  );
  const resources = starting.move();
  return {
    app,
    authority,
    imap,
    proxy,
    smtp,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

let people = 0;

async function signUp(page: Page): Promise<void> {
  const name = `Visitor ${++people}`;
  await page.goto("/signup");
  await page.getByLabel("Full name").fill(name);
  await page.getByLabel("Email address").fill(`visitor${people}@example.com`);
  await page.getByLabel("Password", { exact: true }).fill("harbour light");
  await page.getByRole("button", { name: "Create Account" }).click();
  await page.waitForURL(/\/app/);
}

/** Enters the provider's servers, which listen on loopback here, in the form. */
async function openForm(page: Page, { imap, proxy, smtp }: Provided, address: string) {
  await page
    .getByRole("button", { name: /^Add (Account|email account)$/ })
    .first()
    .click();
  const form = page.getByRole("dialog", { name: "Add Email Account" });
  await form.getByLabel("Email address").fill(address);
  await form.getByLabel("Email address").blur();
  await form.locator('[name="imap_host"]').fill(imap.host);
  await form.locator('[name="user_port"]').fill(String(proxy.port));
  await form.getByRole("switch", { name: "Encrypted connection (TLS)" }).first().setChecked(false);
  await form.getByRole("button", { name: "Outgoing mail (SMTP)" }).click();
  await form.locator('[name="smtp_host"]').fill(smtp.host);
  await form.locator('[name="smtp_port"]').fill(String(smtp.port));
  await form.getByRole("switch", { name: "Encrypted connection (TLS)" }).last().setChecked(false);
  return form;
}

/** Consents on the provider's own page. */
async function allow(page: Page, { authority }: Provided, address: string): Promise<void> {
  await page.waitForURL((url) => url.origin === authority.client.issuer);
  await page.getByLabel("Address").fill(address);
  await page.getByRole("button", { name: "Sign in" }).click();
}

test("connects a mailbox by signing in at its provider, and sends from it", async ({
  page,
  provided,
}) => {
  const address = "ada@provider.example";
  await provided.imap.deliver(address, aMail({ subject: "Waiting at the provider", to: address }));
  await signUp(page);
  const form = await openForm(page, provided, address);
  await form.getByRole("button", { name: "Continue with Google" }).click();
  await page.waitForURL((url) => url.origin === provided.authority.client.issuer);
  await expect(page.getByLabel("Address")).toHaveValue(address);
  await allow(page, provided, address);
  await page.waitForURL(`${provided.app.url}/app`);
  await expect(page.getByText(`${address} is connected.`)).toBeVisible();
  await expect(rowOf(page, "Waiting at the provider")).toBeVisible();

  await page.getByRole("button", { name: "Compose" }).first().click();
  const compose = page.getByRole("dialog", { name: "Compose Email" });
  await compose.getByLabel("To", { exact: true }).fill(address);
  await compose.getByLabel("Subject").fill("To myself by token");
  await compose.getByRole("textbox", { name: /message|content/i }).fill("By token.");
  await compose.getByRole("button", { name: "Send", exact: true }).click();
  await expect(rowOf(page, "To myself by token").first()).toBeVisible({ timeout: 30_000 });
});

test("asks to reconnect when the provider revokes the access, and refuses another address", async ({
  page,
  provided,
}) => {
  const address = "bob@provider.example";
  const { authority } = provided;
  await provided.imap.deliver(address, aMail({ subject: "Before it was taken back", to: address }));
  await signUp(page);
  const form = await openForm(page, provided, address);
  await form.getByRole("button", { name: "Continue with Google" }).click();
  await allow(page, provided, address);
  await expect(rowOf(page, "Before it was taken back")).toBeVisible();

  await page.goto("/app/settings?tab=accounts");
  await expect(page.getByText(/Up to date/).first()).toBeVisible();
  authority.revoked.add(address);
  await authority.endAccessTokens();
  provided.proxy.cut();
  provided.proxy.restore();
  await expect(page.getByText("Inlet lost access to this account.").first()).toBeVisible();
  authority.revoked.clear();

  const reconnect = async (as: string) => {
    // Otherwise the provider would remember the last user.
    await page.context().clearCookies({ name: /^_session/ });
    await page.getByRole("button", { name: `Reconnect: ${address}` }).click();
    const dialog = page.getByRole("dialog", { name: "Change account" });
    await dialog.getByRole("button", { name: "Reconnect with Google" }).click();
    await allow(page, provided, as);
  };
  await reconnect("eve@provider.example");
  await expect(page.getByText("You signed in with a different address.")).toBeVisible();
  await page.getByRole("button", { name: "Back to Email Accounts" }).click();
  await reconnect(address);
  await expect(page.getByText(`${address} is connected again.`)).toBeVisible();
  await expect(page.getByText(/Up to date/).first()).toBeVisible();
});

test("connects with a code that the user types on another device", async ({ page, provided }) => {
  const address = "eve@provider.example";
  await provided.imap.deliver(address, aMail({ subject: "Opened by a code", to: address }));
  await signUp(page);
  const form = await openForm(page, provided, address);
  await form.getByRole("button", { name: "Use a code on another device" }).click();
  const link = form.getByRole("link", { name: "Open the page" });
  const where = (await link.getAttribute("href")) ?? "";
  const code = await form.getByText(/^[A-Z]{4}-[A-Z]{4}$/).innerText();
  await provided.authority.typeCode(where, code, address);
  await expect(form).toBeHidden({ timeout: 20_000 });
  await expect(rowOf(page, "Opened by a code")).toBeVisible();
});
