import { expect, type Page } from "@playwright/test";
import { openMail, rowOf, signIn, test } from "./fixtures.ts";
import { aMail } from "./mail.ts";

test.use({ viewport: { width: 375, height: 720 } });

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(375);
}

test("shows the list or the reader, never sideways", async ({ page, person }) => {
  const [north] = person.mailboxes;
  const subject =
    "A subject much longer than a telephone is wide, with averyveryverylongwordwithoutanyblank";
  await north.deliver(
    aMail({ subject, text: `${"https://example.org/a/very/long/address".repeat(6)}\n` }),
  );
  await person.connect();
  await signIn(page, person);
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
