import { expect } from "@playwright/test";
import { signInAtForm, test } from "../support/fixtures.ts";

test("signs up, signs out and signs in again", async ({ page, user }) => {
  await page.goto("/signup");
  await page.getByLabel("Full name").fill(user.name);
  await page.getByLabel("Email address").fill(user.email);
  await page.getByLabel("Password", { exact: true }).fill(user.password);
  await page.getByRole("button", { name: "Create Account" }).click();
  await page.waitForURL(/\/app/);
  await expect(page.getByText("No email accounts found")).toBeVisible();
  await page.getByRole("button", { name: "Account menu" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/app"));
  expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
  await signInAtForm(page, user);
  await expect(page.getByText("No email accounts found")).toBeVisible();
});

test("reports errors of a sign-up, and hides each while it is fixed", async ({ page, user }) => {
  await page.goto("/signup");
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page.getByRole("alert")).toHaveText("All fields are required.");
  await page.getByLabel("Full name").fill(user.name);
  await page.getByLabel("Email address").fill(user.email);
  await page.getByLabel("Password", { exact: true }).fill("seven77");
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page.getByRole("alert")).toHaveText("Password must be at least 8 characters.");
  await page.getByLabel("Password", { exact: true }).fill("seven777");
  await expect(page.getByText("Password must be at least 8 characters.")).toBeHidden();
});

test("reports that the page could not be loaded, and loads it again", async ({ page, user }) => {
  await user.register();
  const scripts = /\/assets\/index-[^/]*\.js$/;
  await page.route(scripts, (route) => route.abort());
  await page.goto("/login?next=%2Fapp%2Fsettings");
  await expect(page.getByRole("alert")).toHaveText(
    "Inlet could not be loaded. Please check your connection.",
  );
  // The prerendered page, shown until the app is loaded, would not accept input.
  await expect(page.getByText("Sign in to Inlet")).toBeHidden();
  await page.unroute(scripts);
  await page.getByRole("link", { name: "Try again" }).click();
  await page.getByLabel("Email", { exact: true }).fill(user.email);
  await page.getByLabel("Password", { exact: true }).fill(user.password);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/app\/settings/);
});

test("refuses an address that is already registered", async ({ page, user }) => {
  await user.register();
  await page.goto("/signup");
  await page.getByLabel("Full name").fill(user.name);
  await page.getByLabel("Email address").fill(user.email);
  await page.getByLabel("Password", { exact: true }).fill("another password");
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page.getByRole("alert")).toHaveText("An account with this email already exists.");
});

test("refuses a wrong password, and sends no request while a field is empty", async ({
  page,
  user,
}) => {
  await user.register();
  await page.goto("/login");
  const calls: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/user/login")) calls.push(request.url());
  });
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(page.getByRole("alert")).toHaveText("All fields are required");
  expect(calls).toEqual([]);
  await page.getByLabel("Email", { exact: true }).fill(user.email);
  await page.getByLabel("Password", { exact: true }).fill("not this one");
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(page.getByRole("alert")).toHaveText(
    "Failed to login. Please check your credentials.",
  );
  expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
});

test("redirects a visitor without a session to the sign-in page", async ({ page }) => {
  await page.goto("/app");
  await page.waitForURL(/\/login/);
  await page.goto("/no/such/page");
  await expect(page.getByText("404 - Page Not Found")).toBeVisible();
});

test("shows the sign-in page before the first script, as an image without a password field", async ({
  browser,
  baseURL,
}) => {
  await using context = await browser.newContext({ baseURL: baseURL ?? "" });
  const page = await context.newPage();
  // The scripts never finish loading here.
  await page.route(/\/assets\/.*\.js$/, () => undefined);
  await page.goto("/login", { waitUntil: "commit" });
  await expect(page.getByText("Every mailbox you have, in one calm place.")).toBeVisible();
  await expect(page.locator("#root").locator("input, button, a, form")).toHaveCount(0);
  // A signed-in user is forwarded and does not see it.
  await page.evaluate(() => localStorage.setItem("token", "some"));
  await page.reload({ waitUntil: "commit" });
  await expect(page.getByText("Every mailbox you have, in one calm place.")).toBeHidden();
});
