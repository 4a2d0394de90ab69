import { expect, type Page } from "@playwright/test";
import { expectAccessible, looksMs } from "../support/axe.ts";
import { pressInTurn, rowOf, signIn, test } from "../support/fixtures.ts";
import { aMail } from "../support/mail.ts";
import type { TestUser } from "../support/product.ts";

const contract = [
  "Hi Ada,",
  "The board approved the budget for the new harbour office yesterday, 120,000 EUR in all.",
  "Could you please send me the signed contract by tomorrow at 3pm?",
  "Best regards,\nGrace",
].join("\n\n");
const asks = "Could you please send me the signed contract by tomorrow at 3pm?";

/** Creates a user with a question to answer, some other mail, and a brief that is announced. */
async function aMorning(user: TestUser) {
  const [north] = user.mailboxes;
  const hour = 3600_000;
  const now = Date.now();
  const to = north.address;
  const shop = "Sale! 70% off everything, only this week. Shop now and save big on all our ropes.";
  north.hold([
    {
      date: now - 2 * hour,
      raw: aMail({
        subject: "Harbour office",
        from: "Grace Hopper <grace@example.com>",
        text: contract,
        date: now - 2 * hour,
        to,
      }),
    },
    {
      date: now - 3 * hour,
      raw: aMail({
        subject: "Everything must go",
        from: "Rope Shop <news@shop.example>",
        text: shop,
        to,
        headers: ["List-Unsubscribe: <https://shop.example/leave>", "Precedence: bulk"],
      }),
    },
    {
      date: now - 4 * hour,
      raw: aMail({
        subject: "Invoice 4711",
        from: "Billing <billing@crane.example>",
        text: "Your invoice for 84.20 EUR is ready. The amount will be debited from your account.",
        to,
      }),
    },
  ]);
  const call = await user.connect();
  const classified = async () =>
    (await call("GET /email/list", {})).emails.filter(({ category }) => category).length;
  await expect.poll(classified).toBe(3);
  const lines = async () => (await call("GET /brief", {})).brief.answer.lines.length;
  await expect.poll(lines).toBe(1);
  await expect
    .poll(async () => (await call("GET /brief", {})).brief.deadlines.lines.length, {
      timeout: 40_000,
    })
    .toBe(1);
  return call;
}

async function wantBrief(page: Page): Promise<void> {
  await page.goto("/app/settings?tab=notifications");
  const isOn = page.getByRole("switch", { name: /^Daily summary/ });
  await expect(isOn).not.toBeChecked();
  await isOn.click();
  await expect(page.getByRole("status").getByText("Saved")).toBeVisible();
  // This server cannot send mail: it says so, and the rest works.
  await expect(page.getByRole("switch", { name: /^By email too/ })).toBeDisabled();
  await expect(page.getByLabel("Ready at")).toBeVisible();
}

test("announces the brief above the inbox, shows what waits, and leads from each line to its mail", async ({
  page,
  user,
}) => {
  await aMorning(user);
  await signIn(page, user);
  await expect(rowOf(page, "Harbour office")).toBeVisible();
  const notice = page.getByRole("region", { name: "Daily brief" });
  // The brief is off by default.
  await expect(page.getByRole("link", { name: "Daily brief" })).toBeVisible();
  await expect(notice).toHaveCount(0);

  await wantBrief(page);
  await page.goto("/app");
  await expect(notice).toContainText("Daily brief · 1 to answer · 1 deadline");
  await expect(page.getByRole("tab", { name: "Needs reply 1 conversation" })).toBeVisible();
  await notice.getByRole("link", { name: "Read it" }).click();
  await expect(page).toHaveURL(/\/app\/brief$/);
  await expect(page.getByRole("heading", { name: "Daily brief", level: 1 })).toBeVisible();

  const answer = page.getByRole("region", { name: /^Needs your reply/ });
  await expect(answer.getByRole("link")).toHaveCount(1);
  await expect(answer).toContainText("Grace Hopper");
  await expect(answer).toContainText(asks);
  const deadlines = page.getByRole("region", { name: /^Deadlines/ });
  await expect(deadlines).toContainText(/Tomorrow|\w{3}/);
  const rest = page.getByRole("region", { name: "Everything else" });
  await expect(rest).toContainText("2 emails need no action");
  await expect(rest).toContainText("Finance");
  await expect(page.getByText("Made on this server without AI models")).toBeVisible();
  await expect(page.getByText("Everything must go")).toHaveCount(0);

  await answer.getByRole("link").click();
  await expect(page.getByRole("heading", { name: "Harbour office" }).first()).toBeVisible();
  await page.goBack();
  await expect(answer).toBeVisible();
  // The brief was read: the inbox no longer announces it, after a reload either.
  const response = page.waitForResponse("**/brief");
  await page.goto("/app");
  await response;
  await expect(rowOf(page, "Harbour office")).toBeVisible();
  await expect(notice).toHaveCount(0);
});

