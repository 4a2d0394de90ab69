import { expect } from "@playwright/test";
import { openMail, rowOf, signIn, test } from "./fixtures.ts";
import { aMail } from "./mail.ts";

const text = [
  "Hi Ada,",
  "I hope this finds you well.",
  "The board approved the budget for the new harbour office yesterday, 120,000 EUR in all.",
  "We still need the signed contract from the landlord.",
  "Could you please send it to me by Friday at 3pm?",
  "Best regards,\nGrace",
].join("\n\n");
const line =
  "The board approved the budget for the new harbour office yesterday, 120,000 EUR in all.";

test("a mail says in short what it says before it is opened, and in its tab what it asks", async ({
  page,
  person,
}) => {
  const [north] = person.mailboxes;
  await person.connect();
  await signIn(page, person);
  await north.deliver(aMail({ subject: "Two gulls", text: "They came back.\n" }));
  await north.deliver(aMail({ subject: "Harbour office", text }));
  await expect(rowOf(page, "Harbour office")).toContainText(line, { timeout: 20_000 });

  await openMail(page, "Harbour office");
  const calls: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/email/summarize")) calls.push(request.url());
  });
  const content = page.getByRole("tab", { name: "Content" });
  const summary = page.getByRole("tab", { name: "AI Summary" });
  await expect(content).toHaveAttribute("aria-selected", "true");
  expect(calls).toHaveLength(0);

  await summary.click();
  const panel = page.getByRole("tabpanel", { name: "AI Summary" });
  await expect(panel).toContainText(line);
  await expect(panel).toContainText("Could you please send it to me by Friday at 3pm?");
  await expect(panel).toContainText("Friday at 3pm");
  await expect(panel).toContainText("120,000 EUR");
  await expect(panel).toContainText("Made on this server without AI models");
  await expect(page.locator("#mail-content")).toBeHidden();

  // By keyboard too, and what was asked for once is not asked for again.
  await page.keyboard.press("ArrowLeft");
  await expect(content).toBeFocused();
  await expect(page.locator("#mail-content")).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(panel).toContainText(line);
  expect(calls).toHaveLength(1);

  // Another mail begins with its content.
  await openMail(page, "Two gulls");
  await expect(content).toHaveAttribute("aria-selected", "true");
});

test("a summary that fails says so and is tried again", async ({ page, person }) => {
  const [north] = person.mailboxes;
  await north.deliver(aMail({ subject: "Harbour office", text }));
  await person.connect();
  await signIn(page, person);
  await page.route("**/email/summarize", (route) => route.fulfill({ status: 500, json: {} }), {
    times: 1,
  });
  await openMail(page, "Harbour office");
  await page.getByRole("tab", { name: "AI Summary" }).click();
  const panel = page.getByRole("tabpanel", { name: "AI Summary" });
  await expect(panel.getByRole("alert")).toContainText("The summary could not be made");
  await panel.getByRole("button", { name: "Try again" }).click();
  await expect(panel).toContainText(line);
  for (const [name, width, scheme] of [
    ["wide", 1280, "light"],
    ["dark", 1280, "dark"],
    ["phone", 375, "light"],
  ] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 800 });
    if (process.env["SHOTS"])
      await page.screenshot({ path: `${process.env["SHOTS"]}/${name}.png` });
  }
});
