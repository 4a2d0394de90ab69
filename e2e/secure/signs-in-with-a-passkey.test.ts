import { expect, type Page } from "@playwright/test";
import { test } from "../support/fixtures.ts";

test("adds a passkey, signs in with it alone, and removes it", async ({ page, user }) => {
  const call = await user.register();
  // Browsers store passkeys for host names, not for IP addresses.
  await page.goto("/login");
  const { port } = new URL(page.url());
  await expect(passkeyButton(page)).toBeHidden();
  await page.goto(`http://localhost:${port}/login`);
  const setVerified = await addDevice(page);
  await page.getByLabel("Email", { exact: true }).fill(user.email);
  await page.getByLabel("Password", { exact: true }).fill(user.password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await page.waitForURL(/\/app/);

  await page.goto(`http://localhost:${port}/app/settings?tab=security`);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a passkey" });
  await expect(dialog.getByLabel("Name")).toHaveValue("Chrome on Linux");
  await dialog.getByLabel("Name").fill("My laptop");
  await dialog.getByLabel("Password", { exact: true }).fill("guess");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Incorrect password.");
  await dialog.getByLabel("Password", { exact: true }).fill(user.password);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog).toBeHidden();
  const passkey = page.getByRole("list", { name: "Your passkeys" }).getByRole("listitem");
  await expect(passkey).toContainText("My laptop");
  await expect(passkey).toContainText("Added just now");

  // The device recognizes its passkey and creates no second one.
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await dialog.getByLabel("Password", { exact: true }).fill(user.password);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("This device already has a passkey.");
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await signOut(page);
  await page.goto(`http://localhost:${port}/login`);
  await setVerified(false);
  const asked = page.waitForResponse(/\/user\/login\/passkey\/start$/);
  await passkeyButton(page).click();
  await asked;
  await expect(page.getByRole("alert")).toBeHidden();
  expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
  await setVerified(true);
  await passkeyButton(page).click();
  await page.waitForURL(/\/app/);
  expect((await call("GET /user/passkeys", {})).passkeys[0]?.lastUsedAt).not.toBeNull();

  await page.goto(`http://localhost:${port}/app/settings?tab=security`);
  await expect(passkey).toContainText("Last used");
  await page.getByRole("button", { name: "Remove: My laptop" }).click();
  const question = page.getByRole("dialog", { name: "Remove passkey" });
  await question.getByLabel("Password", { exact: true }).fill(user.password);
  await question.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(question).toBeHidden();
  await expect(passkey).toHaveCount(0);
});

function passkeyButton(page: Page) {
  return page.getByRole("button", { name: "Sign in with a passkey" });
}

/**
 * Adds an authenticator that stores passkeys and verifies the user; returns a function that sets the result of the next
 * verification.
 */
async function addDevice(page: Page): Promise<(isVerified: boolean) => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return async (isUserVerified) => {
    await devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
  };
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Account menu" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL(({ pathname }) => pathname === "/");
}
