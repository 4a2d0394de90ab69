import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { codeOfStep } from "../../server/auth/totp.ts";
import { signIn, test } from "../support/fixtures.ts";
import type { TestUser } from "../support/product.ts";

const newPassword = "a better harbour light";

test("changes the password, which signs out every other device", async ({
  page,
  browser,
  user,
}) => {
  await user.register();
  await signIn(page, user);
  const otherPlace = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const other = await otherPlace.newPage();
  await signIn(other, user);

  await page.goto("/app/settings?tab=security");
  await expect(page.getByText(/^Last changed (just now|\d+ minutes? ago)$/)).toBeVisible();
  await expect(page.getByText("Disabled", { exact: true })).toBeVisible();
  await expect(devices(page)).toHaveCount(3);
  await page.getByRole("button", { name: "Change password" }).click();
  const dialog = page.getByRole("dialog", { name: "Change password" });
  await dialog.getByLabel("Current password").fill("guess");
  await dialog.getByLabel("New password").fill("short");
  await dialog.getByRole("button", { name: "Change password" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Password must be at least 8 characters.");
  await dialog.getByLabel("New password").fill(newPassword);
  await dialog.getByRole("button", { name: "Change password" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Incorrect password.");
  await dialog.getByLabel("Current password").fill(user.password);
  await dialog.getByRole("button", { name: "Change password" }).click();
  await expect(dialog).toBeHidden();
  await expect(devices(page)).toHaveCount(1);

  await other.waitForURL(/\/login/);
  await other.getByLabel("Email", { exact: true }).fill(user.email);
  await other.getByLabel("Password", { exact: true }).fill(user.password);
  await other.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(other.getByRole("alert")).toHaveText(
    "Failed to login. Please check your credentials.",
  );
  await other.getByLabel("Password", { exact: true }).fill(newPassword);
  await other.getByRole("button", { name: "Sign In", exact: true }).click();
  await other.waitForURL(/\/app/);
  await otherPlace.close();
});

test("signs out a lost device, and then every device", async ({ page, browser, user }) => {
  await user.register();
  await signIn(page, user);
  const otherPlace = await browser.newContext({
    baseURL: new URL(page.url()).origin,
    userAgent: "Mozilla/5.0 (Linux; Android 10; K) Chrome/140.0.0.0 Mobile Safari/537.36",
  });
  const lost = await otherPlace.newPage();
  await signIn(lost, user);

  await page.goto("/app/settings?tab=security");
  const phone = devices(page).filter({ hasText: "Chrome on Android" });
  await expect(devices(page).first()).toContainText("This device");
  await phone.getByRole("button", { name: "Sign out: Chrome on Android" }).click();
  await expect(phone).toBeHidden();
  // The device's open stream ends, and the page must stop showing data.
  await lost.waitForURL(/\/login/);
  await otherPlace.close();

  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await seesTheLandingPage(page);
  await page.goto("/app");
  await page.waitForURL(/\/login/);
});

test("signs in with a second factor after an authenticator app is set up", async ({
  page,
  user,
}) => {
  const call = await user.register();
  await signIn(page, user, "/app/settings?tab=security");
  await page.getByRole("button", { name: "Set up" }).click();
  const dialog = page.getByRole("dialog", { name: "Set up two-factor authentication" });
  await dialog.getByLabel("Password", { exact: true }).fill(user.password);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByRole("img", { name: /^QR code/ })).toBeVisible();
  const shown = await dialog.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent();
  const secret = (shown ?? "").replaceAll(" ", "");

  await dialog.getByLabel("Code from the app").fill("12345");
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await expect(dialog.getByRole("alert")).toContainText("That code is incorrect.");
  await dialog.getByLabel("Code from the app").fill(codeOf(secret));
  await dialog.getByRole("button", { name: "Turn on" }).click();

  const shownOnce = page.getByRole("dialog", { name: "Your recovery codes" });
  await expect(shownOnce.getByRole("listitem")).toHaveCount(10);
  const codes = await shownOnce.getByRole("listitem").allTextContents();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    shownOnce.getByRole("button", { name: "Download" }).click(),
  ]);
  const kept = await readFile(await file.path(), "utf8");
  for (const code of codes) expect(kept).toContain(code);
  await shownOnce.getByRole("button", { name: "I have saved them" }).click();
  await expect(page.getByText("Enabled", { exact: true })).toBeVisible();
  await expect(page.getByText("10 of 10 recovery codes left")).toBeVisible();
  expect((await call("GET /user/security", {})).hasSecondFactor).toBe(true);

  await signOut(page);
  await startSignIn(page, user);
  await expect(page.getByLabel("Code from your authenticator app")).toBeFocused();
  expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toHaveText("Please enter a code.");
  // The code that enabled it is used up; the next code is valid one step early.
  await page.getByLabel("Code from your authenticator app").fill("000000");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("alert")).toHaveText(
    "That code is incorrect or has already been used.",
  );
  await page.getByLabel("Code from your authenticator app").fill(codeOf(secret, 1));
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL(/\/app/);

  await signOut(page);
  await startSignIn(page, user);
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await expect(page.getByLabel("Recovery code")).toBeFocused();
  await page.getByLabel("Recovery code").fill(codes[0] ?? "");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL(/\/app/);
  await page.goto("/app/settings?tab=security");
  await expect(page.getByText("9 of 10 recovery codes left")).toBeVisible();

  await page.getByRole("button", { name: "Turn off" }).click();
  const question = page.getByRole("dialog", { name: "Turn off two-factor authentication" });
  await question.getByLabel("Password", { exact: true }).fill(user.password);
  await question.getByRole("button", { name: "Turn off" }).click();
  await expect(page.getByText("Disabled", { exact: true })).toBeVisible();
  await signOut(page);
  await signIn(page, user);
});

