import { aPng } from "../../server/testing/factories/pictures.ts";
import { expectAccessible, looksMs } from "../support/axe.ts";
import { signIn, test } from "../support/fixtures.ts";

test("setup is accessible", async ({ page, user }) => {
  test.setTimeout(looksMs);
  const check = (what: string) => expectAccessible(page, what);

  const [north] = user.mailboxes;
  const call = await user.connect();
  await call("PUT /email/labels/{name}", { name: "Rigging" });
  const accounts = ["Harbour Office", "Rowing Club"].map((name) => ({
    slack_team_id: name,
    slack_team_name: name,
    slack_bot_user_id: "B1",
    slack_user_id: "U1",
    created_at: "2026-11-20T09:00:00.000Z",
  }));
  await page.route("**/api/slack/accounts", (route) =>
    route.fulfill({ json: { success: true, accounts, isSetUp: true } }),
  );
  await signIn(page, user);
  await page.getByRole("button", { name: "Add email account" }).click();
  await page.getByRole("dialog", { name: "Add Email Account" }).waitFor();
  await check("add account");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Add Email Account" }).waitFor({ state: "hidden" });
  await page.goto("/app/settings");
  await page.getByLabel("Name", { exact: true }).waitFor();
  await check("settings, profile");
  await page.getByLabel("Name", { exact: true }).fill("");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Name is required").waitFor();
  await check("settings, profile with an error");
  await page
    .getByLabel("Choose a picture", { exact: true })
    .and(page.locator("input"))
    .setInputFiles({ name: "me.png", mimeType: "image/png", buffer: aPng(900, 500, 90) });
  await page.getByRole("dialog", { name: "Your picture" }).waitFor();
  await check("settings, a picture of oneself");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Your picture" }).waitFor({ state: "hidden" });
  await page.getByRole("tab", { name: "Notifications" }).click();
  await page.getByRole("switch", { name: "Quiet hours" }).click();
  await page.getByLabel("From", { exact: true }).waitFor();
  await check("settings, notifications");
  await page.getByRole("tab", { name: "Integrations" }).click();
  await page.getByText("2 workspaces").first().waitFor();
  await check("settings, integrations");
  await page.getByRole("button", { name: "Connect webhooks" }).click();
  const webhooks = page.getByRole("dialog", { name: "Webhooks" });
  await webhooks.getByText("No webhooks yet.").waitFor();
  await webhooks.getByRole("button", { name: "Add webhook" }).click();
  const newHook = page.getByRole("dialog", { name: "New webhook" });
  await newHook.getByLabel("Address").waitFor();
  await check("a new webhook");
  await page.keyboard.press("Escape");
  await newHook.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Manage Slack" }).click();
  const slack = page.getByRole("dialog", { name: "Slack Integration" });
  await slack.getByText("Rowing Club").waitFor();
  await slack.getByRole("button", { name: "Connect another workspace" }).click();
  await slack.getByRole("alert").filter({ hasText: "Slack is not configured" }).waitFor();
  await check("Slack with workspaces and an error");
  await page.keyboard.press("Escape");
  await slack.waitFor({ state: "hidden" });
  await page.getByRole("tab", { name: "Import and export" }).click();
  await page.getByRole("button", { name: "Choose a file…" }).waitFor();
  await check("settings, import and export");
  await page.getByRole("tab", { name: "Blocked senders" }).click();
  await page.getByText("No blocked senders.", { exact: false }).waitFor();
  await check("settings, blocked senders");
  await page.getByRole("tab", { name: "Sending" }).click();
  await page.getByRole("button", { name: "Add sender" }).click();
  await page.getByRole("dialog", { name: "Add sender" }).waitFor();
  await check("settings, a sender");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Add sender" }).waitFor({ state: "hidden" });
  await check("settings, sending");
  await page.getByRole("tab", { name: "Email Accounts" }).click();
  await page.getByRole("button", { name: `Details: ${north.address}` }).waitFor();
  await check("settings, accounts");
  await page.getByRole("button", { name: `Details: ${north.address}` }).click();
  await page.getByRole("button", { name: "Test connection" }).click();
  await page.getByText("Everything works").waitFor();
  await check("settings, an account's health and its test");
  await page.getByRole("button", { name: `Change: ${north.address}` }).click();
  await page.getByRole("dialog", { name: "Change account" }).waitFor();
  await check("change account");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Change account" }).waitFor({ state: "hidden" });
  await page.getByRole("button", { name: `Delete ${north.address}` }).click();
  await page.getByText("Are you sure you want to delete this email account?").waitFor();
  await check("the question before an account goes");
  await page.keyboard.press("Escape");
  await page
    .getByText("Are you sure you want to delete this email account?")
    .waitFor({ state: "hidden" });
  await page.getByRole("tab", { name: "Labels" }).click();
  await page.getByRole("button", { name: "Delete label Rigging" }).click();
  await page.getByRole("alertdialog").waitFor();
  await check("settings, labels and the question before one goes");
  await page.keyboard.press("Escape");
  await page.getByRole("alertdialog").waitFor({ state: "hidden" });
  await page.getByRole("tab", { name: "Appearance" }).click();
  await page.getByRole("radiogroup", { name: "Theme" }).waitFor();
  await check("settings, appearance");
});
