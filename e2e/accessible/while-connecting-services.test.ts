import { aDelivery, anIntegration, everyRule } from "../support/integration-fixtures.ts";
import { expect, type Page } from "@playwright/test";
import { expectAccessible, looksMs } from "../support/axe.ts";
import { signIn, test } from "../support/fixtures.ts";

const hook = anIntegration("webhook", { name: "The boat", target: "https://boat.example" });
const chat = anIntegration("telegram", {
  name: "Marta Eklund",
  target: "Marta Eklund",
  hasBrief: true,
  alerts: everyRule,
  state: "failed",
  reason: "Rate limited by Telegram.",
});
const workspace = anIntegration("slack", {
  name: "Harbour Office",
  target: "#general",
  hasBrief: true,
  alerts: everyRule,
  state: "failed",
  reason: "Rate limited by Slack.",
});

test("all users can link Inlet with chats, and read which messages each received", async ({
  page,
  user,
}) => {
  test.setTimeout(looksMs);
  const call = await user.connect();
  await call("PUT /user/preferences", {
    splits: [{ id: "crew", name: "Crew", kind: "sender", value: "@harbour.example" }],
  });
  await answerLinked(page);
  await signIn(page, user, "/app/settings");
  await page.getByRole("tab", { name: "Integrations" }).click();

  const look = async (what: string) => {
    await expectAccessible(page, what);
    await page.emulateMedia({ forcedColors: "active" });
    await expectAccessible(page, `${what}, in colours of the person's own`, ["light"]);
    await page.emulateMedia({ forcedColors: "none" });
    await page.setViewportSize({ width: 375, height: 812 });
    await expectAccessible(page, `${what}, on a phone`, ["dark"]);
    const box = page.getByRole("dialog").last();
    expect(await box.evaluate((node) => node.scrollWidth <= node.clientWidth)).toBe(true);
    const file = process.env["INLET_LOOKS"];
    if (file) await page.screenshot({ path: `${file}/${what.replaceAll(" ", "-")}.png` });
    await page.setViewportSize({ width: 1280, height: 800 });
    if (file) await page.screenshot({ path: `${file}/wide-${what.replaceAll(" ", "-")}.png` });
  };

  await page.getByRole("button", { name: "Manage webhooks" }).click();
  await page.getByRole("dialog", { name: "Webhooks" }).getByText("The boat").waitFor();
  await look("webhooks");
  await openLog(page);
  await look("the log of a webhook");
  await page.getByRole("button", { name: "Back" }).click();
  await page.getByRole("button", { name: "More about The boat" }).click();
  await page.getByRole("menuitem", { name: "Change address" }).click();
  await page.getByRole("dialog", { name: "Change address" }).waitFor();
  await look("a webhook's address");
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Manage Telegram" }).click();
  await page.getByRole("dialog", { name: "Telegram" }).getByText("Marta Eklund").first().waitFor();
  await look("Telegram");
  await openLog(page);
  await look("the log of a chat");
  await page.getByRole("button", { name: "Back" }).click();
  await page.getByRole("button", { name: "More about Marta Eklund" }).click();
  await page.getByRole("menuitem", { name: "Choose alerts" }).click();
  const rules = page.getByRole("dialog", { name: "Alerts for this chat" });
  await expect(rules.getByRole("checkbox", { name: "Crew" })).toBeChecked();
  await expect(rules.getByRole("checkbox", { name: /daily brief/ })).toBeChecked();
  await look("the alerts of a chat");
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Manage Slack" }).click();
  const slack = page.getByRole("dialog", { name: "Slack Integration" });
  await slack.getByRole("button", { name: "Set up Harbour Office" }).click();
  await expect(slack.getByRole("checkbox", { name: "Crew" })).toBeChecked();
  await expect(slack.getByLabel("With these labels")).toHaveValue("Rigging");
  await look("Slack");
  await slack.getByRole("button", { name: "Log of Harbour Office" }).click();
  await page.getByRole("dialog", { name: "Deliveries to Harbour Office" }).waitFor();
  await page.getByText("Posted in #general.").waitFor();
  await look("the log of Slack");
  const replayed = page.waitForRequest((request) => request.url().endsWith("/replay"));
  await page
    .getByRole("button", { name: /^Send again/ })
    .first()
    .click();
  await replayed;
  await page.getByRole("button", { name: "Back" }).click();
  await slack.getByText("Harbour Office").first().waitFor();
});

async function openLog(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Log: / }).click();
  await page.getByText("Posted in #general.").waitFor();
}

/** Fulfills requests with the responses of a server with linked integrations, in the shapes of its contract. */
async function answerLinked(page: Page): Promise<void> {
  const integrations = [hook, chat, workspace];
  await page.route("**/integrations", (route) =>
    route.request().method() === "GET" && route.request().resourceType() === "fetch"
      ? route.fulfill({ json: { integrations, isSetUp: ["webhook", "telegram", "slack"] } })
      : route.fallback(),
  );
  await page.route("**/integrations/*/deliveries*", (route) =>
    route.fulfill({
      json: {
        deliveries: [
          aDelivery({ state: "delivered", answer: "Posted in #general.", attempts: 2 }),
          aDelivery({ state: "failed", answer: "It could not be reached.", attempts: 9 }),
        ],
        hasMore: false,
      },
    }),
  );
  await page.route("**/integrations/*/deliveries/*/replay", (route) =>
    route.fulfill({ json: { delivery: aDelivery({ state: "waiting", answer: "" }) } }),
  );
  await page.route("**/api/slack/accounts", (route) =>
    route.fulfill({
      json: {
        success: true,
        isSetUp: true,
        accounts: [
          {
            slack_team_id: "T1",
            slack_team_name: "Harbour Office",
            slack_user_id: "U1",
            slack_bot_user_id: "B1",
            created_at: "2026-11-20T09:00:00.000Z",
            integration: workspace,
            place: { id: "C1", name: "general" },
            hasBrief: true,
          },
        ],
      },
    }),
  );
  await page.route("**/api/slack/channels/*", (route) =>
    route.fulfill({ json: { channels: [{ id: "C1", name: "general", isPrivate: false }] } }),
  );
}
