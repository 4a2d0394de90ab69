import { expect, type Page } from "@playwright/test";
import { goodKey, startFakeProvider } from "../../server/testing/fakes/model-provider.ts";
import { textPart } from "../../tools/demo/mime.ts";
import { expectAccessible } from "../support/axe.ts";
import { openMail, rowOf, signIn, test } from "../support/fixtures.ts";
import { aMail } from "../support/mail.ts";

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

test("shows a summary in the list, and the requests of a message in its summary tab", async ({
  page,
  user,
}) => {
  const [north] = user.mailboxes;
  await user.connect();
  await signIn(page, user);
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
  await expect(panel.getByText("Could you please send it to me by Friday at 3pm?")).toHaveCount(1);
  await expect(page.getByRole("button", { name: /Show details$/ })).toBeVisible();
  await expect(panel).toContainText("Friday at 3pm");
  await expect(panel).toContainText("120,000 EUR");
  await expect(panel).toContainText("Made on this server without AI models");
  await expect(page.locator("#mail-content")).toBeHidden();

  // The tabs work by keyboard too, and a summary is requested only once.
  await page.keyboard.press("ArrowLeft");
  await expect(content).toBeFocused();
  await expect(page.locator("#mail-content")).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(panel).toContainText(line);
  expect(calls).toHaveLength(1);

  // Another message opens with its content.
  await openMail(page, "Two gulls");
  await expect(content).toHaveAttribute("aria-selected", "true");
});

test("shows the summary of a long email above it, and leads to the whole summary", async ({
  page,
  user,
}) => {
  const [north] = user.mailboxes;
  const more = Array.from({ length: 12 }, (_, at) => `The wall of quay ${at} is mended in spring.`);
  const long = text.replace("Best regards", `${more.join("\n\n")}\n\nBest regards`);
  await user.connect();
  await signIn(page, user);
  await north.deliver(aMail({ subject: "Seven gulls", text }));
  await north.deliver(aMail({ subject: "Quays and office", text: long }));
  const row = rowOf(page, "Quays and office");
  await expect(row).toContainText(line, { timeout: 20_000 });
  // The text of the message begins with this, its summary does not.
  await expect(row).not.toContainText("I hope this finds you well", { timeout: 20_000 });
  await openMail(page, "Quays and office");
  const content = page.locator("#mail-content");
  await expect(content.getByText(/^In short · /)).toContainText(line);
  await content.getByRole("button", { name: "More", exact: true }).click();
  await expect(page.getByRole("tab", { name: "AI Summary" })).toBeFocused();
  await expect(page.getByRole("tabpanel", { name: "AI Summary" })).toContainText(line);
  await page.keyboard.press("ArrowLeft");
  await expect(content.getByText(/^In short · /)).toBeVisible();
  // A short email is read as fast as its summary.
  await openMail(page, "Seven gulls");
  await expect(page.locator("#message iframe").contentFrame().getByText("Hi Ada")).toBeVisible();
  await expect(content.getByText(/^In short/)).toHaveCount(0);
});

