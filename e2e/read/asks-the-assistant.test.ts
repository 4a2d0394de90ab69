import { expect, type Page } from "@playwright/test";
import { rowOf, signIn, test, wordsOf } from "../support/fixtures.ts";
import { aMail } from "../support/mail.ts";

const messages = [
  {
    subject: "Offsite in Lisbon",
    from: "Anna Berg <anna@berg.example>",
    text: `${"Here is some news of the office that is of no interest to anybody.\n\n".repeat(40)}The offsite takes place on 12 March 2027 at 10:00 in Lisbon. Please book your flight.\n`,
  },
  {
    subject: "Lunch",
    from: "Anna Berg <anna@berg.example>",
    text: "Shall we have lunch together? The new ramen place is open.\n",
  },
  { subject: "Harbour cruise", text: "The boat leaves from pier nine.\n" },
];

const panelOf = (page: Page) => page.getByRole("dialog", { name: "AI Assistant" });
const fieldOf = (page: Page) => panelOf(page).getByPlaceholder("Ask about your emails...");

async function open(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Open AI Assistant" }).click();
  await expect(fieldOf(page)).toBeFocused();
}

test("answers from the texts of messages, with a link to the passage", async ({ page, user }) => {
  const [north] = user.mailboxes;
  for (const mail of messages) await north.deliver(aMail(mail));
  await user.connect();
  await signIn(page, user);
  await expect(rowOf(page, "Harbour cruise")).toBeVisible();

  await open(page);
  const panel = panelOf(page);
  await expect(panel.getByText("Ask me anything about your emails!")).toBeVisible();
  await expect(panel.getByText("I can help with replies, summaries, and more.")).toBeVisible();
  // An empty question cannot be sent.
  await expect(panel.getByRole("button", { name: "Send" })).toBeDisabled();
  await fieldOf(page).press("Enter");
  await expect(panel.getByText("Ask me anything about your emails!")).toBeVisible();

  await fieldOf(page).fill("When is the offsite");
  await fieldOf(page).press("Shift+Enter");
  await fieldOf(page).pressSequentially("in Lisbon?");
  await expect(fieldOf(page)).toHaveValue("When is the offsite\nin Lisbon?");
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/ai/chat/stream", async (route) => {
    await held;
    await route.continue();
  });
  await fieldOf(page).press("Enter");
  await expect(panel.getByText("AI is thinking...")).toBeVisible();
  // A second question must wait for the first answer.
  await fieldOf(page).fill("And who comes?");
  await fieldOf(page).press("Enter");
  await expect(fieldOf(page)).toHaveValue("And who comes?");
  await fieldOf(page).fill("");
  release();
  const quote = panel.getByRole("blockquote");
  await expect(quote).toContainText("The offsite takes place on 12 March 2027 at 10:00 in Lisbon.");
  await expect(panel.getByText("Made on this server without AI models")).toBeVisible();
  await expect(panel.getByText("When is the offsite in Lisbon?")).toBeVisible();
  await expect(fieldOf(page)).toHaveValue("");

  await quote.getByRole("button").click();
  await expect(page.getByRole("heading", { name: "Offsite in Lisbon" }).first()).toBeVisible();
  const marked = () =>
    Promise.all(
      page
        .frames()
        .map((frame) =>
          frame
            .evaluate(() =>
              [...(CSS.highlights.get("passage") ?? [])].map((range) =>
                range instanceof Range ? range.toString() : "",
              ),
            )
            .catch(() => []),
        ),
    ).then((texts) => texts.flat());
  await expect
    .poll(marked)
    .toEqual(["The offsite takes place on 12 March 2027 at 10:00 in Lisbon."]);
  await expect
    .poll(() =>
      page
        .frameLocator("#message iframe")
        .getByText("The offsite takes place")
        .evaluateAll((found) => found.length),
    )
    .toBe(1);

  // A recognized part of the question can be removed. The panel has made space for the message.
  await page.getByRole("button", { name: "Restore AI Assistant" }).click();
  await fieldOf(page).fill("How many emails from Anna this week?");
  await fieldOf(page).press("Enter");
  await expect(panel.getByText("2 emails from Anna this week.")).toBeVisible();
  await panel.getByRole("button", { name: "Search again without Anna" }).click();
  await expect(panel.getByText("3 emails this week.")).toBeVisible();

  // The panel can be minimized and restored, and survives a reload.
  await panel.getByRole("button", { name: "Minimize" }).click();
  await expect(panel).toBeHidden();
  await page.getByRole("button", { name: "Restore AI Assistant" }).click();
  await expect(panel.getByText("3 emails this week.")).toBeVisible();
  await page.reload();
  // The shortcut works once the button is there.
  await expect(page.getByRole("button", { name: "Open AI Assistant" })).toBeVisible();
  await page.keyboard.press("Control+j");
  await expect(panel.getByText("3 emails this week.")).toBeVisible();
  await panel.getByRole("button", { name: "Clear conversation" }).click();
  await expect(panel.getByText("Ask me anything about your emails!")).toBeVisible();
  await fieldOf(page).press("Escape");
  await expect(panel).toBeHidden();
  await expect(page.getByRole("button", { name: "Open AI Assistant" })).toBeFocused();
});

