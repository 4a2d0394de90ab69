import { expect } from "@playwright/test";
import { goodKey, startFakeProvider } from "../../server/testing/fakes/model-provider.ts";
import { expectAccessible } from "../support/axe.ts";
import { signIn, test } from "../support/fixtures.ts";

test("configures a model, tests it, switches it on and lists the requests", async ({
  page,
  user,
}) => {
  await using provider = await startFakeProvider("compatible");
  provider.respondWith(({ isStream }) =>
    isStream ? "One, two, three, four, five, six, seven." : `{"day":"Tuesday","number":7}`,
  );
  const call = await user.connect();
  await signIn(page, user, "/app/settings?tab=ai");

  // No request is sent before the user switches the model on.
  await expect(page.getByText("made on this server without AI models")).toBeVisible();
  const asked = page.getByRole("switch", { name: /^Use an AI model/ });
  await expect(asked).toBeDisabled();
  await expect(page.getByText("No requests yet.")).toBeVisible();

  await page.getByLabel("Model name").fill("fake-1");
  await page.getByLabel("Address").fill(provider.baseUrl);
  await page.getByLabel("API key").fill("sk-wrong");
  await page.getByRole("button", { name: "Test" }).click();
  await expect(page.getByText("The AI server rejected the key.")).toBeVisible();

  await page.getByLabel("API key").fill(goodKey);
  await page.getByRole("button", { name: "Test" }).click();
  await expect(page.getByText("fake-1 works.")).toBeVisible();
  await expect(page.getByText(/It answers with structured output, streams/)).toBeVisible();
  await page.getByRole("button", { name: "Save" }).first().click();
  // The key is stored and never returned.
  await expect(page.getByText("Saved. Type to replace it.")).toBeVisible();
  await expect(page.getByLabel("API key")).toHaveValue("");

  await asked.click();
  await expect(asked).toBeChecked();
  await expect(page.getByText(/ are made by fake-1 via 127\.0\.0\.1/)).toBeVisible();
  const rows = page.getByRole("table", { name: "Activity log" }).getByRole("row");
  await expect(rows.filter({ hasText: "Key rejected" })).toHaveCount(1);
  await expect(rows.filter({ hasText: "Answered" }).first()).toContainText("without mail");

  // The model may not see the messages of one account.
  const kept = user.mailboxes[1].address;
  await page.getByRole("switch", { name: kept }).click();
  await expect(page.getByRole("switch", { name: kept })).not.toBeChecked();
  await expect
    .poll(async () => (await call("GET /ai/settings", {})).settings.excludedAccounts.length)
    .toBe(1);

  await page.getByLabel("US dollars").fill("0.5");
  await page.getByRole("button", { name: "Save" }).last().click();
  await page.reload();
  await expect(page.getByLabel("US dollars")).toHaveValue("0.5");
  await expect(asked).toBeChecked();
  expect(JSON.stringify(provider.received)).not.toContain("Subject");
  await expectAccessible(page, "settings, AI");
});