test("reserves its space, and releases it once the pointer leaves the rows", async ({
  page,
  user,
}) => {
  const call = await aMorning(user);
  const { preferences } = await call("GET /user/preferences", {});
  const notifications = { ...preferences.notifications, dailySummary: true };
  await call("PUT /user/preferences", { notifications });
  const held = { release: () => undefined as void };
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    held.release = resolve;
    return promise;
  };
  let until = hold();
  await page.route(/\/brief$/, async (route) => {
    await until;
    await route.continue();
  });
  const row = rowOf(page, "Harbour office");
  const topOf = async () => Math.round((await row.boundingBox())?.y ?? Number.NaN);
  const notice = page.getByRole("region", { name: "Daily brief" });
  await signIn(page, user);
  await expect(page.getByRole("tab", { name: "Needs reply 1 conversation" })).toBeVisible();
  const top = await topOf();
  held.release();
  await expect(notice).toBeVisible();
  expect(await topOf()).toBe(top);

  // It was read on another device, which this page learns only after a reload.
  const { day } = (await call("GET /brief", {})).brief;
  until = hold();
  await call("POST /brief/seen", { day });
  await page.reload();
  await expect(page.getByRole("tab", { name: "Needs reply 1 conversation" })).toBeVisible();
  await row.hover();
  expect(await topOf()).toBe(top);
  const answered = page.waitForResponse(/\/brief$/);
  held.release();
  await (await answered).finished();
  const { x = 0 } = (await row.boundingBox()) ?? {};
  for (let step = 0; step < 20; step++) {
    await page.mouse.move(x + 40 + step * 4, top + 20);
    expect(await topOf()).toBe(top);
  }
  await page.mouse.move(2, 2);
  await expect.poll(topOf).toBeLessThan(top);
});

