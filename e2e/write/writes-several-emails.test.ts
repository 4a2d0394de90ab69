import { expect, type Locator, type Page } from "@playwright/test";
import { composer, openComposer, textOf, toastOf, write } from "../support/composer.ts";
import { openMail, pressOn, rowOf, signIn, test } from "../support/fixtures.ts";
import { aMail } from "../support/mail.ts";

/** Returns the tabs of the minimized windows. */
function tabsOf(page: Page) {
  return page.getByRole("region", { name: "Minimized emails" }).getByRole("button");
}

test("writes beside the mail, which takes keys and clicks, and gives the focus back", async ({
  page,
  user,
}) => {
  const [north] = user.mailboxes;
  await north.deliver(aMail({ subject: "Rope and paint" }));
  await user.connect();
  await signIn(page, user);
  const row = rowOf(page, "Rope and paint");
  await pressOn(row, "c");
  const dialog = composer(page);
  await expect(dialog).toHaveAttribute("aria-modal", "false");
  await write(dialog, { subject: "Twelve metres", text: "Of the blue one." });
  await pressOn(row, "s");
  await expect(row.getByRole("button", { name: "Remove star" })).toBeVisible();
  await row.getByRole("button", { name: "Remove star" }).click();
  await expect(row.getByRole("button", { name: "Remove star" })).toBeHidden();
  await expect(textOf(dialog)).toHaveValue("Of the blue one.");

  await row.focus();
  await textOf(dialog).focus();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(row).toBeFocused();
  await tabsOf(page).click();
  // Its tab says that the draft is there.
  await expect(toastOf(page).getByText("Draft saved")).toHaveCount(0);
  await expect(textOf(dialog)).toBeFocused();
  await expect(textOf(dialog)).toHaveValue("Of the blue one.");
});

test("lets list and message scroll out from under a docked window", async ({ page, user }) => {
  const [north] = user.mailboxes;
  const now = Date.now();
  north.hold(
    Array.from({ length: 20 }, (_, at) => ({
      date: now - at * 60_000,
      raw: aMail({ subject: `Rope ${at + 1}`, text: "Twelve metres.", date: now - at * 60_000 }),
    })),
  );
  await user.connect();
  await signIn(page, user);
  await openMail(page, "Rope 1");
  const dialog = await openComposer(page);
  const topPx = (await dialog.boundingBox())?.y ?? 0;
  const endOf = async (part: Locator) => {
    const box = await part.boundingBox();
    return box ? box.y + box.height : Infinity;
  };
  const line = page.getByRole("button", { name: /^Reply to/ });
  await line.waitFor();
  await page.locator("#message .pane-scroll").evaluate((pane) => pane.scrollTo({ top: 10_000 }));
  await expect.poll(() => endOf(line)).toBeLessThanOrEqual(topPx);
  const rows = page.getByRole("grid").locator("..");
  await rows.evaluate((pane) => pane.scrollTo({ top: 10_000 }));
  await expect.poll(() => endOf(rowOf(page, "Rope 20"))).toBeLessThanOrEqual(topPx);
});

test("keeps up to three windows, and restores each after a reload", async ({ page, user }) => {
  const [north] = user.mailboxes;
  await north.deliver(aMail({ subject: "Rope and paint" }));
  await user.connect();
  await signIn(page, user);
  const row = rowOf(page, "Rope and paint");
  const dialog = composer(page);
  for (const subject of ["First", "Second", "Third"]) {
    await pressOn(row, "c");
    await expect(dialog.getByLabel("Subject")).toHaveValue("");
    await write(dialog, { subject, text: `It is the ${subject}.` });
    await expect(dialog.getByText("Saved", { exact: true })).toBeVisible();
  }
  await expect(tabsOf(page)).toHaveText(["First", "Second"]);

  await page.reload();
  await expect(textOf(dialog)).toHaveValue("It is the Third.");
  await expect(tabsOf(page)).toHaveText(["First", "Second"]);
  await tabsOf(page).first().click();
  await expect(textOf(dialog)).toHaveValue("It is the First.");
  await expect(dialog.getByText("Restored from your last session.")).toBeVisible();
  await expect(tabsOf(page)).toHaveText(["Second", "Third"]);

  await pressOn(row, "c");
  await write(dialog, { subject: "Fourth", text: "It is the Fourth." });
  await expect(tabsOf(page)).toHaveText(["Third", "First"]);
  await expect(toastOf(page).getByText("Draft saved").first()).toBeVisible();
});

test("a composer window shows its subject as title, expands and closes", async ({ page, user }) => {
  await user.connect();
  await signIn(page, user);
  const dialog = await openComposer(page);
  await expect(dialog.getByText("Compose Email")).toBeVisible();
  await write(dialog, { subject: "Twelve metres" });
  await expect(dialog.getByText("Twelve metres")).toBeVisible();
  const docked = await dialog.boundingBox();
  expect(docked?.width).toBe(560);
  expect((docked?.y ?? 0) + (docked?.height ?? 0)).toBe(page.viewportSize()?.height);
  expect((docked?.x ?? 0) + (docked?.width ?? 0)).toBe(1280 - 16);
  const assistant = page.getByRole("button", { name: "Open AI Assistant" });
  await expect(assistant).toBeHidden();

  await dialog.getByRole("button", { name: "Expand" }).click();
  await expect(dialog).toHaveAttribute("aria-modal", "true");
  expect((await dialog.boundingBox())?.width).toBe(760);
  await expect(dialog.getByLabel("Subject")).toHaveValue("Twelve metres");
  await dialog.getByRole("button", { name: "Shrink" }).click();
  await expect(dialog).toHaveAttribute("aria-modal", "false");
  await dialog.getByRole("button", { name: "Minimize" }).click();
  await expect(dialog).toBeHidden();
  await expect(assistant).toBeVisible();
  await page.setViewportSize({ width: 1024, height: 720 });
  await page.getByRole("button", { name: "Twelve metres", exact: true }).click();
  await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(480);
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(tabsOf(page)).toHaveCount(0);
  await expect(toastOf(page).getByText("Draft saved").first()).toBeVisible();
});

test("shows two windows side by side where there is room, and minimized ones beside or above them", async ({
  page,
  user,
}) => {
  await page.setViewportSize({ width: 1680, height: 900 });
  await user.connect();
  await signIn(page, user);
  await write(await openComposer(page), { subject: "First", text: "It is the first." });
  await write(await openComposer(page), { subject: "Second", text: "It is the second." });
  const first = page.getByRole("dialog", { name: "First", exact: true });
  await expect(textOf(first)).toHaveValue("It is the first.");
  await expect(textOf(composer(page))).toHaveValue("It is the second.");
  await first.getByRole("button", { name: "Expand" }).click();
  await expect(composer(page)).toHaveAttribute("aria-modal", "true");
  await expect(textOf(composer(page))).toHaveValue("It is the first.");
  await composer(page).getByRole("button", { name: "Shrink" }).click();
  await expect(composer(page)).toHaveAttribute("aria-modal", "false");
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect(tabsOf(page)).toHaveText(["Second"]);
  await expect(page.getByRole("dialog", { name: "Second", exact: true })).toBeHidden();

  // Beside an open sidebar only the window has space: the tab moves above it.
  await page.setViewportSize({ width: 768, height: 900 });
  await page.getByRole("button", { name: "Keep sidebar open" }).click();
  await expect
    .poll(async () => {
      const [tab, shown] = [await tabsOf(page).boundingBox(), await composer(page).boundingBox()];
      return tab && shown && tab.width >= 160 && tab.y + tab.height <= shown.y;
    })
    .toBe(true);
});