test("reports a summary that fails, and retries it", async ({ page, user }) => {
  const [north] = user.mailboxes;
  await north.deliver(aMail({ subject: "Harbour office", text }));
  await user.connect();
  await signIn(page, user);
  await page.route("**/email/summarize", (route) => route.fulfill({ status: 500, json: {} }), {
    times: 1,
  });
  await openMail(page, "Harbour office");
  await page.getByRole("tab", { name: "AI Summary" }).click();
  const panel = page.getByRole("tabpanel", { name: "AI Summary" });
  await expect(panel.getByRole("alert")).toContainText("Could not create the summary");
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

const news =
  "The old harbour wall is being mended since March, and the work goes on as the council planned it.";
const sentence = "The inspection of the tower crane takes place on 14 May 2027 at 9:30.";

/** A long HTML message: the sentence is far down, broken by markup, and in hidden text at the top as well. */
const designed = [
  `<div style="display:none">${sentence}</div>`,
  ...Array.from({ length: 40 }, () => `<p>${news}</p>`),
  "<p>The inspection of the <b>tower\n  crane</b> takes place on <i>14 May 2027</i> at&nbsp;9:30.</p>",
  "<p>Could you please tell the crew of the crane about it today?</p>",
  ...Array.from({ length: 20 }, () => `<p>${news}</p>`),
].join("\n");

/** Returns the highlighted text of the visible messages, with white space collapsed. */
async function marked(page: Page): Promise<string[]> {
  const found = await Promise.all(
    page.frames().map(async (frame) => {
      try {
        return await frame.evaluate(() =>
          [...(CSS.highlights.get("passage") ?? [])].map((range) =>
            range instanceof Range && range.getClientRects().length > 0 ? range.toString() : "",
          ),
        );
      } catch {
        // A frame that was removed in between has no highlights.
        return [];
      }
    }),
  );
  const texts = found.flat().map((text) => text.replaceAll(/\s+/g, " "));
  // Frames that wait for their next message show nothing.
  return texts.filter((text) => text !== "");
}

test("a point of the summary links to its sentence in a designed message, by click and by key", async ({
  page,
  user,
}) => {
  const [north] = user.mailboxes;
  await north.deliver(aMail({ subject: "Crane", part: textPart(designed, { subtype: "html" }) }));
  await user.connect();
  await signIn(page, user);
  await openMail(page, "Crane");
  const summary = page.getByRole("tab", { name: "AI Summary" });
  const content = page.getByRole("tab", { name: "Content" });
  const panel = page.getByRole("tabpanel", { name: "AI Summary" });
  await summary.click();
  const point = panel.getByRole("button", { name: sentence }).first();
  await expectAccessible(page, "the summary");
  await point.click();
  await expect(content).toHaveAttribute("aria-selected", "true");
  await expect(content).toBeFocused();
  await expect.poll(() => marked(page)).toEqual([sentence]);
  const place = page.locator("iframe").first().contentFrame().getByText("14 May 2027").last();
  await expect(place).toBeInViewport();

  // Scroll away, and jump to the passage again by keyboard only.
  await page
    .locator(".pane-scroll")
    .last()
    .evaluate((pane) => pane.scrollTo(0, 0));
  await expect(place).not.toBeInViewport();
  await content.press("ArrowRight");
  await expect(summary).toBeFocused();
  await page.keyboard.press("Tab");
  while (!(await point.evaluate((node) => node === document.activeElement)))
    await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(content).toBeFocused();
  await expect(place).toBeInViewport();
  await expect.poll(() => marked(page)).toEqual([sentence]);

  await summary.click();
  await panel
    .getByRole("button", { name: /^Could you please tell the crew/ })
    .first()
    .click();
  await expect
    .poll(() => marked(page))
    .toEqual(["Could you please tell the crew of the crane about it today?"]);
});

test("a line of the conversation opens its mail, unfolded, and expands the quote", async ({
  page,
  user,
}) => {
  const [north] = user.mailboxes;
  const root = `tides.${Date.now()}@example.org`;
  const quote = "The tide tables for the spring are wrong and have to be printed again.";
  await north.deliver(aMail({ subject: "Tides", messageId: root, text: `${quote}\n` }));
  const answer = (text: string) =>
    aMail({
      subject: "Re: Tides",
      text,
      headers: [`References: <${root}>`, `In-Reply-To: <${root}>`],
    });
  await north.deliver(answer("The printer can do it in the first week of June, not before.\n"));
  const forwarded = "Please pay the invoice of the paper mill before the end of this month.";
  await north.deliver(
    aMail({
      subject: "Re: Paper",
      text: `:)\n\nOn Monday 4 May 2026, Tom <tom@example.org> wrote:\n> ${forwarded}\n`,
    }),
  );
  const call = await user.connect();
  await expect
    .poll(async () => (await call("POST /email/count", { folder: "inbox" })).count)
    .toBe(3);
  await signIn(page, user);
  await openMail(page, "Tides");
  const panel = page.getByRole("tabpanel", { name: "AI Summary" });
  await page.getByRole("tab", { name: "AI Summary" }).click();
  await panel.getByRole("button", { name: quote }).first().click();
  await expect.poll(() => marked(page)).toContain(quote);

  await openMail(page, "Paper");
  await page.getByRole("tab", { name: "AI Summary" }).click();
  await expect(panel).toContainText("no text of its own");
  await panel.getByRole("button", { name: forwarded }).first().click();
  await expect.poll(() => marked(page)).toEqual([forwarded]);
});

test("rows show the summary or the beginning of the mail, as the user prefers, on every device", async ({
  page,
  user,
  browser,
}) => {
  const [north] = user.mailboxes;
  const call = await user.connect();
  await signIn(page, user);
  await north.deliver(aMail({ subject: "Harbour office", text }));
  const row = rowOf(page, "Harbour office");
  await expect(row).toContainText(line, { timeout: 20_000 });
  const other = await browser.newContext();
  const phone = await other.newPage();
  await signIn(phone, user);
  await expect(rowOf(phone, "Harbour office")).toContainText(line);

  await page.goto("/app/settings?tab=appearance");
  const choice = page.getByRole("switch", { name: /^Summaries in the list/ });
  await expect(choice).toBeChecked();
  await choice.click();
  await expect(choice).not.toBeChecked();
  // The open page of the other device updates.
  await expect(rowOf(phone, "Harbour office")).toContainText("I hope this finds you well");
  await page.goto("/app");
  await expect(row).toContainText("I hope this finds you well");
  expect((await call("GET /user/preferences", {})).preferences.listSummaries).toBe(false);
  // The summary itself is still available on request.
  await openMail(page, "Harbour office");
  await page.getByRole("tab", { name: "AI Summary" }).click();
  await expect(page.getByRole("tabpanel", { name: "AI Summary" })).toContainText(line);

  await page.goto("/app/settings?tab=appearance");
  await choice.click();
  await expect(rowOf(phone, "Harbour office")).toContainText(line);
  await other.close();
});

test("shows the server's own summary at once, and replaces it with a model's or says why not", async ({
  page,
  user,
}) => {
  await using provider = await startFakeProvider("compatible");
  const call = await user.connect();
  const own = { provider: "compatible", baseUrl: provider.baseUrl, model: "fake-1" } as const;
  await call("PUT /ai/settings", { source: "own", own: { ...own, apiKey: goodKey }, isOn: true });
  provider.received.length = 0;
  const [north] = user.mailboxes;
  await north.deliver(aMail({ subject: "Second office", date: Date.now() - 60_000, text }));
  await north.deliver(aMail({ subject: "Harbour office", text }));
  await expect
    .poll(async () => (await call("POST /email/count", { folder: "inbox" })).count)
    .toBe(2);
  await signIn(page, user);
  const point = "The board approved 120,000 EUR for the harbour office.";
  provider.respondWith(
    JSON.stringify({
      headline: "Budget approved",
      points: [{ text: point, cites: ["m1"] }],
      asks: [],
      dates: [],
    }),
  );
  provider.fail("slow-first-byte");
  await openMail(page, "Harbour office");
  await page.getByRole("tab", { name: "AI Summary" }).click();
  const panel = page.getByRole("tabpanel", { name: "AI Summary" });
  await expect(panel).toContainText(line);
  await expect(panel.getByRole("status")).toHaveText("Asking the AI model…");
  await expect.poll(() => provider.received.length).toBeGreaterThan(0);
  provider.release();
  await expect(panel).toContainText(point);
  await expect(panel).toContainText("Made by fake-1 via 127.0.0.1");
  // A point that the model rephrased leads to the sentence it is based on.
  await panel.getByRole("button", { name: point }).click();
  await expect.poll(() => marked(page)).toEqual([line]);

  provider.fail("bad-key");
  await openMail(page, "Second office");
  await page.getByRole("tab", { name: "AI Summary" }).click();
  await expect(panel.getByRole("status")).toHaveText(
    "The AI model did not accept its key. This was made on this server.",
  );
  await expect(panel).toContainText(line);
  await expectAccessible(page, "a summary without its model");
  provider.fail(null);
  await panel.getByRole("button", { name: "Try again" }).click();
  await expect(panel).toContainText(point);
  await expect(panel.getByRole("status")).toHaveCount(0);
});
