import { expect, type Page } from "@playwright/test";
import { apiOf } from "../../tools/demo/api.ts";
import { expectAccessible, looksMs } from "../support/axe.ts";
import { alone, base, test as withProduct } from "../support/fixtures.ts";
import { linkIn, type MailingHost, startMailingHost } from "../support/host-mail.ts";

const test = base.extend<object, { host: MailingHost }>({
  host: [alone(() => startMailingHost()), { scope: "worker", timeout: 120_000 }],
  baseURL: async ({ host }, use) => use(host.url),
});

const newPassword = "a better harbour light";
let count = 0;

/** Registers a user and returns them with their first message. */
async function newUser(host: MailingHost) {
  const user = { name: "Anna", email: `anna${++count}@example.org`, password: "harbour light" };
  await apiOf(host.url)("POST /user/register", user);
  return { ...user, greeting: await host.nextMail(user.email) };
}

async function fillSignIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
}

test("chooses a new password with a link from an email", async ({ page, host }) => {
  const anna = await newUser(host);
  await page.goto("/login");
  await page.getByLabel("Email", { exact: true }).fill(anna.email);
  await page.getByRole("button", { name: "Forgot password?" }).click();
  // The address that was already typed is filled in.
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(anna.email);
  await page.getByRole("button", { name: "Send Link" }).click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeFocused();

  const link = linkIn(await host.nextMail(anna.email), host.url);
  expect(link).toMatch(/\/reset\?token=[\w-]{43}$/);
  const answer = await page.goto(link);
  expect(answer?.headers()["referrer-policy"]).toBe("no-referrer");
  await page.waitForURL(`${host.url}/reset`);
  await page.getByLabel("New password").fill("short");
  await page.getByRole("button", { name: "Save Password" }).click();
  await expect(page.getByRole("alert")).toHaveText("Password must be at least 8 characters.");
  await page.getByLabel("New password").fill(newPassword);
  await page.getByRole("button", { name: "Save Password" }).click();
  await expect(page.getByRole("heading", { name: "Your password was changed" })).toBeFocused();
  await page.getByRole("link", { name: "Sign in", exact: true }).click();
  await page.waitForURL(/\/login$/);
  await fillSignIn(page, anna.email, anna.password);
  await expect(page.getByRole("alert")).toHaveText(
    "Failed to login. Please check your credentials.",
  );
  await fillSignIn(page, anna.email, newPassword);
  await page.waitForURL(/\/app/);
  const subjects = [await host.nextMail(anna.email), await host.nextMail(anna.email)].map(
    ({ subject }) => subject,
  );
  expect(subjects).toEqual([
    "Your Inlet password was changed",
    "New sign-in to your Inlet account",
  ]);
});

test("offers a new link when the link was already used", async ({ page, host }) => {
  const anna = await newUser(host);
  await apiOf(host.url)("POST /user/forgot", { email: anna.email });
  const link = linkIn(await host.nextMail(anna.email), host.url);
  const token = new URL(link).searchParams.get("token") ?? "";
  await apiOf(host.url)("POST /user/reset", { token, password: newPassword });
  await page.goto(link);
  await page.getByLabel("New password").fill("yet another one");
  await page.getByRole("button", { name: "Save Password" }).click();
  await expect(page.getByRole("alert")).toHaveText(
    "This link is no longer valid. Please ask for a new one.",
  );
  await page.getByRole("link", { name: "Request a new link" }).click();
  await page.waitForURL(/\/forgot$/);
  await page.getByLabel("Email", { exact: true }).fill("nobody@example.org");
  await page.getByRole("button", { name: "Send Link" }).click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
});

