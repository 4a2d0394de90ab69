import { expect, type Page } from "@playwright/test";
import { pressOn, rowOf, signIn, test } from "../support/fixtures.ts";
import { aMail } from "../support/mail.ts";
import type { TestUser } from "../support/product.ts";

function gridOf(page: Page) {
  return page.getByRole("grid");
}

/** Delivers `count` messages, the highest number the newest. */
function hold(user: TestUser, count: number): void {
  const [north] = user.mailboxes;
  const start = Date.now() - 3_600_000;
  north.hold(
    Array.from({ length: count }, (_, at) => {
      const date = start + at * 60_000;
      return { date, raw: aMail({ subject: `Mail ${at + 1}`, date }) };
    }),
  );
}

/** Returns a color of the theme as the browser computes it. */
function colorOf(page: Page, token: string): Promise<string> {
  return page.evaluate((name) => {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.background = `var(${name})`;
    const { backgroundColor } = getComputedStyle(probe);
    probe.remove();
    return backgroundColor;
  }, token);
}

async function scrollToEnd(page: Page): Promise<void> {
  await gridOf(page).evaluate((grid) => grid.parentElement?.scrollTo(0, grid.scrollHeight));
}

test("the unread count follows an email that is archived", async ({ page, user }) => {
  const [north] = user.mailboxes;
  await north.deliver(aMail({ subject: "Ropes" }));
  await north.deliver(aMail({ subject: "Paint" }));
  await user.connect();
  await signIn(page, user);
  const list = page.locator("#message-list");
  await expect(list.getByText("2 unread")).toBeVisible();
  await expect(page).toHaveTitle(/^\(2\) Inbox/);
  await pressOn(rowOf(page, "Ropes"), "e");
  await expect(list.getByText("1 unread")).toBeVisible();
  await expect(page).toHaveTitle(/^\(1\) Inbox/);
});

