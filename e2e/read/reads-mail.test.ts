import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import type { Charset } from "../../tools/demo/charsets.ts";
import { pdfFile } from "../../tools/demo/files.ts";
import {
  type Encoding,
  filePart,
  messagePart,
  multipart,
  textPart,
} from "../../tools/demo/mime.ts";
import { openMail, signIn, test, wordsOf } from "../support/fixtures.ts";
import { aMail } from "../support/mail.ts";

const letters: readonly (readonly [Charset, Encoding, string, string])[] = [
  ["utf-8", "quoted-printable", "Grüße aus Emden", "Die Möwen sind zurück, der Käse auch 🧀."],
  ["iso-8859-1", "8bit", "Réservation", "Votre table est réservée près de la fenêtre."],
  ["windows-1251", "base64", "Отчёт готов", "Состояние бетона лучше, чем ожидали."],
  ["koi8-r", "8bit", "Перевод", "Посмотрите, пожалуйста, чертёж."],
  ["iso-2022-jp", "7bit", "岸壁調査", "潜水調査が完了しましたのでご報告します。"],
  ["gb18030", "base64", "码头检测", "检测工作已经完成，结果比预期的好。"],
  ["windows-1255", "quoted-printable", "מדידות", "סיימנו את המדידות והתוצאות טובות."],
  ["windows-1256", "8bit", "نتائج الفحص", "انتهى الغواصون من الفحص أمس."],
];

test("shows every charset, as plain text and as HTML", async ({ page, user }) => {
  const [north] = user.mailboxes;
  for (const [charset, encoding, subject, text] of letters) {
    await north.deliver(aMail({ subject, part: textPart(`${text}\n`, { charset, encoding }) }));
    const html = `<p><b>${text}</b></p>`;
    const part = textPart(html, { charset, encoding, subtype: "html" });
    await north.deliver(aMail({ subject: `HTML ${subject}`, part }));
  }
  await user.connect();
  await signIn(page, user);
  for (const [, , subject, text] of letters) {
    for (const title of [`HTML ${subject}`, subject]) {
      const row = page.getByRole("grid").getByRole("row").filter({ hasText: title });
      await row.last().click();
      await expect(page.getByRole("heading", { name: title, exact: true }).first()).toBeVisible();
      await expect.poll(() => wordsOf(page), { message: title }).toContain(text.normalize("NFC"));
    }
  }
});

test("lists attachments and downloads them byte for byte", async ({ page, user }) => {
  const [north] = user.mailboxes;
  const report = pdfFile(["Quay 7", "Survey"]);
  const part = multipart("mixed", "outer", [
    multipart("alternative", "inner", [
      textPart("The report is attached.\n"),
      textPart("<p>The <i>report</i> is attached.</p>", { subtype: "html" }),
    ]),
    filePart("Überblick.pdf", "application/pdf", report),
    messagePart(aMail({ subject: "The first letter", text: "Inside another letter.\n" })),
  ]);
  await north.deliver(aMail({ subject: "Report attached", part }));
  await user.connect();
  await signIn(page, user);
  await openMail(page, "Report attached");
  await expect.poll(() => wordsOf(page)).toContain("The report is attached.");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download Überblick.pdf" }).click();
  const file = await download;
  expect(file.suggestedFilename().normalize("NFC")).toBe("Überblick.pdf");
  expect(Buffer.compare(await readFile(await file.path()), report)).toBe(0);
  const inside = page.getByText(/\.eml|message\/rfc822|The first letter/);
  await expect(inside.filter({ visible: true }).first()).toBeVisible();
});

test("shows the readable parts of damaged messages, and the rest of the mailbox", async ({
  page,
  user,
}) => {
  const [north] = user.mailboxes;
  await north.deliver(
    'From: a@example.org\nSubject: No boundary\nContent-Type: multipart/mixed; boundary="x"\n\nStill a sentence.\n',
  );
  await north.deliver(
    "From: b@example.org\nSubject: Cut off\nContent-Type: text/plain\nContent-Transfer-Encoding: base64\n\nVGhlIGxpbmUgYnJva2UgaGVy",
  );
  await north.deliver("");
  await north.deliver(aMail({ subject: "A healthy one", text: "All is well.\n" }));
  await user.connect();
  await signIn(page, user);
  await openMail(page, "Cut off");
  await expect.poll(() => wordsOf(page)).toContain("The line broke her");
  await openMail(page, "No boundary");
  await openMail(page, "A healthy one");
  await expect.poll(() => wordsOf(page)).toContain("All is well.");
});

test("shows when an email was written if it arrived on another day", async ({ page, user }) => {
  const [north] = user.mailboxes;
  await north.deliver(aMail({ subject: "From the attic", date: Date.UTC(2025, 2, 3, 12) }));
  await north.deliver(aMail({ subject: "Of today" }));
  await user.connect();
  await signIn(page, user);
  await openMail(page, "From the attic");
  await expect(page.getByText("Sent 3 Mar 2025, arrived later", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Show details" }).click();
  await expect(page.getByText(/^Monday,? 3 March 2025/)).toBeVisible();
  await openMail(page, "Of today");
  await expect(page.getByText(/^Sent \d/)).toHaveCount(0);
});

test("begins a plain email in the upper third of the window", async ({ page, user }) => {
  const [north] = user.mailboxes;
  await north.deliver(aMail({ subject: "Rope and paint", text: "Twelve metres, please.\n" }));
  await user.connect();
  await signIn(page, user);
  await openMail(page, "Rope and paint");
  const body = page.locator("#message iframe");
  await expect(body.contentFrame().getByText("Twelve metres")).toBeVisible();
  const top = async () => (await body.boundingBox())?.y;
  expect(await top()).toBeLessThanOrEqual(250);
  // The tabs are beside the subject.
  const subject = await page.locator("#message").getByRole("heading").first().boundingBox();
  const tabs = await page.getByRole("tablist", { name: "Views of this email" }).boundingBox();
  expect(tabs?.y).toBe(subject?.y);
  expect(tabs?.height).toBe(28);
  await page.setViewportSize({ width: 375, height: 812 });
  await expect.poll(top).toBeLessThanOrEqual(320);
});
