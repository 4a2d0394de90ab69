import { expect, type Locator, type Page } from "@playwright/test";
import { pressOn, rowOf, signIn, test } from "../support/fixtures.ts";
import { aMail } from "../support/mail.ts";
import type { TestUser } from "../support/product.ts";

// The days of the page are those of the test.
test.use({ timezoneId: Intl.DateTimeFormat().resolvedOptions().timeZone });

const day = 24 * 3_600_000;
const minute = 60_000;

function gridOf(page: Page): Locator {
  return page.getByRole("grid");
}

/** Returns the line of a day; it is not part of the accessible list. */
function lineOf(page: Page, text: string): Locator {
  return gridOf(page).locator("[aria-hidden]").getByText(text, { exact: true });
}

/** Puts messages of today, yesterday and an earlier month into a mailbox, six each, and waits until all are listed. */
async function withDays(user: TestUser): Promise<{ month: string }> {
  const today = new Date().setHours(0, 0, 0, 0);
  const old = today - 70 * day;
  user.mailboxes[0].hold(
    (
      [
        ["Today", today],
        ["Yesterday", today - day / 2],
        ["Old", old],
      ] as const
    ).flatMap(([name, start]) =>
      Array.from({ length: 6 }, (_, at) => {
        const date = start + at * 1000;
        return { date, raw: aMail({ subject: `${name} no. ${at}.`, date }) };
      }),
    ),
  );
  const call = await user.connect();
  await expect
    .poll(async () => (await call("POST /email/count", { folder: "inbox" })).count)
    .toBe(18);
  const isOfLastYear = new Date(old).getFullYear() !== new Date().getFullYear();
  const month = new Intl.DateTimeFormat("en-US", {
    month: "long",
    ...(isOfLastYear && { year: "numeric" }),
  }).format(old);
  return { month };
}

/** Returns the distance of an element from the top of the list's pane. */
async function belowTop(page: Page, element: Locator): Promise<number> {
  const pane = await gridOf(page).locator("..").boundingBox();
  const box = await element.boundingBox();
  return (box?.y ?? Number.NaN) - (pane?.y ?? Number.NaN);
}

