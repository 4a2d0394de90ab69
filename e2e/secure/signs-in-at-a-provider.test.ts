import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, type Page } from "@playwright/test";
import { codeOfStep } from "../../server/auth/totp.ts";
import { startAuthority, type TestAuthority } from "../../server/testing/fakes/oauth-authority.ts";
import { base } from "../support/fixtures.ts";
import { cheapPasswords } from "../support/product.ts";
import { type Server, startServer } from "../support/server.ts";

interface Provided {
  app: Server;
  authority: TestAuthority;
}

/** A product with an OpenID provider, configured as Google and as the host's own. */
const test = base.extend<object, { provided: Provided }>({
  provided: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from the pattern
    async ({}, use) => {
      await using stack = new AsyncDisposableStack();
      const dir = await mkdtemp(path.join(tmpdir(), "inlet-social-"));
      stack.defer(() => rm(dir, { recursive: true, force: true, maxRetries: 5 }));
      const authority = stack.use(await startAuthority());
      const { issuer, clientId, clientSecret } = authority.client;
      const env = Object.fromEntries(
        ["GOOGLE", "OIDC"].flatMap((name) => [
          [`${name}_ISSUER`, issuer],
          [`${name}_CLIENT_ID`, clientId],
          [`${name}_CLIENT_SECRET`, clientSecret],
        ]),
      );
      const app = stack.use(
        await startServer({
          dataDir: path.join(dir, "data"),
          env: { ...env, ...cheapPasswords, OIDC_NAME: "Example ID", INLET_LOG_LEVEL: "debug" },
        }),
      );
      await use({ app, authority });
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: async ({ provided }, use) => use(provided.app.url),
});

let people = 0;
function anAddress({ authority }: Provided, name = "Ada Provided"): string {
  const address = `ada${++people}@provider.example`;
  authority.people.set(address, { email_verified: true, name });
  return address;
}

/** Consents on the provider's own page. */
async function allow(page: Page, { authority }: Provided, address: string): Promise<void> {
  await page.waitForURL((url) => url.origin === authority.client.issuer);
  await page.getByLabel("Address").fill(address);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Makes the provider forget the last user. */
const forget = (page: Page) => page.context().clearCookies({ name: /^_/ });

async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Account menu" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL((url) => url.pathname === "/");
}

test("signs up with Google, and signs in again without further steps", async ({
  page,
  provided,
}) => {
  const address = anAddress(provided);
  await page.goto("/signup");
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await allow(page, provided, address);
  await page.waitForURL(`${provided.app.url}/app`);
  await expect(page.getByText("No email accounts found")).toBeVisible();
  await page.getByRole("button", { name: "Account menu" }).click();
  await expect(page.getByText(address)).toBeVisible();
  await page.keyboard.press("Escape");
  await signOut(page);
  // The token in the address is not in the history.
  for (let step = 0; step < 3; step++) {
    await page.goBack();
    expect(page.url()).not.toContain("token=");
  }
  await forget(page);

  await page.goto("/app/settings?tab=appearance");
  await page.waitForURL(/\/login\?next=/);
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await allow(page, provided, address);
  // The page that the user requested before the sign-in.
  await page.waitForURL(`${provided.app.url}/app/settings?tab=appearance`);
  await expect(page.getByRole("tab", { name: "Appearance", selected: true })).toBeVisible();
  // No secret appears in the log.
  for (const secret of [
    "code=",
    "state=",
    "token=",
    address,
    provided.authority.client.clientSecret,
  ]) {
    expect(provided.app.output()).not.toContain(secret);
  }
});

test("signs in with the provider that the host configured", async ({ page, provided }) => {
  const address = anAddress(provided);
  await page.goto("/login");
  await page.getByRole("button", { name: "Continue with Example ID" }).click();
  await allow(page, provided, address);
  await page.waitForURL(`${provided.app.url}/app`);
  await expect(page.getByText("No email accounts found")).toBeVisible();
});

test("shows why a sign-in failed", async ({ page, provided }) => {
  await page.goto("/app/settings?tab=appearance");
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await page.waitForURL((url) => url.origin === provided.authority.client.issuer);
  await page.getByRole("button", { name: "Refuse" }).click();
  await page.waitForURL(/\/login\?error=google_failed/);
  await expect(page.getByRole("alert")).toHaveText("Google OAuth failed");

  const address = anAddress(provided);
  provided.authority.people.set(address, { email_verified: false });
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await allow(page, provided, address);
  await expect(page.getByRole("alert")).toContainText("has not verified your email address");

  await forget(page);
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await allow(page, provided, anAddress(provided));
  // The page that the user wanted to open is restored.
  await page.waitForURL(`${provided.app.url}/app/settings?tab=appearance`);
});

test("connects a provider, signs in with it, and disconnects it", async ({ page, provided }) => {
  const own = `local${++people}@example.com`;
  const password = "harbour light";
  await page.goto("/signup");
  await page.getByLabel("Full name").fill("Local Person");
  await page.getByLabel("Email address").fill(own);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Create Account" }).click();
  await page.waitForURL(/\/app/);

  const address = anAddress(provided);
  await page.goto("/app/settings?tab=security");
  await page.getByRole("button", { name: "Connect Google" }).click();
  const dialog = page.getByRole("dialog", { name: "Connect Google" });
  await dialog.getByLabel("Password", { exact: true }).fill("guess");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Incorrect password.");
  await dialog.getByLabel("Password", { exact: true }).fill(password);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await allow(page, provided, address);
  await page.waitForURL(/\/app\/settings\?tab=security/);
  await expect(
    page.getByText("Google is connected. You can sign in with it.").first(),
  ).toBeVisible();
  const item = page.getByRole("list", { name: "Your connected sign-ins" }).getByRole("listitem");
  await expect(item).toContainText(address);
  await expect(item).toContainText("Connected just now");

  await signOut(page);
  await forget(page);
  await page.goto("/login");
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await allow(page, provided, address);
  await page.waitForURL(/\/app/);
  await page.getByRole("button", { name: "Account menu" }).click();
  await expect(page.getByText(own)).toBeVisible();
  await page.keyboard.press("Escape");

  await page.goto("/app/settings?tab=security");
  await expect(item).toContainText("Last used just now");
  await page.getByRole("button", { name: `Disconnect: Google: ${address}` }).click();
  const question = page.getByRole("dialog", { name: "Disconnect Google" });
  await question.getByLabel("Password", { exact: true }).fill(password);
  await question.getByRole("button", { name: "Disconnect", exact: true }).click();
  await expect(question).toBeHidden();
  await expect(item).toHaveCount(0);
});

test("does not disconnect the only sign-in method without a password, and deletes the account without one", async ({
  page,
  provided,
}) => {
  const address = anAddress(provided);
  await page.goto("/signup");
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await allow(page, provided, address);
  await page.waitForURL(/\/app/);
  await page.goto("/app/settings?tab=security");
  await expect(page.getByText("No password set. You sign in with another provider.")).toBeVisible();
  await page.getByRole("button", { name: `Disconnect: Google: ${address}` }).click();
  const question = page.getByRole("dialog", { name: "Disconnect Google" });
  await expect(question.getByLabel("Password", { exact: true })).toHaveCount(0);
  await question.getByRole("button", { name: "Disconnect", exact: true }).click();
  await expect(question.getByRole("alert")).toHaveText(
    "This is your only sign-in method. Set a password first.",
  );
  await question.getByRole("button", { name: "Cancel" }).click();

  await page.getByRole("button", { name: "Set a password" }).click();
  const setting = page.getByRole("dialog", { name: "Set a password" });
  await setting.getByLabel("New password", { exact: true }).fill("harbour light");
  await setting.getByRole("button", { name: "Set a password" }).click();
  await expect(setting).toBeHidden();
  await expect(page.getByRole("button", { name: "Change password" })).toBeVisible();
});

test("asks for the second factor after the provider's sign-in", async ({ page, provided }) => {
  const address = anAddress(provided);
  await page.goto("/signup");
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await allow(page, provided, address);
  await page.waitForURL(/\/app/);
  await page.goto("/app/settings?tab=security");
  await page.getByRole("button", { name: "Set up" }).click();
  const dialog = page.getByRole("dialog", { name: "Set up two-factor authentication" });
  await dialog.getByRole("button", { name: "Continue" }).click();
  const shown = await dialog.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText();
  const code = codeOfStep(shown.replaceAll(" ", ""), Math.floor(Date.now() / 30_000));
  await dialog.getByLabel("Code from the app").fill(code);
  await dialog.getByRole("button", { name: "Turn on" }).click();
  const codes = page.getByRole("dialog", { name: "Your recovery codes" }).getByRole("listitem");
  const recovery = await codes.first().innerText();
  await page.getByRole("button", { name: "I have saved them" }).click();
  await signOut(page);

  await forget(page);
  await page.goto("/login");
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await allow(page, provided, address);
  await page.getByLabel("Code from your authenticator app").fill("000000");
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(page.getByRole("alert")).toHaveText(
    "That code is incorrect or has already been used.",
  );
  expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await page.getByLabel("Recovery code").fill(recovery);
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await page.waitForURL(/\/app/);
  await expect(page.getByText("No email accounts found")).toBeVisible();
});

test("deletes an account that never had a password", async ({ page, provided }) => {
  const address = anAddress(provided);
  await page.goto("/signup");
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await allow(page, provided, address);
  await page.waitForURL(/\/app/);
  await page.goto("/app/settings?tab=security");
  await page.getByRole("button", { name: "Delete account…" }).click();
  const leaving = page.getByRole("alertdialog", { name: "Delete account" });
  await expect(leaving.getByText("No password needed")).toBeVisible();
  await leaving.getByLabel(`Type ${address} to confirm`).fill(address);
  await leaving.getByRole("button", { name: "Delete permanently" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  await page.goto("/app");
  await page.waitForURL(/\/login/);
});

test("a callback link from another browser signs no one in, and leads to the provider instead", async ({
  page,
  browser,
  baseURL,
  provided,
}) => {
  const address = anAddress(provided);
  const other = await browser.newContext({ ...(baseURL && { baseURL }) });
  const theirs = await other.newPage();
  // The request with which the other user's page would have used up the token.
  await theirs.route("**/user/login/elsewhere", (route) => route.abort());
  const led = theirs.waitForRequest("**/auth/callback?token=*");
  await theirs.goto("/login");
  await theirs.getByRole("button", { name: "Continue with Google" }).click();
  await allow(theirs, provided, address);
  const link = (await led).url();
  expect(link).toMatch(/\/auth\/callback\?token=[\w-]{43}&via=google$/);

  await page.goto(link);
  await expect(page.getByRole("heading", { name: `Continue as ${address}?` })).toBeVisible();
  expect(page.url()).toBe(`${baseURL}/auth/callback`);
  expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
  // To continue, the user must sign in as that user at the provider.
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await page.waitForURL((url) => url.origin === provided.authority.client.issuer);
  await allow(page, provided, address);
  await page.waitForURL(/\/app/);
  await other.close();
});

test("asks for confirmation of a sign-in that did not begin in this tab", async ({
  page,
  provided,
}) => {
  const address = anAddress(provided);
  // Simulates a link from another site.
  await page.goto("/auth/google");
  await allow(page, provided, address);
  await expect(page.getByRole("heading", { name: `Continue as ${address}?` })).toBeVisible();
  const ended = page.waitForResponse(/\/user\/logout$/);
  await page.getByRole("link", { name: "No, sign in myself" }).click();
  expect((await ended).status()).toBe(200);
  await page.waitForURL(/\/login/);
  expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();

  await page.goto("/auth/google");
  await allow(page, provided, address);
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await page.waitForURL(/\/app/);
  await expect(page.getByText("No email accounts found")).toBeVisible();
});