test("resolves follow-up questions, knows the open email and understands German", async ({
  page,
  user,
}) => {
  const [north] = user.mailboxes;
  for (const mail of messages) await north.deliver(aMail(mail));
  await user.connect();
  await signIn(page, user);
  await expect(rowOf(page, "Harbour cruise")).toBeVisible();
  await open(page);
  const panel = panelOf(page);
  const ask = async (question: string) => {
    // No question can be sent while an answer is being written.
    await expect(panel.locator("[aria-busy=true]")).toHaveCount(0);
    await fieldOf(page).fill(question);
    await fieldOf(page).press("Enter");
  };

  await ask("Who told us about the offsite?");
  await expect(panel.getByRole("blockquote")).toHaveCount(1);
  await ask("and when?");
  const continuation = panel.getByRole("article").last();
  await expect(continuation.getByRole("blockquote")).toContainText("12 March 2027 at 10:00");
  await expect(
    continuation.getByRole("button", { name: "Search again without offsite" }),
  ).toBeVisible();
  await ask("Wann findet das Offsite statt?");
  const german = panel.getByRole("article").last();
  await expect(german.getByText("Wann findet das Offsite statt?")).toBeVisible();
  await expect(german.getByRole("blockquote")).toContainText("12 March 2027 at 10:00");
  await panel.getByRole("button", { name: "Clear conversation" }).click();
  await panel.getByRole("button", { name: "Close" }).click();

  await rowOf(page, "Harbour cruise").click();
  await expect(page.getByRole("heading", { name: "Harbour cruise" }).first()).toBeVisible();
  await open(page);
  await panel.getByRole("button", { name: "What is this email about?" }).click();
  await expect(panel.getByRole("blockquote")).toContainText("The boat leaves from pier nine.");
  await expect(
    panel.getByRole("button", { name: "Search again without This email" }),
  ).toBeVisible();
  await ask("Where does the boat leave in this email?");
  const beside = panel.getByRole("article").last();
  await expect(beside.getByText("Where does the boat leave in this email?")).toBeVisible();
  await expect(beside.getByRole("blockquote")).toContainText("pier nine");
});

