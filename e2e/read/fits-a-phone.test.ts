import { expect, type Locator, type Page } from "@playwright/test";
import { connectMailbox } from "../../tools/demo/mail-servers.ts";
import { openComposer, textOf, toastOf, untilOpen, write } from "../support/composer.ts";
import { openMail, rowOf, signIn, test } from "../support/fixtures.ts";
import { aMail } from "../support/mail.ts";

test.use({ viewport: { width: 375, height: 720 } });

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(375);
}

test("shows the list or the reader, without horizontal scrolling", async ({ page, user }) => {
  const [north] = user.mailboxes;
  const subject =
    "A subject much longer than a telephone is wide, with averyveryverylongwordwithoutanyblank";
  await north.deliver(
    aMail({ subject, text: `${"https://example.org/a/very/long/address".repeat(6)}\n` }),
  );
  await user.connect();
  await signIn(page, user);
  await expect(rowOf(page, subject)).toBeVisible();
  await expectNoSidewaysScroll(page);
  await openMail(page, subject);
  await expect(rowOf(page, subject)).toBeHidden();
  await expectNoSidewaysScroll(page);
  await page
    .getByRole("button", { name: "Back" })
    .or(page.getByRole("link", { name: "Back" }))
    .first()
    .click();
  await expect(rowOf(page, subject)).toBeVisible();
});

test("composes on the whole screen, with space for the text at 400 % zoom", async ({
  page,
  user,
}) => {
  await user.connect();
  await signIn(page, user);
  const dialog = await openComposer(page);
  await write(dialog, { to: "a.person.with.a.long.name@a-domain-as-long-as-that.example.org" });
  await dialog.getByLabel("Subject").focus();
  await expectNoSidewaysScroll(page);
  await expect
    .poll(async () => dialog.boundingBox())
    .toEqual({ x: 0, y: 0, width: 375, height: 720 });
  // The recipient field has no empty line below the chip.
  const chip = await dialog.getByRole("listitem").boundingBox();
  const subject = await dialog.getByLabel("Subject").boundingBox();
  expect((subject?.y ?? 0) - (chip?.y ?? 0)).toBeLessThan(44);

  // The viewport of a screen of 1280 by 800 at 400 % zoom.
  await page.setViewportSize({ width: 320, height: 200 });
  await textOf(dialog).scrollIntoViewIfNeeded();
  await textOf(dialog).fill("There is room.");
  // At least half of the screen shows the text, which is higher than the screen.
  await expect(textOf(dialog)).toBeInViewport({ ratio: 0.4 });
});

test("shows notifications above a dialog, not over its fields and buttons", async ({
  page,
  user,
}) => {
  const [north] = user.mailboxes;
  await north.deliver(aMail({ subject: "Done with" }));
  await user.connect();
  await signIn(page, user);
  await openMail(page, "Done with");
  await page.getByRole("button", { name: "Archive" }).first().click();
  const toast = toastOf(page).getByRole("dialog");
  await expect(toast).toBeVisible();
  // One dialog fills the screen, the second is as high as its content.
  const openers = [
    async () => openComposer(page),
    async () => {
      await page.keyboard.press("?");
      return page.getByRole("dialog", { name: "Keyboard shortcuts" });
    },
  ];
  for (const open of openers) {
    const dialog = await open();
    await untilOpen(dialog);
    await expect(toast).toBeVisible();
    const above = await toast.boundingBox();
    const below = await dialog.boundingBox();
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
    expect((below?.y ?? 0) + (below?.height ?? 0)).toBe(720);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  }
});

test("shows the settings as a list, and each tab as a page that returns to the list", async ({
  page,
  user,
}) => {
  await user.connect();
  await signIn(page, user, "/app/settings");
  const list = page.getByRole("navigation", { name: "Settings" });
  const back = page.getByRole("main").getByRole("button", { name: "Back", exact: true });
  await list.getByRole("link", { name: "Blocked senders" }).click();
  await expect(page.getByRole("heading", { name: "Blocked senders", level: 1 })).toBeVisible();
  await expect(list).toBeHidden();
  await expectNoSidewaysScroll(page);
  await page.goBack();
  await expect(list).toBeVisible();
  await page.goForward();
  await back.click();
  await expect(list).toBeVisible();
  await expectNoSidewaysScroll(page);

  await page.getByRole("searchbox", { name: "Search settings" }).fill("undo send");
  await page.getByRole("button", { name: "Undo send" }).click();
  await expect(page.locator("[data-found]")).toContainText("Undo send");
  await expect(
    page.getByRole("heading", { name: "Sending and signatures", level: 1 }),
  ).toBeVisible();

  // A page that was opened by its address has a list to return to as well.
  await page.goto("/app/settings?tab=appearance");
  await back.click();
  await expect(list).toBeVisible();
});

