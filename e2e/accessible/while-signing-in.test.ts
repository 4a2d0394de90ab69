import { expectAccessible, looksMs } from "../support/axe.ts";
import { test } from "../support/fixtures.ts";

test("sign-up and sign-in are accessible", async ({ page }) => {
  test.setTimeout(looksMs);
  const check = (what: string) => expectAccessible(page, what);

  await page.goto("/login");
  await page.getByRole("button", { name: "Sign In", exact: true }).waitFor();
  await check("login");
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await page.getByRole("alert").filter({ hasText: "All fields are required" }).waitFor();
  await check("login with an error");
  await page.route("**/user/login", (route) =>
    route.fulfill({
      status: 401,
      json: { code: "login.second_factor_required", message: "" },
    }),
  );
  await page.getByLabel("Email", { exact: true }).fill("anna@example.com");
  await page.getByLabel("Password", { exact: true }).fill("harbour light");
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await page.getByLabel("Code from your authenticator app").waitFor();
  await check("second step");
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("alert").filter({ hasText: "Please enter a code." }).waitFor();
  await check("second step with a recovery code and an error");
  await page.goto("/signup");
  await page.getByRole("button", { name: "Create Account" }).waitFor();
  await check("sign-up");
  const user = { id: "u", name: "Runa", email: "runa.holm@example.org", role: "user" };
  await page.route("**/user/profile", (route) =>
    route.fulfill({ json: { user: { ...user, avatar: null } } }),
  );
  await page.goto("/auth/callback?token=somebody");
  await page.getByText("Continue as runa.holm@example.org?").waitFor();
  await check("coming back from a sign-in elsewhere");
  await page.goto("/nowhere");
  await page.getByText("404 - Page Not Found").waitFor();
  await check("404");
});