test("the list shows the specified texts", async ({ page, user }) => {
  hold(user, 45);
  const [north] = user.mailboxes;
  await north.deliver(aMail({ subject: "", from: "" }));
  const call = await user.connect();
  await expect
    .poll(async () => (await call("POST /email/count", { folder: "inbox" })).count)
    .toBe(46);
  await signIn(page, user);
  await expect(rowOf(page, "(No Subject)")).toHaveAccessibleName(/Unknown, \(No Subject\)/);
  await expect(page.locator("#message-list").getByText("46 unread")).toBeVisible();

  // The second page is delayed until the loading text has been seen.
  const held = Promise.withResolvers<undefined>();
  await page.route("**/email/threads?*cursor=*", async (route) => {
    await held.promise;
    await route.continue();
  });
  await expect(page.getByText("Scroll for more")).toBeAttached();
  await scrollToEnd(page);
  await expect(page.getByText("Loading more emails...")).toBeVisible();
  held.resolve(undefined);
  await expect
    .poll(async () => {
      await scrollToEnd(page);
      return page.getByText("All emails loaded").isVisible();
    })
    .toBe(true);
  await expect(rowOf(page, "Mail 1").last()).toBeVisible();
  // The hint is beside the list, where there is space.
  for (const width of [375, 820, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(page.getByText("Select an email")).toBeVisible({ visible: width >= 1024 });
    await expect(gridOf(page)).toBeVisible();
  }

  for (const name of ["archive", "snoozed"]) {
    await page.goto(`/app/${name}`);
    await expect(page.getByText(`Your ${name} is empty`)).toBeVisible();
    // New messages never appear among the snoozed ones.
    const hint = name === "snoozed" ? "Snoozed emails wait here" : "New emails will appear here";
    await expect(page.getByText(hint)).toBeVisible();
  }

  // A list that is cached on this device is shown from the cache.
  await page.route("**/email/threads?**", (route) =>
    route.fulfill({ status: 500, json: { code: "internal", message: "" } }),
  );
  await page.goto("/app/spam");
  await expect(
    page.getByText("An unexpected error occurred while loading your emails."),
  ).toBeVisible({ timeout: 20_000 });
  await page.unroute("**/email/threads?**");
  const again = page.getByRole("button", { name: "Try again" });
  await expect(async () => {
    // The button disappears automatically when a live event makes the page refetch the list.
    if (await again.isVisible()) await again.click({ timeout: 1000 });
    await expect(page.getByText("Your spam is empty")).toBeVisible({ timeout: 1000 });
  }).toPass();
});

test("a next page that fails is retried only when the user requests it", async ({ page, user }) => {
  hold(user, 45);
  const call = await user.connect();
  await expect
    .poll(async () => (await call("POST /email/count", { folder: "inbox" })).count)
    .toBe(45);
  await signIn(page, user);
  await expect(rowOf(page, "Mail 45")).toBeVisible();
  // Live events, such as that of a classification, make the page refetch the list from the top; the next page may be requested
  // after that.
  let reread = 0;
  page.on("response", (response) => {
    if (/\/email\/threads\?(?!.*cursor=)/.test(response.url())) reread += 1;
  });
  let asked = 0;
  await page.route("**/email/threads?*cursor=*", async (route) => {
    asked += 1;
    await route.fulfill({
      status: 400,
      json: { error: { code: "list.bad_cursor", message: "This list has changed." } },
    });
  });
  await scrollToEnd(page);
  await expect(page.getByText("More emails could not be loaded.")).toBeVisible();
  await scrollToEnd(page);
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  // Another response of the server has arrived since: the next page was not requested in between.
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(page.getByRole("button", { name: "Refresh" })).toBeEnabled();
  expect(asked).toBeLessThanOrEqual(1 + reread);
  await page.unroute("**/email/threads?*cursor=*");
  const again = page.getByRole("button", { name: "Try again" });
  await expect(async () => {
    // The button disappears automatically when the refreshed list has started again.
    if (await again.isVisible()) await again.click({ timeout: 1000 });
    await scrollToEnd(page);
    await expect(page.getByText("All emails loaded")).toBeVisible({ timeout: 1000 });
  }).toPass();
});

test("rows have the density that the user prefers, at once on every device", async ({
  page,
  user,
}) => {
  hold(user, 30);
  const call = await user.connect();
  await signIn(page, user);
  const row = rowOf(page, "Mail 30");
  const height = async () => (await row.boundingBox())?.height;
  await expect(row).toBeVisible();
  expect(await height()).toBe(64);
  for (const [name, px] of [
    ["Compact", 36],
    ["Comfortable", 84],
  ] as const) {
    await page.getByRole("button", { name: "More about this list" }).click();
    await page.getByRole("menuitemradio", { name }).click();
    await expect.poll(height).toBe(px);
    expect(await gridOf(page).getByRole("row").count()).toBeLessThanOrEqual(45);
  }
  await expect
    .poll(async () => (await call("GET /user/preferences", {})).preferences.density)
    .toBe("comfortable");
  await page.goto("/app/settings?tab=appearance");
  await expect(page.getByRole("radio", { name: "Comfortable" })).toBeChecked();
  await page.getByRole("radio", { name: "Instead of the list" }).click();
  await page.goto("/app");
  await rowOf(page, "Mail 30").click();
  await expect(page.getByRole("heading", { name: "Mail 30" })).toBeVisible();
  await expect(gridOf(page)).toBeHidden();
  // Return to the list by its key.
  await page.keyboard.press("u");
  await expect(rowOf(page, "Mail 30")).toBeVisible();

  await page.getByRole("button", { name: "More about this list" }).click();
  await page.getByRole("menuitemradio", { name: "Oldest first" }).click();
  await expect(gridOf(page).getByRole("row").first()).toContainText("Mail 1");
  await page.getByRole("button", { name: "More about this list" }).click();
  await page.getByRole("menuitem", { name: "Mark all as read" }).click();
  await expect
    .poll(async () => (await call("POST /email/count", { folder: "inbox", isUnread: true })).count)
    .toBe(0);
});

test("splits the inbox by sender, and keeps filters above it until they are removed", async ({
  page,
  user,
}) => {
  const [north] = user.mailboxes;
  await north.deliver(aMail({ subject: "Berth", from: "Harbour <office@harbour.example>" }));
  await north.deliver(aMail({ subject: "Rowing" }));
  await user.connect();
  await signIn(page, user);
  await expect(rowOf(page, "Rowing")).toBeVisible();
  await expect(page.getByRole("tab")).toHaveCount(0);
  await page.goto("/app/settings?tab=inbox");
  await page.getByRole("textbox", { name: "Sender" }).fill("@harbour.example");
  await page.getByRole("textbox", { name: "Tab name" }).fill("Harbour");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByRole("button", { name: "Remove Harbour" })).toBeVisible();
  await page.goto("/app");
  await page.getByRole("tab", { name: "Harbour 1 unread" }).click();
  await expect(rowOf(page, "Rowing")).toBeHidden();
  await expect(rowOf(page, "Berth")).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByRole("tab", { name: /^All/ })).toBeFocused();
  await expect(rowOf(page, "Rowing")).toBeVisible();

  await page.getByRole("button", { name: "Filter" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Unread" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Has attachments" }).click();
  await page.keyboard.press("Escape");
  await expect(page.getByText("Nothing here matches")).toBeVisible();
  await page.getByRole("button", { name: "Remove filter: Has attachments" }).click();
  await expect(rowOf(page, "Berth")).toBeVisible();
  await page.getByRole("button", { name: "Remove filter: Unread" }).click();
  await expect(page.getByRole("button", { name: "Filter", exact: true })).toBeVisible();
});