test("deletes the account, which requires the password and their own address", async ({
  page,
  user,
  product,
}) => {
  // Another user is registered first: the only administrator of an installation with other users cannot leave.
  await product.newUser().register();
  const call = await user.connect();
  await signIn(page, user, "/app/settings?tab=security");
  await page.getByRole("button", { name: "Delete account…" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Delete account" });
  const confirm = dialog.getByRole("button", { name: "Delete permanently" });
  await dialog.getByLabel("Password", { exact: true }).fill(user.password);
  await confirm.click();
  await expect(dialog.getByRole("alert")).toHaveText("Please type your email address to confirm.");
  await dialog.getByLabel(`Type ${user.email} to confirm`).fill(user.email);
  await dialog.getByLabel("Password", { exact: true }).fill("guess");
  await confirm.click();
  await expect(dialog.getByRole("alert")).toHaveText("Incorrect password.");
  await dialog.getByLabel("Password", { exact: true }).fill(user.password);
  const { user: profile } = await call("GET /user/profile", {});
  await page.evaluate((id) => localStorage.setItem(`inlet-draft:${id}:a`, "Dear Ada"), profile.id);
  await confirm.click();
  await seesTheLandingPage(page);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(profile.id);
  await startSignIn(page, user);
  await expect(page.getByRole("alert")).toHaveText(
    "Failed to login. Please check your credentials.",
  );
});

function devices(page: Page) {
  return page.getByRole("list", { name: "Signed-in devices" }).getByRole("listitem");
}

/** Returns the code that the user's authenticator app shows `steps` time steps from now. */
function codeOf(secret: string, steps = 0): string {
  return codeOfStep(secret, Math.floor(Date.now() / 30_000) + steps);
}

async function startSignIn(page: Page, user: TestUser): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email", { exact: true }).fill(user.email);
  await page.getByLabel("Password", { exact: true }).fill(user.password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Account menu" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await seesTheLandingPage(page);
}

/** Waits for the page that is shown after the account was deleted. */
async function seesTheLandingPage(page: Page): Promise<void> {
  await page.waitForURL(({ pathname }) => pathname === "/");
}