test("acts only after a click, and reports a message that could not be sent", async ({
  page,
  user,
}) => {
  const [north] = user.mailboxes;
  for (const mail of messages) await north.deliver(aMail(mail));
  await user.connect();
  await signIn(page, user);
  await expect(rowOf(page, "Lunch")).toBeVisible();
  await open(page);
  const panel = panelOf(page);

  await page.route("**/ai/chat/stream", (route) => route.abort());
  await fieldOf(page).fill("Archive the mails from Anna");
  await fieldOf(page).press("Enter");
  await expect(panel.getByRole("alert")).toContainText("Failed to send message. Please try again.");
  await page.unroute("**/ai/chat/stream");
  await panel.getByRole("button", { name: "Try again" }).click();
  await expect(panel.getByRole("button", { name: "Archive 2 emails" })).toBeVisible();
  await expect(rowOf(page, "Lunch")).toBeVisible();
  await panel.getByRole("button", { name: "Archive 2 emails" }).click();
  await expect(rowOf(page, "Lunch")).toBeHidden();
  await expect(rowOf(page, "Harbour cruise")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(rowOf(page, "Lunch")).toBeVisible();

  await fieldOf(page).fill("Draft an email to Anna about the cruise");
  await fieldOf(page).press("Enter");
  await expect(panel.getByText("You have never written to this address.")).toBeVisible();
  await panel.getByRole("button", { name: "Write to anna@berg.example" }).click();
  const composer = page.getByRole("dialog", { name: "Compose Email" });
  await expect(composer.getByLabel("Subject")).toHaveValue("The cruise");
  expect(await wordsOf(page)).toContain("anna@berg.example");
});

test("shows the first messages of a list below the action on all of them", async ({
  page,
  user,
}) => {
  const [north] = user.mailboxes;
  const from = "Rowing Notes <notes@rowing.example>";
  for (let at = 1; at <= 7; at++) await north.deliver(aMail({ subject: `Notes ${at}`, from }));
  await user.connect();
  await signIn(page, user);
  await page.setViewportSize({ width: 1440, height: 800 });
  await expect(rowOf(page, "Notes 7")).toBeVisible();
  await open(page);
  const panel = panelOf(page);
  await fieldOf(page).fill("Archive the mails from Rowing Notes");
  await fieldOf(page).press("Enter");
  const action = panel.getByRole("button", { name: "Archive 7 emails" });
  await expect(action).toBeVisible();
  const found = panel.getByRole("button", { name: /^Notes \d · / });
  await expect(found).toHaveCount(5);
  const topOf = async (part: typeof action) => (await part.boundingBox())?.y ?? 0;
  expect(await topOf(action)).toBeLessThan(await topOf(found.first()));
  await panel.getByRole("button", { name: "2 more" }).click();
  await expect(found).toHaveCount(7);
  await expect(panel.getByText("Searched for")).toBeVisible();

  // A wide window has the panel beside the page.
  const dock = await panel.boundingBox();
  expect(dock?.width).toBe(360);
  const main = await page.getByRole("main").boundingBox();
  expect((main?.x ?? 0) + (main?.width ?? 0)).toBe(dock?.x);
});

test("the button moves out of the way of a reader who scrolls down, and covers no last row", async ({
  page,
  user,
}) => {
  const [north] = user.mailboxes;
  const now = Date.now();
  north.hold(
    Array.from({ length: 30 }, (_, index) => ({
      date: now - index * 60_000,
      raw: aMail({ subject: `Note ${index + 1}` }),
    })),
  );
  await user.connect();
  await signIn(page, user);
  await expect(rowOf(page, "Note 1").first()).toBeVisible();
  const assistant = page.getByRole("button", { name: "Open AI Assistant" });
  const rows = page.getByRole("grid").locator("..");
  const scrollTo = (top: number) => rows.evaluate((pane, to) => pane.scrollTo({ top: to }), top);
  await scrollTo(400);
  await expect(assistant).toHaveCSS("opacity", "0");
  await expect.poll(async () => Math.round((await assistant.boundingBox())?.width ?? 0)).toBe(40);
  await scrollTo(300);
  await expect(assistant).toHaveCSS("opacity", "1");
  const round = await assistant.boundingBox();
  await expect
    .poll(async () => {
      // Scrolling loads the next page first.
      await scrollTo(100_000);
      const last = (await rowOf(page, "Note 30").isVisible())
        ? await rowOf(page, "Note 30").boundingBox()
        : null;
      return last ? last.y + last.height : Infinity;
    })
    .toBeLessThanOrEqual(round?.y ?? 0);
  await expect(assistant).toHaveCSS("opacity", "1");

  await scrollTo(300);
  await assistant.focus();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Tab");
  await expect(assistant).toBeFocused();
  await scrollTo(500);
  await expect(page.locator("html")).toHaveAttribute("data-scrolled", "down");
  await expect(assistant).toHaveCSS("opacity", "1");
});

test("on a phone the button is in the bar at the bottom and covers no row", async ({
  page,
  user,
}) => {
  await page.setViewportSize({ width: 375, height: 720 });
  const [north] = user.mailboxes;
  const now = Date.now();
  north.hold(
    Array.from({ length: 15 }, (_, index) => ({
      date: now - index * 60_000,
      raw: aMail({ subject: `Note ${index + 1}` }),
    })),
  );
  await user.connect();
  await signIn(page, user);
  await expect(rowOf(page, "Note 1").first()).toBeVisible();
  const assistant = page.getByRole("button", { name: "Open AI Assistant" });
  await expect(assistant).toBeVisible();
  // The button is replaced by an equal one once the assistant is loaded: one that has left the page has no box.
  const boxOf = async (name: string) => {
    for (;;) {
      const box = await page.getByRole("button", { name, exact: true }).boundingBox();
      if (box) return box;
    }
  };
  const round = await boxOf("Open AI Assistant");
  const compose = await boxOf("Compose");
  expect(compose.x + compose.width).toBeLessThanOrEqual(round.x);
  expect(round.y + round.height).toBeGreaterThan(720 - 80);
  await rowOf(page, "Note 15").scrollIntoViewIfNeeded();
  await page.getByText("All emails loaded").scrollIntoViewIfNeeded();
  await page.mouse.move(180, 400);
  await page.mouse.wheel(0, 5000);
  await expect
    .poll(async () => {
      const row = await rowOf(page, "Note 15").boundingBox();
      return (row?.y ?? 0) + (row?.height ?? 0);
    })
    .toBeLessThanOrEqual(round.y);
  await assistant.click();
  await expect
    .poll(() => panelOf(page).boundingBox())
    .toEqual({ x: 0, y: 0, width: 375, height: 720 });
  await panelOf(page).getByRole("button", { name: "Minimize" }).click();
  await expect.poll(() => boxOf("Restore AI Assistant")).toEqual(round);
});
