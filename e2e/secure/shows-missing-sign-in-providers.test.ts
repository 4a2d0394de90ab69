import { expect, type Page } from "@playwright/test";
import { signIn, test } from "../support/fixtures.ts";
import type { TestUser } from "../support/product.ts";

const outlookMissing = "Outlook sign-in is not configured on this server";
const googleMissing = "Google sign-in is not configured on this server";

/** Returns a session token, as an API client has it. It is enough to act as the user. */
async function tokenOf(user: TestUser, baseURL: string | undefined): Promise<string> {
  await user.register();
  const answer = await fetch(`${baseURL}/user/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: user.email, password: user.password }),
  });
  // Safe: the contract defines it. A test with an undefined token fails at the sign-in.
  return ((await answer.json()) as { token: string }).token;
}

function storedToken(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem("token"));
}

for (const [where, path] of [
  ["the sign-in", "/login"],
  ["the sign-up", "/signup"],
] as const) {
  test(`reports at ${where} which sign-in methods the server does not have`, async ({ page }) => {
    for (const [name, sentence] of [
      ["Google", googleMissing],
      ["Outlook", outlookMissing],
    ] as const) {
      await page.goto(path);
      await expect(page.getByText(`${name}: Not set up here`)).toBeVisible();
      await page.getByRole("button", { name }).click();
      await page.waitForURL(/\/login/);
      await expect(page.getByRole("alert")).toHaveText(sentence);
    }
    await page.getByLabel("Email", { exact: true }).fill("a");
    await expect(page.getByText(outlookMissing)).toBeHidden();
  });
}

test("reports the same from the dialogs of the landing page", async ({ page }) => {
  for (const [opener, dialog] of [
    ["Login", "Login"],
    ["Get Started", "Sign Up"],
  ] as const) {
    await page.goto("/");
    await page.getByRole("banner").getByRole("button", { name: opener }).click();
    await page
      .getByRole("dialog", { name: dialog })
      .getByRole("button", { name: "Google" })
      .click();
    await page.waitForURL(/\/login/);
    await expect(page.getByRole("alert")).toHaveText(googleMissing);
  }
});

test("shows no text from the address", async ({ page }) => {
  await page.goto("/login?error=Call+0900+1234+to+unlock");
  await page.getByRole("button", { name: "Sign In", exact: true }).waitFor();
  await expect(page.getByRole("alert")).toBeEmpty();
  await page.goto("/login?error=constructor");
  await page.getByRole("button", { name: "Sign In", exact: true }).waitFor();
  await expect(page.getByRole("alert")).toBeEmpty();
});

test("asks for confirmation before a link of another user signs them in", async ({
  page,
  user,
  baseURL,
}) => {
  const token = await tokenOf(user, baseURL);
  await page.goto(`/auth/callback?token=${token}`);
  await expect(page.getByRole("heading", { name: `Continue as ${user.email}?` })).toBeVisible();
  expect(page.url()).toBe(`${baseURL}/auth/callback`);
  expect(await storedToken(page)).toBeNull();
  await page.getByRole("link", { name: "No, sign in myself" }).click();
  await page.waitForURL(/\/login/);
  await page.goto("/app");
  await page.waitForURL(/\/login/);

  await page.goto(`/auth/callback?token=${token}`);
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await page.waitForURL(/\/app/);
  await expect(page.getByText("No email accounts found")).toBeVisible();
  expect(await storedToken(page)).toBe(token);
});

test("asks for confirmation of a session in the address, even after a sign-in that began here", async ({
  page,
  user,
  baseURL,
}) => {
  const token = await tokenOf(user, baseURL);
  await page.goto("/login");
  await page.getByRole("button", { name: "Google" }).click();
  await expect(page.getByRole("alert")).toHaveText(googleMissing);
  await page.goto("/auth/callback");
  await expect(page.getByRole("alert")).toHaveText("Google OAuth failed");
  await page.goto(`/auth/callback?token=${token}`);
  await expect(page.getByRole("button", { name: "Continue", exact: true })).toBeVisible();
  expect(await storedToken(page)).toBeNull();
});

test("reports an external sign-in with a missing or unknown token", async ({ page }) => {
  await page.goto("/auth/callback");
  await page.waitForURL(/\/login/);
  await expect(page.getByRole("alert")).toHaveText("Google OAuth failed");
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/user/login/elsewhere", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/auth/callback?token=nobodys");
  await expect(page.getByRole("status")).toHaveText("Authenticating with Google...");
  release();
  await page.waitForURL(/\/login/);
  await expect(page.getByRole("alert")).toHaveText("failed to get your profile");
  expect(page.url()).not.toContain("nobodys");
  expect(await storedToken(page)).toBeNull();
});

test("a link with another user's session does not change the signed-in user", async ({
  page,
  user,
  product,
  baseURL,
}) => {
  const token = await tokenOf(product.newUser(), baseURL);
  await user.register();
  await signIn(page, user);
  const own = await storedToken(page);
  await page.goto(`/auth/callback?token=${token}`);
  await page.waitForURL(/\/app/);
  await page.getByRole("button", { name: "Account menu" }).click();
  await expect(page.getByText(user.email)).toBeVisible();
  expect(await storedToken(page)).toBe(own);
});