test("dismisses the notice, and opens the brief by key and from the palette", async ({
  page,
  user,
}) => {
  const call = await aMorning(user);
  await signIn(page, user);
  await wantBrief(page);
  await page.goto("/app");
  const notice = page.getByRole("region", { name: "Daily brief" });
  await notice.getByRole("button", { name: "Not today" }).click();
  await expect(notice).toHaveCount(0);
  await expect.poll(async () => (await call("GET /brief", {})).isSeen).toBe(true);
  const response = page.waitForResponse("**/brief");
  await page.reload();
  await response;
  await expect(rowOf(page, "Harbour office")).toBeVisible();
  await expect(notice).toHaveCount(0);

  await pressInTurn(page, "g", "m");
  await expect(page.getByRole("heading", { name: "Daily brief", level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "Back" }).click();
  await expect(rowOf(page, "Harbour office")).toBeVisible();
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox").fill("daily brief");
  await expect(page.getByRole("option").first()).toContainText("Go to the daily brief");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Daily brief", level: 1 })).toBeVisible();
});

test("leaves out mail that was answered, and lists correspondents who owe an answer", async ({
  page,
  user,
}) => {
  const [north] = user.mailboxes;
  const call = await aMorning(user);
  const { accounts } = await call("GET /imap/accounts", {});
  const account = accounts.find(({ account_mail: address }) => address === north.address);
  const { emails } = await call("GET /email/list", {});
  const asked = emails.find(({ subject }) => subject === "Harbour office");
  await call("POST /email/send", {
    accountId: account?.id ?? "",
    inReplyTo: asked?.id ?? "",
    to: "grace@example.com",
    subject: "Re: Harbour office",
    content: "Hi Grace,\n\nCould you tell me which contract you mean?\n\nAda",
  } as never);
  await expect
    .poll(async () => (await call("GET /brief", {})).brief.waiting.lines.length, {
      timeout: 40_000,
    })
    .toBe(1);
  await signIn(page, user, "/app/brief");
  const waiting = page.getByRole("region", { name: /^You are waiting on/ });
  await expect(waiting).toContainText("grace@example.com");
  await expect(waiting).toContainText("Could you tell me which contract you mean?");
  await expect(page.getByRole("region", { name: /^Needs your reply/ })).toHaveCount(0);
  await waiting.getByRole("link").click();
  await expect(page).toHaveURL(/\/app\/sent\?email=/);
  await expect(page.getByRole("heading", { name: /Harbour office/ }).first()).toBeVisible();
});

test("shows an empty brief, retries a failed one, and both are accessible", async ({
  page,
  user,
}) => {
  test.setTimeout(looksMs);
  await user.connect();
  await signIn(page, user);
  const isAsked = (url: URL) => url.pathname === "/brief";
  await page.route(isAsked, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto("/app/brief");
  const failed = page.getByRole("alert").filter({ hasText: "Could not create the brief" });
  await expect(failed).toBeVisible();
  await page.unroute(isAsked);
  const again = failed.getByRole("button", { name: "Try again" });
  await expect(async () => {
    // A failed request is retried automatically when the connection is restored: the button may be gone.
    if (await again.isVisible()) await again.click({ timeout: 1000 });
    await expect(page.getByText("You're all caught up")).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expectAccessible(page, "an empty brief");
  await page.getByRole("link", { name: "Schedule your daily brief" }).click();
  await expect(page.getByRole("switch", { name: /^Daily summary/ })).toBeVisible();
});

test("is well laid out on a phone and in the dark theme", async ({ page, user }) => {
  test.setTimeout(looksMs);
  const call = await aMorning(user);
  await signIn(page, user);
  await wantBrief(page);
  for (const [name, width, scheme] of [
    ["wide", 1280, "light"],
    ["dark", 1280, "dark"],
    ["phone", 375, "light"],
    ["phone-dark", 375, "dark"],
  ] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/app");
    const notice = page.getByRole("region", { name: "Daily brief" });
    if (name === "wide") {
      await expect(notice).toBeVisible();
      await expectAccessible(page, "the announcement");
      await page.setViewportSize({ width: 375, height: 800 });
      await expect(notice.getByRole("link", { name: "Read it" })).toBeInViewport({ ratio: 1 });
      if (process.env["SHOTS"])
        await page.screenshot({ path: `${process.env["SHOTS"]}/notice-phone.png` });
      await page.setViewportSize({ width, height: 800 });
      if (process.env["SHOTS"])
        await page.screenshot({ path: `${process.env["SHOTS"]}/notice.png` });
    }
    await page.goto("/app/brief");
    const answer = page.getByRole("region", { name: /^Needs your reply/ });
    await expect(answer.getByRole("link")).toBeInViewport({ ratio: 1 });
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
    if (process.env["SHOTS"])
      await page.screenshot({ path: `${process.env["SHOTS"]}/${name}.png` });
  }
  await expectAccessible(page, "the brief");
  expect((await call("GET /brief", {})).isSeen).toBe(true);
});
