import { expect } from "@playwright/test";
import { signIn, test } from "../support/fixtures.ts";

test("a theme chosen on one device applies on all devices of the user", async ({
  page,
  browser,
  user,
  product,
}) => {
  const call = await user.connect();
  await signIn(page, user);
  const other = await browser.newPage({ baseURL: product.app.url });
  await signIn(other, user);
  await expect(other.locator("html")).toHaveAttribute("data-theme", "light");

  await page.getByRole("button", { name: "Switch to dark theme" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(other.locator("html")).toHaveAttribute("data-theme", "dark");
  expect((await call("GET /user/preferences", {})).preferences.theme).toBe("dark");
  await other.getByRole("button", { name: "Switch to light theme" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  await other.close();

  await page.goto("/app/settings?tab=appearance");
  await page.getByRole("radio", { name: "Dark" }).check();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.getByRole("radio", { name: "System" }).check();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});
