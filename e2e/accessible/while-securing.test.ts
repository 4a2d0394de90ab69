import { expect } from "@playwright/test";
import { codeOfStep } from "../../server/auth/totp.ts";
import { expectAccessible, looksMs } from "../support/axe.ts";
import { signIn, test as base } from "../support/fixtures.ts";

// Browsers store passkeys for host names, not for IP addresses.
const test = base.extend({
  baseURL: async ({ product }, use) => {
    const { port } = new URL(product.app.url);
    await use(`http://localhost:${port}`);
  },
});

test("the security settings are accessible", async ({ page, user }) => {
  test.setTimeout(looksMs);
  const check = (what: string) => expectAccessible(page, `security, ${what}`);
  const dialog = (name: string) => page.getByRole("dialog", { name });
  const close = async (name: string) => {
    await page.keyboard.press("Escape");
    await dialog(name).waitFor({ state: "hidden" });
  };
  await user.register();
  // A real passkey needs a device; its row in the settings does not.
  const passkey = {
    id: "01890000-0000-7000-8000-000000000000",
    name: "My laptop",
    createdAt: "2026-11-01T09:00:00.000Z",
    lastUsedAt: null,
  };
  await page.route("**/user/passkeys", (route) => route.fulfill({ json: { passkeys: [passkey] } }));
  await signIn(page, user, "/app/settings?tab=security");
  await page.getByText("This device").waitFor();
  await page.getByRole("list", { name: "Your passkeys" }).getByText("My laptop").waitFor();
  await check("all of it");

  await page.getByRole("button", { name: "Change password" }).click();
  await dialog("Change password").getByRole("button", { name: "Change password" }).click();
  await dialog("Change password").getByRole("alert").first().waitFor();
  await check("a new password with an error");
  await close("Change password");

  await page.getByRole("button", { name: "Add a passkey" }).click();
  await dialog("Add a passkey").getByLabel("Password", { exact: true }).fill("guess");
  await dialog("Add a passkey").getByRole("button", { name: "Continue" }).click();
  await dialog("Add a passkey").getByText("Incorrect password.").waitFor();
  await check("a passkey with an error");
  await close("Add a passkey");
  await page.getByRole("button", { name: "Remove: My laptop" }).click();
  await dialog("Remove passkey").getByLabel("Password", { exact: true }).waitFor();
  await check("removing a passkey");
  await close("Remove passkey");

  await page.getByRole("button", { name: "New token" }).click();
  const token = dialog("New API token");
  await token.getByLabel("Password", { exact: true }).fill(user.password);
  await token.getByRole("button", { name: "Create token" }).click();
  await token.getByText("Please enter a name and choose at least one permission.").waitFor();
  await check("an API token with an error");
  await token.getByLabel("Name", { exact: true }).fill("Backup of the boat");
  await token.getByRole("button", { name: "Create token" }).click();
  await dialog("Your new token").getByLabel("Token").waitFor();
  await check("the new token");
  await dialog("Your new token").getByRole("button", { name: "I have copied it" }).click();
  await page.getByRole("list", { name: "Your API tokens" }).getByText("Backup").waitFor();
  await check("the list of tokens");

  await page.getByRole("button", { name: "Export…" }).click();
  await dialog("Export my data").getByLabel("Password", { exact: true }).waitFor();
  await check("an export");
  await close("Export my data");

  await page.getByRole("button", { name: "Set up" }).click();
  const setUp = dialog("Set up two-factor authentication");
  await setUp.getByLabel("Password", { exact: true }).fill(user.password);
  await setUp.getByRole("button", { name: "Continue" }).click();
  await setUp.getByRole("img", { name: /^QR code/ }).waitFor();
  await setUp.getByRole("button", { name: "Turn on" }).click();
  await setUp.getByText("Please enter the code from the app.").waitFor();
  await check("an authenticator app");
  const key = await setUp.getByText(/^([A-Z2-7]{4} ?){8}$/).textContent();
  const step = Math.floor(Date.now() / 30_000);
  await setUp
    .getByLabel("Code from the app")
    .fill(codeOfStep((key ?? "").replaceAll(" ", ""), step));
  await setUp.getByRole("button", { name: "Turn on" }).click();
  await page.getByRole("button", { name: "I have saved them" }).waitFor();
  await check("recovery codes");
  await page.getByRole("button", { name: "I have saved them" }).click();
  await dialog("Your recovery codes").waitFor({ state: "hidden" });
  await expect(page.getByText("Enabled", { exact: true })).toBeVisible();
  await check("with an authenticator app");
  for (const [button, title] of [
    ["New recovery codes", "New recovery codes"],
    ["Turn off", "Turn off two-factor authentication"],
  ] as const) {
    await page.getByRole("button", { name: button, exact: true }).click();
    await dialog(title).getByLabel("Password", { exact: true }).waitFor();
    await check(title);
    await close(title);
  }

  await page.getByRole("button", { name: "Delete account…" }).click();
  const leave = page.getByRole("alertdialog", { name: "Delete account" });
  await leave.getByRole("button", { name: "Delete permanently" }).click();
  await leave.getByRole("alert").first().waitFor();
  await check("leaving for good");
});
