import { limits } from "../../contract/limits.ts";
import { expect, type Locator, type Page } from "@playwright/test";
import { openComposer, toastOf, write } from "../support/composer.ts";
import { openMail, pressOn, rowOf, signIn, test } from "../support/fixtures.ts";
import { aMail } from "../support/mail.ts";

test("shows the notification of an action for as long as it can be undone", async ({
  page,
  user,
}) => {
  const [north] = user.mailboxes;
  await north.deliver(aMail({ subject: "Sail loft" }));
  await user.connect();
  await signIn(page, user);
  await expect(rowOf(page, "Sail loft")).toBeVisible();
  await page.clock.install();
  await pressOn(rowOf(page, "Sail loft"), "e");
  const undo = page.getByRole("button", { name: "Undo (Z)" });
  await expect(undo).toBeVisible();
  await page.clock.pauseAt(Date.now() + limits.undoChangeMs / 2);
  await expect(undo).toBeVisible();
  await page.clock.runFor(limits.undoChangeMs);
  await expect(undo).toHaveCount(0);
});

/** Returns the buttons in `place` that a toast covers. */
async function coveredIn(page: Page, place: Locator): Promise<string[]> {
  const toasts = await toastOf(page)
    .getByRole("dialog")
    .or(toastOf(page).getByRole("alertdialog"))
    .all();
  const boxes = await Promise.all(toasts.map((toast) => toast.boundingBox()));
  const covered: string[] = [];
  for (const button of await place.locator("button:visible, select:visible, a:visible").all()) {
    const own = await button.boundingBox();
    const isUnder = boxes.some(
      (box) =>
        box &&
        own &&
        box.x < own.x + own.width &&
        own.x < box.x + box.width &&
        box.y < own.y + own.height &&
        own.y < box.y + box.height,
    );
    if (isUnder)
      covered.push((await button.getAttribute("aria-label")) ?? (await button.innerText()));
  }
  return covered;
}

for (const [device, viewport] of [
  ["a desk", { width: 1280, height: 800 }],
  ["a small desk", { width: 1024, height: 768 }],
  ["a phone", { width: 375, height: 720 }],
] as const) {
  test(`notifications in quick succession cover no button, on ${device}`, async ({
    page,
    user,
  }) => {
    await page.setViewportSize(viewport);
    const [north] = user.mailboxes;
    const subjects = ["Sail loft", "Rope", "Paint", "Varnish"];
    for (const subject of subjects) await north.deliver(aMail({ subject }));
    const call = await user.connect();
    await call("PUT /user/preferences", { undoSeconds: 30 });
    await signIn(page, user);
    const archive = async (subject: string) => {
      await pressOn(rowOf(page, subject), "e");
      await expect(rowOf(page, subject)).toBeHidden();
    };
    await archive("Rope");
    const composer = page.getByRole("dialog", { name: "Compose Email" });
    for (const at of [1, 2, 3]) {
      await openComposer(page);
      await write(composer, { to: north.address, subject: `Note ${at}`, text: "Short." });
      await page.keyboard.press("Control+Enter");
      await expect(composer).toBeHidden();
    }
    await archive("Paint");
    // The last action can be undone; earlier notifications are shown if there is space.
    const undo = page.getByRole("button", { name: "Undo (Z)" });
    await expect(undo).toBeVisible();
    const shown = toastOf(page).getByRole("dialog");
    await expect.poll(async () => (await shown.all()).length).toBeLessThanOrEqual(3);
    await expect(toastOf(page)).toHaveAttribute("aria-live", "polite");

    await openMail(page, "Varnish");
    expect(await coveredIn(page, page.getByRole("region", { name: "Varnish" }))).toEqual([]);
    await page.keyboard.press("u");
    await openComposer(page);
    expect(await coveredIn(page, composer)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(composer).toBeHidden();
    // On a slow machine the notifications above have disappeared.
    await archive("Sail loft");
    await undo.click();
    await expect(rowOf(page, "Sail loft")).toBeVisible();
  });
}
