import { expect } from "@playwright/test";
import { openComposer } from "../support/composer.ts";
import { textPart } from "../../tools/demo/mime.ts";
import { openMail, pressOn, rowOf, signIn, test } from "../support/fixtures.ts";
import { aMail } from "../support/mail.ts";

const minute = 60_000;

test("shows HTML messages that set no font in the font of the app", async ({ page, user }) => {
  const html = `<html><body>
    <p id="none">No face.</p>
    <table><tr><td>In a table.</td></tr></table>
    <p style="font-family: initial">Initial.</p>
    <p style="font-family: Unheard Of">Unheard of.</p>
    <p style="font: 14px/1.4 Georgia, serif">Chosen.</p></body></html>`;
  const part = textPart(html, { subtype: "html" });
  await user.mailboxes[0].deliver(aMail({ subject: "Faces", part }));
  await user.connect();
  await signIn(page, user);
  await openMail(page, "Faces");
  const frame = page.frameLocator("#message iframe");
  const faceOf = async (text: string) =>
    frame
      .getByText(text, { exact: true })
      .evaluate((element) => getComputedStyle(element).fontFamily);
  const app = await page.evaluate(() => getComputedStyle(document.body).fontFamily);
  expect(app).toContain("Inter Variable");
  for (const text of ["No face.", "In a table.", "Initial."]) {
    expect(await faceOf(text)).toContain("Inter Variable");
  }
  expect(await faceOf("Unheard of.")).toMatch(/sans-serif$/);
  expect(await faceOf("Chosen.")).toBe("Georgia, serif");
  // The font is loaded and not only named.
  await expect
    .poll(() => frame.locator("body").evaluate(() => document.fonts.check('15px "Inter Variable"')))
    .toBe(true);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true });

  test("does not cover the last row of the list with the round button", async ({ page, user }) => {
    const now = Date.now();
    user.mailboxes[0].hold(
      Array.from({ length: 15 }, (_, at) => {
        const date = now - at * minute;
        return { date, raw: aMail({ subject: `Letter ${at}`, date }) };
      }),
    );
    const call = await user.connect();
    await expect.poll(async () => (await call("GET /email/list", {})).emails.length).toBe(15);
    await signIn(page, user);
    await expect(rowOf(page, "Letter 0")).toBeVisible();
    const last = rowOf(page, "Letter 14");
    await pressOn(page.getByRole("grid").getByRole("row").first(), "End");
    await expect(last).toBeVisible();
    await page.getByText("All emails loaded").scrollIntoViewIfNeeded();
    await page.getByRole("grid").evaluate((grid) => {
      const scroller = grid.closest("[class*=overflow-y]") ?? grid;
      scroller.scrollTop = scroller.scrollHeight;
    });
    const button = page.getByRole("button", { name: "Compose", exact: true });
    await expect
      .poll(async () => {
        const row = await last.boundingBox();
        const round = await button.boundingBox();
        return row && round ? row.y + row.height <= round.y : false;
      })
      .toBe(true);
  });
});

test.describe("on a Mac", () => {
  test.use({
    userAgent:
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
  });

  test("shows the keys of the rich text toolbar for the user's platform", async ({
    page,
    user,
  }) => {
    await user.connect();
    await signIn(page, user);
    const dialog = await openComposer(page);
    await dialog.getByRole("button", { name: "Rich text" }).click();
    await dialog.getByRole("button", { name: "Bold" }).hover();
    await expect(page.locator("kbd", { hasText: "⌘ B" })).toBeVisible();
    await dialog.getByRole("button", { name: "Link", exact: true }).hover();
    await expect(page.locator("kbd", { hasText: "⌘ K" })).toBeVisible();
    await expect(page.getByText("Ctrl K")).toHaveCount(0);
  });
});
