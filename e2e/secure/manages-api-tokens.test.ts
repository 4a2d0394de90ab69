import { expect } from "@playwright/test";
import { signIn, test } from "../support/fixtures.ts";

test("creates a token limited to its permissions, and revokes it", async ({ page, user }) => {
  await user.register();
  await signIn(page, user, "/app/settings?tab=security");
  await page.getByRole("button", { name: "New token" }).click();
  const dialog = page.getByRole("dialog", { name: "New API token" });
  await dialog.getByLabel("Password", { exact: true }).fill(user.password);
  await dialog.getByRole("button", { name: "Create token" }).click();
  await expect(dialog.getByRole("alert")).toHaveText(
    "Please enter a name and choose at least one permission.",
  );
  await dialog.getByLabel("Name", { exact: true }).fill("Backup of the boat");
  await expect(dialog.getByRole("checkbox", { name: "Read" })).toBeChecked();
  await dialog.getByLabel("Valid for").selectOption("30 days");
  await dialog.getByRole("button", { name: "Create token" }).click();
  const made = page.getByRole("dialog", { name: "Your new token" });
  const token = (await made.getByLabel("Token").textContent()) ?? "";
  expect(token).toMatch(/^inlet_[\w-]{43}$/);
  await made.getByRole("button", { name: "I have copied it" }).click();

  const item = page.getByRole("list", { name: "Your API tokens" }).getByRole("listitem");
  await expect(item).toContainText("Backup of the boat");
  await expect(item).toContainText("Never used");
  await expect(page.getByText(token)).toHaveCount(0);
  // Call the API as a client would: without the cookies of the browser.
  const { origin } = new URL(page.url());
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(origin + path, { ...init, headers: { authorization: `Bearer ${token}` } });
  expect((await ask("/email/list")).status).toBe(200);
  expect((await ask("/user/sessions")).status).toBe(403);
  expect((await ask("/senders/blocked/a@b.org", { method: "PUT" })).status).toBe(403);

  await page.reload();
  await expect(item).toContainText("Last used just now");
  await page.getByRole("button", { name: "Revoke: Backup of the boat" }).click();
  await expect(item).toHaveCount(0);
  expect((await ask("/email/list")).status).toBe(401);
  // The activity of a revoked token stays available.
  await page.getByText("Revoked (1)").click();
  const revoked = page.getByRole("list", { name: "Revoked API tokens" }).getByRole("listitem");
  await expect(revoked).toContainText("Backup of the boat");
  await expect(revoked).toContainText("Revoked just now");
  await expect(revoked.getByRole("button", { name: /^Revoke/ })).toHaveCount(0);
  await revoked.getByRole("button", { name: "Activity: Backup of the boat" }).click();
  const calls = page.getByRole("list", { name: "Requests from this app" });
  await expect(calls.getByRole("listitem")).toContainText(["PUT", "GET /user/sessions", "GET"]);
});
