import { expect } from "@playwright/test";
import { expectAccessible } from "../support/axe.ts";
import { signIn, test, unfoldIntegrations } from "../support/fixtures.ts";

const workspace = (id: string, name: string) => ({
  slack_team_id: id,
  slack_team_name: name,
  slack_bot_user_id: "B1",
  slack_user_id: "U1",
  created_at: "2026-11-20T09:00:00.000Z",
});

test("reports in the Slack dialog that the server is not set up for it, without variables", async ({
  page,
  user,
  product,
}) => {
  // The first user of a server is its administrator.
  await product.newUser().register();
  await user.connect();
  await signIn(page, user);
  await unfoldIntegrations(page);
  const link = page
    .getByRole("navigation", { name: "Integrations" })
    .getByRole("button", { name: "Connect Slack" });
  await link.hover();
  await expect(page.getByRole("tooltip", { name: "Connect Slack" })).toBeVisible();
  await expect(link.locator(".bg-success")).toHaveCount(0);
  await link.click();
  const dialog = page.getByRole("dialog", { name: "Slack Integration" });
  await expect(dialog.getByText("Manage your Slack workspace connections")).toBeVisible();
  await expect(dialog.getByText("No workspaces connected.")).toBeVisible();
  await expect(dialog.getByText("Slack is not set up on this server.")).toBeVisible();
  await expect(dialog.getByText("Ask your administrator to set it up.")).toBeVisible();
  await expect(dialog).not.toContainText("SLACK_");
  await expect(dialog.getByRole("button", { name: "Connect Slack" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(link).toBeFocused();
});

test("lists linked workspaces, and disconnects one", async ({ page, user }) => {
  await user.connect();
  let accounts = [workspace("T1", "Harbour Office"), workspace("T2", "Rowing Club")];
  await page.route("**/api/slack/accounts", (route) =>
    route.fulfill({ json: { success: true, accounts, isSetUp: true } }),
  );
  let answer = {
    status: 500,
    json: { code: "internal", message: "Something went wrong" } as object,
  };
  await page.route("**/api/slack/disconnect/*", (route) => route.fulfill(answer));
  await signIn(page, user);
  const sidebar = page.getByRole("navigation", { name: "Integrations" });
  const link = sidebar.getByRole("button", { name: "Slack 2 workspaces" });
  await expect(link).toContainText("2 workspaces");
  await expect(link.locator(".bg-success")).toBeVisible();
  await link.click();
  const dialog = page.getByRole("dialog", { name: "Slack Integration" });
  const list = dialog.getByRole("list", { name: "Connected workspaces" });
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await expect(list.getByText("Active")).toHaveCount(2);
  await dialog.getByRole("button", { name: "Disconnect Rowing Club" }).click();
  await expect(page.getByText("Failed to disconnect Slack workspace").first()).toBeVisible();
  await expect(list.getByRole("listitem")).toHaveCount(2);
  answer = { status: 200, json: { success: true } };
  accounts = accounts.slice(0, 1);
  await dialog.getByRole("button", { name: "Disconnect Rowing Club" }).click();
  await expect(page.getByText("Slack workspace disconnected successfully").first()).toBeVisible();
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(sidebar.getByRole("button", { name: "Slack Harbour Office" })).toContainText(
    "Harbour Office",
  );
});

test("reports that the Slack flow could not start, and opens Slack when it can", async ({
  page,
  user,
}) => {
  await user.connect();
  await page.route("**/api/slack/accounts", (route) =>
    route.fulfill({ json: { success: true, accounts: [], isSetUp: true } }),
  );
  await signIn(page, user);
  await unfoldIntegrations(page);
  await page.getByRole("button", { name: "Connect Slack" }).click();
  const dialog = page.getByRole("dialog", { name: "Slack Integration" });
  await page.route("**/api/slack/oauth-url", (route) => route.abort());
  await dialog.getByRole("button", { name: "Connect Slack" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Failed to start Slack integration");
  await page.unroute("**/api/slack/oauth-url");
  const url = Promise.withResolvers<void>();
  await page.route("**/api/slack/oauth-url", async (route) => {
    await url.promise;
    await route.fulfill({ json: { url: "/login?slack" } });
  });
  await dialog.getByRole("button", { name: "Connect Slack" }).click();
  await expect(dialog.getByRole("button", { name: "Connecting..." })).toBeDisabled();
  url.resolve();
  await page.waitForURL("**/login?slack");
});

test("says that the state of Slack could not be loaded, and loads it again", async ({
  page,
  user,
}) => {
  await user.connect();
  const answer = { status: 403, json: { code: "internal", message: "" } };
  await page.route("**/api/slack/accounts", (route) => route.fulfill(answer));
  await signIn(page, user, "/app/settings?tab=integrations");
  const again = page.getByRole("button", { name: "Try again: Slack" });
  await expect(again).toBeVisible();
  await expect(page.getByText("Could not be loaded", { exact: true })).toBeVisible();
  await unfoldIntegrations(page);
  await page.getByRole("button", { name: "Connect Slack" }).click();
  const dialog = page.getByRole("dialog", { name: "Slack Integration" });
  await expect(dialog.getByRole("alert")).toContainText("Your workspaces could not be loaded.");
  await expect(dialog.getByText("not set up")).toHaveCount(0);
  await expectAccessible(page, "Slack that could not be loaded");
  await page.unroute("**/api/slack/accounts");
  await page.route("**/api/slack/accounts", (route) =>
    route.fulfill({ json: { success: true, accounts: [], isSetUp: true } }),
  );
  await dialog.getByRole("button", { name: "Try again" }).click();
  await expect(dialog.getByText("No workspaces connected.")).toBeVisible();
  await expect(again).toHaveCount(0);
});

test("finds every integration in the settings, each with a button", async ({
  page,
  user,
  product,
}) => {
  await product.newUser().register();
  await user.register();
  await signIn(page, user, "/app/settings?tab=integrations");
  const panel = page.getByRole("tabpanel");
  const names = ["Slack", "Telegram", "Webhooks", "Calendar", "Contacts", "Notion", "Trello"];
  await expect(panel.getByRole("heading", { level: 2 })).toHaveText(
    names.map((name) => new RegExp(`^${name}`)),
  );
  await expect(panel.getByRole("button")).toHaveCount(7);
  for (const name of ["Slack", "Telegram"]) {
    const details = { name: `Details: ${name}`, exact: true };
    await expect(panel.getByRole("button", details)).toHaveText("Details");
  }
  await expect(panel.getByRole("button", { name: /^Connect / })).toHaveCount(5);
  await expect(panel).not.toContainText(/[A-Z]+_[A-Z_]+/);
  await panel.getByRole("button", { name: "Details: Telegram" }).click();
  const telegram = page.getByRole("dialog", { name: "Telegram" });
  await expect(telegram.getByText("This server has no Telegram bot yet.")).toBeVisible();
  await expect(telegram).not.toContainText("TELEGRAM_");
  await page.keyboard.press("Escape");
  await expect(telegram).toBeHidden();
  await panel.getByRole("button", { name: "Details: Slack" }).click();
  await expect(page.getByRole("dialog", { name: "Slack Integration" })).toBeVisible();
});
