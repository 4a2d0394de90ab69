import { expect, type Page } from "@playwright/test";
import { filePart, multipart, textPart } from "../../tools/demo/mime.ts";
import { openMail, rowOf, signIn, test } from "../support/fixtures.ts";
import { aMail } from "../support/mail.ts";
import type { TestUser } from "../support/product.ts";

const day = 86_400_000;
const timeZone = "Europe/Berlin";

/** Returns the text with plain spaces, because languages differ in the kind of space they use. */
const plain = (text: string | null) => text?.replaceAll(/\s/g, " ") ?? "";

/** Delivers messages from two days ago, from forty days ago, and with a file, in German and in Arabic. */
async function withMessages(page: Page, user: TestUser) {
  const now = Date.now();
  const dates = { recent: now - 2 * day, old: now - 40 * day };
  const part = multipart("mixed", "outer", [
    textPart("<p>مرحبا، هذا هو التقرير الجديد.</p>", { subtype: "html" }),
    filePart("report.bin", "application/octet-stream", Buffer.alloc(1536)),
  ]);
  const german = "Das ist der Bericht, und er ist nicht für alle von uns.\n";
  user.mailboxes[0].hold([
    { date: now, raw: aMail({ subject: "Arabic", part }) },
    {
      date: dates.recent,
      raw: aMail({ subject: "German", text: german, date: dates.recent }),
    },
    { date: dates.old, raw: aMail({ subject: "Old", date: dates.old }) },
  ]);
  await user.connect();
  await signIn(page, user);
  return dates;
}

for (const [locale, size] of [
  ["de-DE", "1,5 KB"],
  ["ar", `${(1.5).toLocaleString("ar")} KB`],
] as const) {
  test.describe(`in a browser with locale ${locale}`, () => {
    test.use({ locale });

    test("formats dates and sizes by locale, and marks each message with its own language", async ({
      page,
      user,
    }) => {
      const dates = await withMessages(page, user);
      const written = (options: Intl.DateTimeFormatOptions, date: number) =>
        plain(new Intl.DateTimeFormat(locale, { ...options, timeZone }).format(date));
      const dateOf = async (subject: string) =>
        plain(await rowOf(page, subject).locator("time").textContent());
      await expect(rowOf(page, "Old")).toBeVisible();
      expect(await dateOf("German")).toBe(written({ weekday: "short" }, dates.recent));
      expect(await dateOf("Old")).toBe(written({ month: "short", day: "numeric" }, dates.old));
      // The texts of the product do not change.
      await expect(page.getByText("3 unread").last()).toBeVisible();

      await openMail(page, "Arabic");
      await expect(page.getByText(size)).toBeVisible();
      const body = page
        .frameLocator("#message iframe")
        .locator("[lang]")
        .filter({ hasText: "التقرير" })
        .last();
      await expect(body).toHaveAttribute("lang", "ar");
      expect(await body.evaluate((element) => getComputedStyle(element).direction)).toBe("rtl");

      await openMail(page, "German");
      const german = page.frameLocator("#message iframe").locator("[lang=de]").last();
      await expect(german).toContainText("Bericht");
      expect(await german.evaluate((element) => getComputedStyle(element).direction)).toBe("ltr");
    });
  });
}