test("requests the link in the landing page's dialog as well", async ({ page, host }) => {
  const anna = await newUser(host);
  await page.goto("/");
  await page.getByRole("banner").getByRole("button", { name: "Login", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Forgot password?" }).click();
  await dialog.getByLabel("Email", { exact: true }).fill(anna.email);
  await dialog.getByRole("button", { name: "Send Link" }).click();
  await expect(dialog.getByRole("heading", { name: "Check your email" })).toBeFocused();
  expect(linkIn(await host.nextMail(anna.email), host.url)).toContain("/reset?token=");
  await dialog.getByRole("button", { name: "Back to sign in" }).click();
  await expect(dialog.getByLabel("Password", { exact: true })).toBeVisible();
});

test("signs out the browser in which the new password was chosen", async ({ page, host }) => {
  const anna = await newUser(host);
  await page.goto("/login");
  await fillSignIn(page, anna.email, anna.password);
  await page.waitForURL(/\/app/);
  await host.nextMail(anna.email);
  await apiOf(host.url)("POST /user/forgot", { email: anna.email });
  await page.goto(linkIn(await host.nextMail(anna.email), host.url));
  await page.getByLabel("New password").fill(newPassword);
  await page.getByRole("button", { name: "Save Password" }).click();
  await page.getByRole("link", { name: "Sign in", exact: true }).click();
  await page.waitForURL(/\/login/);
  await fillSignIn(page, anna.email, newPassword);
  await page.waitForURL(/\/app/);
});

test("confirms the address of a new account later", async ({ page, host }) => {
  const anna = await newUser(host);
  await page.goto("/login");
  await fillSignIn(page, anna.email, anna.password);
  await page.waitForURL(/\/app/);
  await page.goto("/app/settings");
  const line = page.getByText("This address is not confirmed yet.");
  await expect(line).toBeVisible();
  await page.getByRole("button", { name: "Send again" }).click();
  await expect(page.getByText("Another email was sent.")).toBeVisible();
  const newest = [await host.nextMail(anna.email), await host.nextMail(anna.email)].find(
    ({ subject }) => subject === anna.greeting.subject,
  );
  await page.goto(newest ? linkIn(newest, host.url) : "");
  await expect(page.getByRole("heading", { name: "Your address is confirmed" })).toBeVisible();
  await page.waitForURL(`${host.url}/verify`);
  await page.goto(linkIn(anna.greeting, host.url));
  await expect(page.getByText("This link is no longer valid.")).toBeVisible();
  await page.goto("/app/settings");
  await expect(page.getByLabel("Email address")).toHaveValue(anna.email);
  await expect(line).toBeHidden();
});

test("the pages for account recovery are accessible", async ({ page, host }) => {
  test.setTimeout(looksMs);
  const anna = await newUser(host);
  await page.goto("/login");
  await page.getByRole("button", { name: "Forgot password?" }).waitFor();
  await expectAccessible(page, "login with the link");
  await page.getByRole("button", { name: "Forgot password?" }).click();
  await page.getByRole("button", { name: "Send Link" }).click();
  await page.getByRole("alert").filter({ hasText: "Please enter your email address." }).waitFor();
  await expectAccessible(page, "forgotten password with an error");
  await page.getByLabel("Email", { exact: true }).fill(anna.email);
  await page.getByRole("button", { name: "Send Link" }).click();
  await page.getByRole("heading", { name: "Check your email" }).waitFor();
  await expectAccessible(page, "the link is on its way");
  await page.goto(linkIn(await host.nextMail(anna.email), host.url));
  await page.getByLabel("New password").waitFor();
  await expectAccessible(page, "new password");
  await page.goto(linkIn(anna.greeting, host.url));
  await page.getByRole("heading", { name: "Your address is confirmed" }).waitFor();
  await expectAccessible(page, "confirmed address");
});

withProduct("names the administrator where the host cannot send mail", async ({ page }) => {
  const response = page.waitForResponse("**/meta/host");
  await page.goto("/login");
  expect(await (await response).json()).toMatchObject({ sendsMail: false });
  await page.getByRole("button", { name: "Forgot password?" }).click();
  await expect(page.getByText("Ask its administrator to reset your password.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Forgot your password?" })).toBeFocused();
  await page.getByRole("button", { name: "Back to sign in" }).click();
  await expect(page.getByRole("button", { name: "Sign In", exact: true })).toBeVisible();
});