test("names the days above their messages, which stay the only rows", async ({ page, user }) => {
  const { month } = await withDays(user);
  await signIn(page, user);
  const first = rowOf(page, "Today no. 5.");
  await expect(first).toHaveAttribute("aria-rowindex", "1");
  await expect(lineOf(page, "Today")).toBeVisible();
  expect(await belowTop(page, first)).toBe(28);
  // The line stays at the top while its rows scroll, until the next one takes its place.
  await gridOf(page).evaluate((grid) => grid.parentElement?.scrollTo(0, 300));
  await expect.poll(() => belowTop(page, lineOf(page, "Today"))).toBe(0);
  await gridOf(page).evaluate((grid) => grid.parentElement?.scrollTo(0, 500));
  await expect.poll(() => belowTop(page, lineOf(page, "Yesterday"))).toBe(0);
  // The keyboard counts messages only, and the cursor is below the line, with some of what follows.
  await pressOn(rowOf(page, "Yesterday no. 5."), "k");
  const last = rowOf(page, "Today no. 0.");
  await expect(last).toBeFocused();
  await expect(last).toHaveAttribute("aria-rowindex", "6");
  await expect.poll(() => belowTop(page, last)).toBeGreaterThanOrEqual(100);
  await page.keyboard.press("Shift+J");
  await expect(page.getByRole("toolbar", { name: "2 selected" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("End");
  await expect(rowOf(page, "Old no. 0.")).toBeFocused();
  await expect(lineOf(page, month)).toBeVisible();
  await expect(gridOf(page)).toHaveAttribute("aria-rowcount", "18");
  await expect(gridOf(page).getByRole("row").filter({ hasText: month })).toHaveCount(0);
});

test("keeps the visible rows in place when a new day begins above them", async ({ page, user }) => {
  const [north] = user.mailboxes;
  const start = new Date().setHours(0, 0, 0, 0) - 40 * day;
  north.hold(
    Array.from({ length: 30 }, (_, at) => {
      const date = start + at * minute;
      return { date, raw: aMail({ subject: `Letter ${at}.`, date }) };
    }),
  );
  const call = await user.connect();
  await expect
    .poll(async () => (await call("POST /email/count", { folder: "inbox" })).count)
    .toBe(30);
  await signIn(page, user);
  await expect(rowOf(page, "Letter 29.")).toBeVisible();
  await gridOf(page).evaluate((grid) => grid.parentElement?.scrollTo(0, 400));
  const seen = rowOf(page, "Letter 20.");
  const before = await belowTop(page, seen);
  await north.deliver(aMail({ subject: "Fresh" }));
  await expect(seen).toHaveAttribute("aria-rowindex", "11");
  expect(await belowTop(page, seen)).toBe(before);
  // The place is the same after another folder was shown.
  await page.getByRole("link", { name: /^Sent/ }).click();
  await expect(page.getByText("Your sent is empty")).toBeVisible();
  await page.getByRole("link", { name: /^Inbox/ }).click();
  await expect(seen).toBeVisible();
  expect(await belowTop(page, seen)).toBe(before);
});

test("marks the cursor with a line that glides, and with a box after Tab", async ({
  page,
  user,
}) => {
  await withDays(user);
  await signIn(page, user);
  const [first, second] = [rowOf(page, "Today no. 5."), rowOf(page, "Today no. 4.")];
  await pressOn(first, "j");
  await expect(second).toBeFocused();
  const line = gridOf(page).locator("[data-cursor-line]");
  await expect(line).toHaveCSS("opacity", "1");
  await expect.poll(() => belowTop(page, line)).toBe(28 + 64);
  expect((await line.boundingBox())?.width).toBe(3);
  await expect(second).toHaveCSS("outline-style", "none");
  await expect(line).toHaveCSS("transition-duration", "0.14s");

  await page.keyboard.press("Shift+Tab");
  await expect(line).toHaveCSS("opacity", "0");
  await page.keyboard.press("Tab");
  await expect(second).toBeFocused();
  await expect(second).toHaveCSS("outline-style", "solid");
  await page.keyboard.press("j");
  await expect(rowOf(page, "Today no. 3.")).toHaveCSS("outline-style", "none");
  await page.emulateMedia({ forcedColors: "active" });
  await expect(rowOf(page, "Today no. 3.")).toHaveCSS("outline-style", "solid");
});

test("a row that is archived covers the next one, which moves up after that", async ({
  page,
  user,
}) => {
  await withDays(user);
  await signIn(page, user);
  await rowOf(page, "Today no. 5.").waitFor();
  // The copy of the row is there for a moment only: the page looks at it itself.
  await gridOf(page).evaluate((grid) => {
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (!(node instanceof HTMLElement) || !node.inert) continue;
        const { backgroundColor, zIndex } = getComputedStyle(node);
        const row = grid.querySelector("[data-email]");
        window.lookOfExit = {
          backgroundColor,
          zIndex,
          delay: row ? getComputedStyle(row).transitionDelay : "",
        };
      }
    }).observe(grid, { childList: true });
  });
  await pressOn(rowOf(page, "Today no. 5."), "e");
  await expect(rowOf(page, "Today no. 5.")).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => window.lookOfExit?.zIndex)).toBe("3");
  const look = await page.evaluate(() => window.lookOfExit);
  expect(look?.backgroundColor).not.toBe("rgba(0, 0, 0, 0)");
  expect(look?.delay).toMatch(/^0\.12s/);
  await expect(gridOf(page).locator("[inert]")).toHaveCount(0);
  await expect.poll(() => belowTop(page, rowOf(page, "Today no. 4."))).toBe(28);
});