test("keys reach every element of a row", async ({ page, user }) => {
  hold(user, 12);
  await user.connect();
  await signIn(page, user);
  const row = rowOf(page, "Mail 12");
  await pressOn(row, "Space");
  await expect(row).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowRight");
  await expect(row.getByRole("checkbox")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(row).toHaveAttribute("aria-selected", "false");
  await page.keyboard.press("ArrowRight");
  await expect(row.getByRole("button", { name: "Star" })).toBeFocused();
  await page.keyboard.press("Space");
  await expect(row.getByRole("button", { name: "Remove star" })).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await expect(row).toBeFocused();
  await page.keyboard.press("PageDown");
  await expect(row).not.toBeFocused();
  await expect(gridOf(page).getByRole("row").and(page.locator(":focus"))).toHaveCount(1);
});

test.describe("with touch input", () => {
  test.use({ viewport: { width: 375, height: 720 }, hasTouch: true, isMobile: true });

  test("a row swiped far enough is archived, and one swiped a little is not", async ({
    page,
    user,
  }) => {
    hold(user, 4);
    const call = await user.connect();
    await signIn(page, user);
    await expect(rowOf(page, "Mail 4")).toBeVisible();
    const session = await page.context().newCDPSession(page);
    const pull = async (subject: string, byX: number, byY = 0) => {
      const box = await rowOf(page, subject).boundingBox();
      if (!box) throw new Error("The row is not in sight.");
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await session.send("Input.dispatchTouchEvent", {
        type: "touchStart",
        touchPoints: [{ x, y }],
      });
      for (let step = 1; step <= 8; step++) {
        await session.send("Input.dispatchTouchEvent", {
          type: "touchMove",
          touchPoints: [{ x: x + (byX * step) / 8, y: y + (byY * step) / 8 }],
        });
      }
    };
    const release = () =>
      session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    const draw = async (subject: string, byX: number, byY = 0) => {
      await pull(subject, byX, byY);
      await release();
    };
    /** Swipes a row, and releases it when the ground behind it has the color of its action. */
    const drawOnto = async (
      subject: string,
      byX: number,
      strip: { text: string; token: string },
    ) => {
      await pull(subject, byX);
      const ground = gridOf(page).getByText(strip.text, { exact: true }).locator("..");
      await expect(ground).toHaveCSS("background-color", await colorOf(page, strip.token));
      await release();
    };
    // The code that handles touch is loaded after the first paint.
    await expect
      .poll(async () => {
        if (await rowOf(page, "Mail 4").isVisible()) await draw("Mail 4", 120);
        return rowOf(page, "Mail 4").isVisible();
      })
      .toBe(false);
    await expect
      .poll(async () => (await call("POST /email/count", { folder: "archive" })).count)
      .toBe(1);
    await draw("Mail 3", 40);
    await expect(rowOf(page, "Mail 3")).toBeVisible();
    await drawOnto("Mail 2", -120, { text: "Snooze", token: "--warn" });
    await expect(page.getByRole("dialog", { name: /snooze/i })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog", { name: /snooze/i })).toBeHidden();
    const [north] = user.mailboxes;
    await north.deliver(aMail({ subject: "Come in since" }));
    const synced = page.waitForRequest((request) => request.url().endsWith("/email/sync"));
    // The list follows the finger, and the circle is above it.
    const top = async () => (await gridOf(page).boundingBox())?.y ?? 0;
    const before = await top();
    await pull("Mail 3", 0, 200);
    await expect.poll(async () => (await top()) - before).toBeGreaterThan(50);
    await release();
    await synced;
    await expect(rowOf(page, "Come in since")).toBeVisible();
    await expect.poll(top).toBe(before);
    await drawOnto("Come in since", 120, { text: "Archive", token: "--success" });
    await expect(rowOf(page, "Come in since")).toBeHidden();
  });
});