test("marks the menu button while a message or an account needs attention", async ({
  page,
  user,
}) => {
  // The server delays the response to a wrong login.
  test.slow();
  const [north, south] = user.mailboxes;
  const call = await user.register();
  await connectMailbox(call, north.servers, north);
  const { accounts } = await call("GET /imap/accounts", {});
  await signIn(page, user);
  const calm = page.getByRole("button", { name: "Open sidebar", exact: true });
  const marked = page.getByRole("button", {
    name: "Open sidebar, something needs your attention",
  });
  await expect(calm).toBeVisible();

  const { smtp } = north.servers;
  smtp.failAt = { phase: "rcpt", how: { code: 550, text: "no such person" } };
  try {
    for (const { id: accountId } of accounts) {
      const mail = { accountId, to: south.address, subject: "Refused", content: "Not read." };
      await call("POST /email/send", mail);
    }
    await marked.click();
  } finally {
    smtp.failAt = null;
  }
  await page.getByRole("button", { name: "Outbox 1 need your attention" }).click();
  const outbox = page.getByRole("dialog", { name: "Outbox" });
  await outbox.getByRole("button", { name: "Dismiss" }).click();
  await expect(outbox.getByText("Nothing is waiting to be sent.").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(outbox).toBeHidden();
  await expect(calm).toBeVisible();

  await north.servers.imap.setPass(north.address, "a new one");
  await north.servers.imap.kick(north.address);
  await expect(marked).toBeVisible({ timeout: 60_000 });
});

test("gives the screen to the mail: one bar that hides on scroll, and one at the bottom", async ({
  page,
  user,
}) => {
  const [north] = user.mailboxes;
  const now = Date.now();
  north.hold(
    Array.from({ length: 30 }, (_, at) => ({
      date: now - at * 60_000,
      raw: aMail({ subject: `Rope ${at + 1}`, text: "Twelve metres.", date: now - at * 60_000 }),
    })),
  );
  await user.connect();
  await signIn(page, user);
  const first = rowOf(page, "Rope 1").first();
  await expect(first).toBeVisible();
  const yOf = async (locator: Locator) => (await locator.boundingBox())?.y;
  expect(await yOf(first)).toBeLessThanOrEqual(120);
  const main = page.getByRole("navigation", { name: "Main" });
  const menu = page.getByRole("button", { name: "Open sidebar" });
  const assistant = page.getByRole("button", { name: "Open AI Assistant" });
  for (const name of ["Compose", "Search"]) {
    await expect(main.getByRole("button", { name })).toBeInViewport({ ratio: 1 });
  }
  const bar = await main.boundingBox();
  expect(await yOf(assistant)).toBeGreaterThanOrEqual(bar?.y ?? Infinity);

  const rows = page.getByRole("grid").locator("..");
  await rows.evaluate((pane) => pane.scrollTo({ top: 600 }));
  await expect(menu).not.toBeInViewport();
  await rows.evaluate((pane) => pane.scrollTo({ top: 500 }));
  await expect(menu).toBeInViewport({ ratio: 1 });
  // The name of the folder opens the folders too.
  await page.getByRole("heading", { name: "Inbox" }).getByRole("button").click();
  const folders = page.getByRole("dialog");
  await expect(folders.getByRole("link", { name: "Sent" })).toBeVisible();
  // The bar at the bottom has it.
  await expect(folders.getByRole("button", { name: "Compose" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(folders).toHaveCount(0);

  // A low window shows rows instead of the bar until one scrolls up.
  await page.setViewportSize({ width: 568, height: 320 });
  const compose = main.getByRole("button", { name: "Compose" });
  const barPx = async () => (await main.boundingBox())?.height ?? 0;
  await rows.evaluate((pane) => pane.scrollTo({ top: 300 }));
  await expect.poll(barPx).toBeGreaterThan(40);
  await expect(assistant).toHaveCSS("opacity", "1");
  await rows.evaluate((pane) => pane.scrollTo({ top: 600 }));
  await expect.poll(barPx).toBeLessThan(2);
  await expect(assistant).toHaveCSS("opacity", "0");
  await expect.poll(async () => (await rows.boundingBox())?.height ?? 0).toBeGreaterThan(320 - 80);
  // The keyboard still reaches it.
  await page.getByRole("link", { name: "Brief" }).focus();
  await page.keyboard.press("Tab");
  await expect(compose).toBeFocused();
  await expect.poll(barPx).toBeGreaterThan(40);
  await rows.evaluate((pane) => pane.scrollTo({ top: 900 }));
  await rows.evaluate((pane) => pane.scrollTo({ top: pane.scrollHeight }));
  await expect(compose).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 375, height: 720 });

  await rows.evaluate((pane) => pane.scrollTo({ top: 500 }));
  await openMail(page, "Rope 12");
  await expect(main).toBeHidden();
  await expect(menu).toBeHidden();
  for (const name of ["Archive", "Delete", "Snooze", "Reply"]) {
    const button = page.getByRole("button", { name, exact: true });
    await expect(button).toBeInViewport({ ratio: 1 });
    expect(await yOf(button)).toBeGreaterThanOrEqual(bar?.y ?? Infinity);
  }
  const text = page.frameLocator("#message iframe").getByText("Twelve metres.");
  expect(await yOf(text)).toBeLessThanOrEqual(320);
  await page.getByRole("button", { name: "Archive", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Rope 13" })).toBeVisible();
  await page.getByRole("button", { name: "Back" }).click();
  const inbox = main.getByRole("link", { name: "Inbox" });
  await expect(inbox).toHaveAttribute("aria-current", "page");
  await main.getByRole("link", { name: "Brief" }).click();
  await expect(page.getByRole("heading", { name: "Daily brief" })).toBeVisible();
  await expect(inbox).not.toHaveAttribute("aria-current");
  await main.getByRole("link", { name: "Inbox" }).click();
  await expect(first).toBeVisible();
});

test.describe("with touch input", () => {
  test.use({ hasTouch: true, isMobile: true });

  test("shows menus at the bottom of the screen, and the star only of a starred email", async ({
    page,
    user,
  }) => {
    const [north] = user.mailboxes;
    await north.deliver(aMail({ subject: "Rope and paint" }));
    await user.connect();
    await page.setViewportSize({ width: 320, height: 640 });
    await signIn(page, user);
    const row = rowOf(page, "Rope and paint");
    const menu = page.getByRole("menu");
    await expect(row).toBeVisible();
    await expect(row.getByRole("button")).toHaveCount(0);
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await expect(menu).toBeInViewport({ ratio: 1 });
    await page.keyboard.press("Escape");
    await row.click({ button: "right" });
    await expect(menu).toBeInViewport({ ratio: 1 });
    const { x, width, y = 0, height = 0 } = (await menu.boundingBox()) ?? {};
    expect([x, width, y + height]).toEqual([0, 320, 640]);
    await menu.getByRole("menuitem", { name: "Star" }).click();
    await expect(row.getByRole("button", { name: "Remove star" })).toBeVisible();
  });

  test("keeps every action of the open message within the screen, also on a narrow one", async ({
    page,
    user,
  }) => {
    const [north] = user.mailboxes;
    await north.deliver(aMail({ subject: "Rope and paint", text: "Twelve metres, please." }));
    await user.connect();
    await signIn(page, user);
    await openMail(page, "Rope and paint");
    for (const width of [375, 320]) {
      await page.setViewportSize({ width, height: 720 });
      const more = page.getByRole("button", { name: "More actions" });
      await expect
        .poll(async () => {
          const box = await more.boundingBox();
          return box && box.x + box.width;
        })
        .toBeLessThanOrEqual(width);
      await expect(page.getByRole("button", { name: "Reply", exact: true })).toBeInViewport({
        ratio: 1,
      });
    }
  });
});