test("shows the category as a dot in a narrow list, and in a column of a wide one", async ({
  page,
  user,
}) => {
  const [north] = user.mailboxes;
  await north.deliver(aMail({ subject: "Invoice one" }));
  await north.deliver(aMail({ subject: "Invoice two" }));
  await user.connect();
  await page.route("**/email/threads?**", async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    for (const thread of json.threads) {
      const isFirst = thread.subject === "Invoice one";
      thread.category = isFirst ? "Finance" : "Updates";
      thread.priority = isFirst ? "High" : "Medium";
      thread.hasAttachments = isFirst;
    }
    await route.fulfill({ response, json });
  });
  await signIn(page, user);
  const [one, two] = [rowOf(page, "Invoice one"), rowOf(page, "Invoice two")];
  await expect(one.getByRole("img", { name: "Finance" })).toBeVisible();
  await expect(one.getByText("Finance", { exact: true })).toBeHidden();
  await expect(one.getByText("High", { exact: true })).toBeVisible();
  await expect(two.getByRole("img", { name: "Medium" })).toBeVisible();
  const leftOf = async (row: Locator, text: string) =>
    (await row.getByText(text, { exact: true }).boundingBox())?.x;
  const linesOf = async (row: Locator) => {
    const name = await row.getByText("Marta Eklund").boundingBox();
    const subject = await row.getByText(/^Invoice (?:one|two)$/).boundingBox();
    return (name?.y ?? 0) + (name?.height ?? 0) <= (subject?.y ?? 0) ? 2 : 1;
  };
  expect(await linesOf(one)).toBe(2);
  // Beside the list there is no message in a window this narrow.
  await page.setViewportSize({ width: 820, height: 800 });
  await expect(one.getByText("Finance", { exact: true })).toBeVisible();
  await expect(one.getByRole("img", { name: "Finance" })).toBeHidden();
  expect(await leftOf(one, "Finance")).toBe(await leftOf(two, "Updates"));
  expect(await linesOf(one)).toBe(2);

  await page.setViewportSize({ width: 1600, height: 800 });
  await page.goto("/app/settings?tab=appearance");
  await page.getByRole("radio", { name: "Instead of the list" }).click();
  await page.goto("/app");
  await expect(one.getByText("Finance", { exact: true })).toBeVisible();
  expect(await linesOf(one)).toBe(1);
  expect(await leftOf(one, "Finance")).toBe(await leftOf(two, "Updates"));
  expect((await one.boundingBox())?.height).toBe(48);
});

test("the actions of a row under the pointer leave its star free", async ({ page, user }) => {
  const [north] = user.mailboxes;
  await north.deliver(aMail({ subject: "Rope and paint", text: "Twelve metres." }));
  await user.connect();
  await signIn(page, user);
  const row = rowOf(page, "Rope and paint");
  for (const width of [1280, 800]) {
    await page.setViewportSize({ width, height: 800 });
    // The layout may still follow the width, and move the row away from the pointer.
    await expect(async () => {
      await page.mouse.move(0, 0);
      await row.hover();
      await expect(row.getByRole("button", { name: "Archive" })).toBeVisible({ timeout: 1000 });
    }).toPass();
    const star = await row.getByRole("button", { name: /star/i }).boundingBox();
    for (const name of ["Archive", "Snooze"]) {
      const button = await row.getByRole("button", { name }).boundingBox();
      if (!star || !button) throw new Error("A button of the row is missing.");
      const isAbove = button.y + button.height <= star.y + 2;
      const isBeside = button.x + button.width <= star.x;
      expect(isAbove || isBeside, `${name} at ${width} px`).toBe(true);
    }
  }
});

test("fills the height with placeholders while the list loads", async ({ page, user }) => {
  await user.connect();
  await page.route("**/email/threads?**", () => undefined);
  await page.setViewportSize({ width: 1280, height: 1000 });
  await signIn(page, user);
  const list = page.locator("#message-list");
  const bars = list.locator(".animate-breathe");
  await expect(bars.first()).toBeVisible();
  const lowest = () =>
    bars.evaluateAll((all) => Math.max(...all.map((bar) => bar.getBoundingClientRect().bottom)));
  expect(await lowest()).toBeGreaterThan(950);
  // The rest is cut off: the list does not scroll to it.
  const { scrolled, shown } = await list.evaluate((element) => ({
    scrolled: element.scrollHeight,
    shown: element.clientHeight,
  }));
  expect(scrolled).toBe(shown);
});

declare global {
  interface Window {
    lookOfExit?: { backgroundColor: string; zIndex: string; delay: string };
  }
}

test("the line of a day leaves with its last row", async ({ page, user }) => {
  const [north] = user.mailboxes;
  const now = Date.now();
  north.hold(
    [0, 1, 400].map((days) => {
      const date = now - days * 24 * 3_600_000;
      return { date, raw: aMail({ subject: `Sent ${days} days ago`, date }) };
    }),
  );
  await user.connect();
  await page.addInitScript(() => {
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...given) {
      performance.mark(`moves: ${this.textContent}`);
      return animate.apply(this, given);
    };
  });
  await signIn(page, user);
  await pressOn(rowOf(page, "Sent 1 days ago"), "e");
  await expect(rowOf(page, "Sent 1 days ago")).toHaveCount(0);
  const moved = await page.evaluate(() =>
    performance.getEntriesByType("mark").map(({ name }) => name),
  );
  expect(moved).toContain("moves: Yesterday");
  expect(moved).not.toContain("moves: Today");
});
