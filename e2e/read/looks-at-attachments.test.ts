import { execFileSync } from "node:child_process";
import { expect, type Page, type TestInfo } from "@playwright/test";
import { filePart, multipart, textPart } from "../../tools/demo/mime.ts";
import { expectAccessible } from "../support/axe.ts";
import { wholeBrowser } from "../support/browsers.ts";
import { openMail, pressOn, signIn, test } from "../support/fixtures.ts";
import { aMail } from "../support/mail.ts";

test.use({ launchOptions: wholeBrowser });

const dot = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);
const page1 = Buffer.from("<script>document.title = 'was run'</script>");

test("previews images and texts without saving them, and downloads all files at once", async ({
  page,
  user,
}, info) => {
  const part = multipart("mixed", "outer", [
    textPart("Four files.\n"),
    filePart("dot.png", "image/png", dot),
    filePart("Übersicht.txt", "text/plain", Buffer.from("Kaimauer: 7 m\n")),
    filePart("page.html", "text/html", page1),
    filePart("not-a-picture.png", "image/png", page1),
  ]);
  await user.mailboxes[0].deliver(aMail({ subject: "Files", part }));
  await user.connect();
  await signIn(page, user);
  await openMail(page, "Files");
  const opener = page.getByRole("button", { name: "Preview dot.png" });
  // A file that could contain a script is only offered as a download.
  await expect(page.getByRole("link", { name: "Download page.html" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Preview page.html" })).toHaveCount(0);
  await opener.scrollIntoViewIfNeeded();
  const thumbnail = await opener.locator("img").boundingBox();
  expect([thumbnail?.width, thumbnail?.height]).toEqual([72, 64]);
  // A file that is no image has the mark of its type.
  await expect(
    page.getByRole("button", { name: "Preview not-a-picture.png" }).locator("img"),
  ).toHaveCount(0);
  await look(page, info, "files");

  await pressOn(opener, "Enter");
  const dialog = page.getByRole("dialog");
  const picture = dialog.getByRole("img", { name: "dot.png" });
  await expect(picture).toBeVisible();
  expect(
    await picture.evaluate((img) => (img instanceof HTMLImageElement ? img.naturalWidth : 0)),
  ).toBe(1);
  const { width, height } = page.viewportSize() ?? {};
  await expect.poll(async () => dialog.boundingBox()).toEqual({ x: 0, y: 0, width, height });
  await pressOn(dialog.getByRole("button", { name: "Zoom in" }), "Enter");
  await expect(dialog.getByText("150%")).toBeVisible();
  // The file stays as it is when the list beside the message goes and returns.
  const list = page.locator("#message-list");
  await page.setViewportSize({ width: 900, height: height ?? 0 });
  await expect(list).toHaveCount(0);
  await page.setViewportSize({ width: width ?? 0, height: height ?? 0 });
  await expect(list).toHaveCount(1);
  await expect(dialog.getByText("150%")).toBeVisible();
  await picture.click();
  await expect(dialog.getByText("100%")).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(dialog.getByRole("heading", { name: "Übersicht.txt" })).toBeVisible();
  await expect(dialog.getByText("Kaimauer: 7 m")).toBeVisible();
  await expectAccessible(page, "a text that is looked at");
  await look(page, info, "text");
  await dialog.getByRole("button", { name: "Next file" }).click();
  await expect(dialog.getByText("This image cannot be shown.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
  expect(await page.title()).not.toContain("was run");

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download all" }).click();
  const zip = await download;
  expect(zip.suggestedFilename()).toBe("Files.zip");
  const path = await zip.path();
  expect(execFileSync("unzip", ["-t", path], { encoding: "utf8" })).toContain("No errors");
  expect(execFileSync("unzip", ["-p", path, "dot.png"])).toEqual(dot);
  const names = execFileSync("unzip", ["-Z1", path], {
    encoding: "utf8",
    env: { ...process.env, LC_ALL: "C.UTF-8" },
  });
  expect(names.trim().split("\n")).toEqual([
    "dot.png",
    "Übersicht.txt",
    "page.html",
    "not-a-picture.png",
  ]);
});

test("has the arrows of a viewed file below its text on a phone", async ({ page, user }) => {
  await page.setViewportSize({ width: 375, height: 720 });
  const part = multipart("mixed", "outer", [
    textPart("Two files.\n"),
    filePart("quay.txt", "text/plain", Buffer.from("Quay: 7 m\n")),
    filePart("mole.txt", "text/plain", Buffer.from("Mole: 9 m\n")),
  ]);
  await user.mailboxes[0].deliver(aMail({ subject: "Files", part }));
  await user.connect();
  await signIn(page, user);
  await openMail(page, "Files");
  await page.getByRole("button", { name: "Preview quay.txt" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Quay: 7 m")).toBeVisible();
  const text = await dialog.locator("section").boundingBox();
  const arrow = await dialog.getByRole("button", { name: "Next file" }).boundingBox();
  expect(arrow?.y).toBeGreaterThanOrEqual((text?.y ?? 0) + (text?.height ?? 0));
});

const paper = [
  "%PDF-1.4",
  "1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj",
  "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj",
  "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]>>endobj",
  "trailer<</Root 1 0 R>>",
].join("\n");

test("opens a PDF in a new tab, but not a file that only claims to be one", async ({
  page,
  user,
}) => {
  const part = multipart("mixed", "outer", [
    textPart("Two files.\n"),
    filePart("paper.pdf", "application/pdf", Buffer.from(paper)),
    filePart("page.pdf", "application/pdf", page1),
  ]);
  await user.mailboxes[0].deliver(aMail({ subject: "Papers", part }));
  await user.connect();
  await signIn(page, user);
  await openMail(page, "Papers");
  const opening = page.waitForEvent("popup");
  await page.getByRole("link", { name: "View paper.pdf in a new tab" }).click();
  const tab = await opening;
  // The browser's own PDF viewer is an extension.
  await expect
    .poll(() =>
      tab
        .frames()
        .map((frame) => frame.url())
        .join(" "),
    )
    .toContain("chrome-extension://");
  // The tab contains only the viewer, and it has no opener.
  const seen = () => ({
    type: document.contentType,
    opener: window.opener as unknown,
    scripts: document.scripts.length,
  });
  expect(await tab.evaluate(seen)).toEqual({ type: "application/pdf", opener: null, scripts: 0 });
  await tab.close();

  const download = page.context().waitForEvent("download");
  await page.getByRole("link", { name: "View page.pdf in a new tab" }).click();
  expect((await download).suggestedFilename()).toBe("page.pdf");
  await expect(page.getByRole("link", { name: "Download page.pdf" })).toBeVisible();
});

test("distinguishes the unnamed parts of a report", async ({ page, user }) => {
  const bounce = [
    "From: Mailer <mailer@example.org>",
    `To: ${user.mailboxes[0].address}`,
    "Subject: Undelivered",
    "Message-ID: <bounce@example.org>",
    `Date: ${new Date().toUTCString()}`,
    "MIME-Version: 1.0",
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    "",
    "--b",
    "Content-Type: text/plain",
    "",
    "It could not be delivered.",
    "--b",
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; mx.example.org",
    "",
    "Final-Recipient: rfc822; nobody@example.org",
    "Action: failed",
    "Status: 5.1.1",
    "",
    "--b",
    "Content-Type: message/rfc822",
    "",
    "Subject: What was sent",
    "",
    "Hello.",
    "--b--",
    "",
  ].join("\r\n");
  await user.mailboxes[0].deliver(bounce);
  await user.connect();
  await signIn(page, user);
  await openMail(page, "Undelivered");
  await expect(page.getByRole("link", { name: "Download original mail.eml" })).toBeVisible();
  await page.getByRole("button", { name: "Preview delivery report.txt" }).click();
  await expect(page.getByRole("dialog").getByText("Status: 5.1.1")).toBeVisible();
});

/** Takes a screenshot in both themes, for inspection. */
async function look(page: Page, info: TestInfo, name: string): Promise<void> {
  if (process.env["LOOKS"] === undefined) return;
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({
      path: `${process.env["LOOKS"]}/${info.title.slice(0, 5)}-${name}-${colorScheme}.png`,
    });
  }
}
