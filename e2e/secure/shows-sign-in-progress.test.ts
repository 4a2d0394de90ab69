import { expect, type Page } from "@playwright/test";
import { signIn, test } from "../support/fixtures.ts";

/** Delays the page's requests to an address until the returned function is called. */
async function hold(page: Page, address: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await promise;
    await route.fallback();
  });
  return resolve;
}

test("shows that a sign-in is in progress, and its error above the fields", async ({
  page,
  user,
}) => {
  await user.register();
  await page.goto("/login");
  await expect(page.locator("canvas")).toBeAttached();
  const email = page.getByLabel("Email", { exact: true });
  const password = page.getByLabel("Password", { exact: true });
  await email.fill(user.email);
  await password.fill("not this one");
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(password).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: "Hide password" }).click();
  await expect(password).toHaveAttribute("type", "password");

  await expect(page.getByRole("navigation").getByRole("link", { name: "Sign Up" })).toHaveAttribute(
    "href",
    "/signup",
  );
  const release = await hold(page, "**/user/login");
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(page.getByRole("button", { name: "Signing In..." })).toBeDisabled();
  release();
  const alert = page.getByRole("alert");
  await expect(alert).toHaveText("Failed to login. Please check your credentials.");
  const [above, below] = [await alert.boundingBox(), await email.boundingBox()];
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThan(below?.y ?? 0);
  await password.fill(user.password);
  await expect(alert).toBeEmpty();

  await page.getByRole("link", { name: "Sign up", exact: true }).click();
  await page.waitForURL(/\/signup$/);
  await page.getByRole("navigation").getByRole("link", { name: "Login" }).click();
  await page.waitForURL(/\/login$/);
});

test("shows that a sign-up is in progress, and each reason for a failure", async ({
  page,
  user,
}) => {
  const show = await hold(page, /\/assets\/sign-up-[^/]*\.js$/);
  await page.goto("/signup", { waitUntil: "commit" });
  await expect(page.getByText("Loading...")).toBeVisible();
  show();
  const dialog = page.getByRole("dialog", { name: "Welcome to Inlet" });
  await expect(page.getByRole("button", { name: "Sign Up", exact: true })).toHaveAttribute(
    "aria-controls",
    "sign-up",
  );
  await dialog.getByLabel("Full name").fill(user.name);
  await dialog.getByLabel("Email address").fill(user.email);
  await dialog.getByLabel("Password", { exact: true }).fill(user.password);

  const answers = [
    { answer: { status: 200, json: {} }, refusal: "Signup failed" },
    { answer: { status: 200, json: { error: "No places left" } }, refusal: "No places left" },
    { answer: { status: 502, body: "" }, refusal: "Something went wrong." },
  ];
  const left = answers.map(({ answer }) => answer);
  await page.route("**/user/register", (route) => route.fulfill(left.shift()));
  const release = await hold(page, "**/user/register");
  await dialog.getByRole("button", { name: "Create Account" }).click();
  await expect(dialog.getByRole("button", { name: "Creating Account..." })).toBeDisabled();
  release();
  for (const { refusal } of answers) {
    await expect(dialog.getByRole("alert")).toHaveText(refusal);
    await dialog.getByRole("button", { name: "Create Account" }).click();
  }
});

test("shows that an account is being added, and that a field is missing", async ({
  page,
  user,
}) => {
  await user.register();
  await signIn(page, user);
  await page.getByRole("button", { name: "Add Account" }).click();
  const dialog = page.getByRole("dialog", { name: "Add Email Account" });
  const mail = dialog.getByLabel("Email address");
  await expect(mail).toHaveAttribute("type", "email");
  await dialog.getByRole("button", { name: "Server settings" }).click();
  await expect(dialog.locator('[name="user_port"]')).toHaveValue("993");
  await expect(
    dialog.getByRole("switch", { name: "Encrypted connection (TLS)" }).first(),
  ).toBeChecked();
  const add = dialog.getByRole("button", { name: "Add Account" });
  await add.click();
  await expect(dialog.getByRole("alert")).toHaveText("All fields are required.");

  await mail.fill("ada@example.org");
  await dialog.locator('[name="account_pass"]').fill("harbour light");
  await dialog.locator('[name="imap_host"]').fill("imap.example.org");
  const failure = { code: "account.add_failed", message: "Failed to add account" };
  await page.route("**/imap/add", (route) => route.fulfill({ status: 422, json: failure }));
  const release = await hold(page, "**/imap/add");
  await add.click();
  await expect(dialog.getByRole("button", { name: "Adding..." })).toBeDisabled();
  release();
  await expect(dialog.getByRole("alert")).toHaveText("Failed to add account");
  await expect(add).toBeEnabled();
});
