import { expect, type Locator, type Page } from "@playwright/test";
import { openMail, pressOn, rowOf, signIn, test } from "../support/fixtures.ts";
import { aMail } from "../support/mail.ts";

const subject = "שלום from the harbour";

async function turnRound(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // The document has no root element yet when init scripts run, and the page sets the direction of its language.
    const turn = () => {
      const { documentElement: page } = document;
      if (page && page.dir !== "rtl") page.dir = "rtl";
    };
    const watched = { childList: true, subtree: true, attributeFilter: ["dir"] };
    new MutationObserver(turn).observe(document, watched);
    turn();
  });
}

/** Asserts that nothing of the page is outside the window, on either side. */
async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const isWithin = () =>
    page.evaluate(() => {
      const root = document.documentElement;
      root.scrollLeft = -50;
      return root.scrollLeft === 0 && root.scrollWidth <= root.clientWidth;
    });
  await expect.poll(isWithin).toBe(true);
}

async function boxOf(place: Locator) {
  const box = await place.boundingBox();
  if (!box) throw new Error("It is not on the page.");
  return { ...box, end: box.x + box.width };
}

test("mirrors the layout beside the open mail", async ({ page, user }) => {
  await user.mailboxes[0].deliver(aMail({ subject, text: "Twelve metres, please." }));
  await user.connect();
  await turnRound(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, user);
  await openMail(page, subject);
  await expectNoSidewaysScroll(page);

  const sidebar = await boxOf(page.getByRole("complementary", { name: "Sidebar" }));
  expect(sidebar.end).toBeGreaterThan(1270);
  const row = await boxOf(rowOf(page, subject));
  expect(row.end).toBeLessThanOrEqual(sidebar.x + 1);

  const separator = page.getByRole("separator");
  const before = await boxOf(separator);
  expect(before.end).toBeLessThanOrEqual(row.x + 1);
  await page.mouse.move(before.x, 400);
  await page.mouse.down();
  await page.mouse.move(before.x - 60, 400);
  await page.mouse.up();
  const dragged = await boxOf(separator);
  expect(Math.abs(dragged.x - (before.x - 60))).toBeLessThan(2);
  await pressOn(separator, "ArrowRight");
  expect((await boxOf(separator)).x).toBeGreaterThan(dragged.x);

  // A menu opens on the same side of the window as its button.
  await page.getByRole("button", { name: "More actions" }).click();
  const menu = await boxOf(page.getByRole("menu"));
  expect(menu.x).toBeGreaterThanOrEqual(0);
  expect(menu.end).toBeLessThanOrEqual(1280);
  await expectNoSidewaysScroll(page);
});

test("slides its panel in from the right on a phone", async ({ page, user }) => {
  await user.mailboxes[0].deliver(aMail({ subject, text: "Twelve metres, please." }));
  await user.connect();
  await turnRound(page);
  await page.setViewportSize({ width: 375, height: 720 });
  await signIn(page, user);
  await expect(rowOf(page, subject)).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Open sidebar" }).click();
  const panel = page.getByRole("dialog", { name: "Inlet" });
  await expect.poll(async () => (await boxOf(panel)).end).toBe(375);
  expect((await boxOf(panel)).x).toBeGreaterThan(0);
  await expectNoSidewaysScroll(page);
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();

  await openMail(page, subject);
  await expectNoSidewaysScroll(page);
  await page.goto("/app/settings?tab=appearance");
  await expect(page.getByRole("heading", { name: "Appearance" })).toBeInViewport({ ratio: 1 });
  await expectNoSidewaysScroll(page);
  await page.getByRole("main").getByRole("button", { name: "Back", exact: true }).click();
  await expect(page.getByRole("navigation", { name: "Settings" })).toBeVisible();
  await expectNoSidewaysScroll(page);
});
