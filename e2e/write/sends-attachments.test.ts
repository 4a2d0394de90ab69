import { expect } from "@playwright/test";
import { beginWriting, openComposer, textOf, untilSent, write } from "../support/composer.ts";
import { signIn, test } from "../support/fixtures.ts";
import { ImapClient } from "../support/imap-client.ts";

/** A PNG image of one pixel. */
const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

test("attaches files, shows their progress, and resumes after the connection was lost", async ({
  page,
  user,
  product,
}) => {
  const { to } = await beginWriting(page, { user, product }, { undoSeconds: 0 });
  const dialog = await openComposer(page);
  await write(dialog, { to: to.address, subject: "The plan", text: "It is attached." });

  // The second chunk is aborted once; the third one waits until the test has checked the progress.
  let pieces = 0;
  const { promise: looked, resolve: look } = Promise.withResolvers<void>();
  await page.route("**/email/uploads/*?offset=*", async (route) => {
    pieces += 1;
    if (pieces === 2) return route.abort("connectionreset");
    if (pieces === 3) await looked;
    return route.continue();
  });
  const plan = Buffer.alloc(1_200_000, "harbour ");
  const files = dialog.getByRole("list", { name: "Attachments" });
  await dialog
    .locator("input[type=file]")
    .setInputFiles([{ name: "plan.pdf", mimeType: "application/pdf", buffer: plan }]);
  await expect(files.getByText("44%")).toBeVisible();
  await expect(files.getByText("Waiting for connection…")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Send", exact: true })).toBeDisabled();
  look();
  await expect(files.getByText("1.14 MB")).toBeVisible();

  await dialog.getByRole("button", { name: "Send", exact: true }).click();
  await untilSent(page);
  await using client = await ImapClient.open(to);
  await expect.poll(async () => (await client.sources("INBOX")).length).toBe(1);
  const [source = ""] = await client.sources("INBOX");
  expect(source).toMatch(/filename="?plan\.pdf"?/);
  const [, encoded = ""] =
    /application\/pdf[\s\S]*?\r\n\r\n([\sA-Za-z0-9+/=]+?)\r\n--/.exec(source) ?? [];
  expect(Buffer.from(encoded, "base64").equals(plan)).toBe(true);
});

test("stops an upload that is canceled, and names the limit before it begins", async ({
  page,
  user,
}) => {
  await user.connect();
  await signIn(page, user);
  const dialog = await openComposer(page);
  const { promise: never, resolve: end } = Promise.withResolvers<void>();
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  await page.route("**/email/uploads/*?offset=*", async (route) => {
    ask();
    await never;
    await route.abort();
  });
  const files = dialog.getByRole("list", { name: "Attachments" });
  await dialog
    .locator("input[type=file]")
    .setInputFiles([{ name: "film.mp4", mimeType: "video/mp4", buffer: Buffer.alloc(2_000_000) }]);
  // Earlier, the server has no upload that could be removed.
  await asked;
  const removed = page.waitForRequest((request) => request.method() === "DELETE");
  await files.getByRole("button", { name: "Cancel the upload of film.mp4" }).click();
  await expect(files).toBeHidden();
  await removed;
  end();
  await dialog
    .locator("input[type=file]")
    .setInputFiles([
      { name: "huge.zip", mimeType: "application/zip", buffer: Buffer.alloc(25 * 1024 ** 2 + 1) },
    ]);
  await expect(
    files.getByText("This file is too large to attach. The limit is 25 MB."),
  ).toBeVisible();
});

test("asks once about an attachment that the text mentions and the message lacks", async ({
  page,
  user,
}) => {
  const [from] = user.mailboxes;
  await user.connect({ sendsImmediately: true });
  await signIn(page, user);
  const dialog = await openComposer(page);
  await write(dialog, { to: from.address, subject: "Plan", text: "I have attached the plan." });
  await page.keyboard.press("Control+Enter");
  const question = dialog.getByRole("alert").filter({ hasText: "no file is attached" });
  await expect(question).toBeVisible();
  await question.getByRole("button", { name: "Send anyway" }).click();
  await untilSent(page);
});

test("a message sent without the mentioned attachment still waits for its time", async ({
  page,
  user,
}) => {
  const [from] = user.mailboxes;
  await user.connect({ sendsImmediately: true });
  await signIn(page, user);
  const dialog = await openComposer(page);
  await write(dialog, { to: from.address, subject: "Plan", text: "I have attached the plan." });
  await dialog.getByRole("button", { name: "Send later" }).click();
  await page.getByRole("menuitem", { name: "Tomorrow morning" }).click();
  await dialog.getByRole("button", { name: "Send anyway" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/^Your email will be sent on .*08:00/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Outbox 1" })).toBeVisible();
});

test("attaches a file dropped anywhere on the window", async ({ page, user }) => {
  await user.connect();
  await signIn(page, user);
  const dialog = await openComposer(page);
  const dropped = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(["Plan"], "plan.txt", { type: "text/plain" }));
    return transfer;
  });
  const head = dialog.getByRole("button", { name: "Minimize" });
  await head.dispatchEvent("dragover", { dataTransfer: dropped });
  await expect(dialog.getByText("Drop files to attach them")).toBeVisible();
  await head.dispatchEvent("drop", { dataTransfer: dropped });
  await expect(dialog.getByText("Drop files to attach them")).toBeHidden();
  await expect(
    dialog.getByRole("list", { name: "Attachments" }).getByText("plan.txt"),
  ).toBeVisible();
});

test("shows pictures pasted and dropped into rich text, and sends them at their position", async ({
  page,
  user,
  product,
}) => {
  const { to } = await beginWriting(page, { user, product }, { undoSeconds: 0 });
  const dialog = await openComposer(page);
  await write(dialog, { to: to.address, subject: "A picture", text: "Look:" });
  await dialog.getByRole("button", { name: "Rich text" }).click();
  const editor = textOf(dialog);
  await editor.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+b");
  await page.keyboard.type("boats ");
  await editor.evaluate((element, encoded) => {
    const bytes = Uint8Array.from(atob(encoded), (char) => char.charCodeAt(0));
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([bytes], "boats.png", { type: "image/png" }));
    element.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
    );
  }, pixel);
  await expect(editor.locator("img[alt='boats.png']")).toBeVisible();
  const dropped = await page.evaluateHandle((encoded) => {
    const bytes = Uint8Array.from(atob(encoded), (char) => char.charCodeAt(0));
    const transfer = new DataTransfer();
    transfer.items.add(new File([bytes], "quay.png", { type: "image/png" }));
    return transfer;
  }, pixel);
  const box = await editor.boundingBox();
  const at = { clientX: (box?.x ?? 0) + 20, clientY: (box?.y ?? 0) + 20 };
  await editor.dispatchEvent("dragover", { dataTransfer: dropped, ...at });
  await editor.dispatchEvent("drop", { dataTransfer: dropped, ...at });
  await expect(editor.locator("img[alt='quay.png']")).toBeVisible();
  await expect(dialog.getByText("Drop files to attach them")).toBeHidden();
  await expect(dialog.getByText("Inline")).toHaveCount(2);
  await expect(dialog.getByText("Saved", { exact: true })).toBeVisible();
  await page.reload();
  await expect(editor.locator("img[alt='boats.png']")).toBeVisible();
  await expect
    .poll(() =>
      editor
        .locator("img[alt='boats.png']")
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBe(1);
  await editor.click();
  await page.keyboard.press("Control+Enter");
  await untilSent(page);

  await using client = await ImapClient.open(to);
  await expect.poll(async () => (await client.sources("INBOX")).length).toBe(1);
  const [source = ""] = await client.sources("INBOX");
  const decoded = source.replaceAll("=\r\n", "").replaceAll("=3D", "=");
  expect(decoded).toContain("<strong>boats </strong>");
  const cids = [...decoded.matchAll(/src="?cid:([^">]+)"?/g)].map(([, cid]) => cid);
  expect(cids).toHaveLength(2);
  for (const cid of cids) expect(source.toLowerCase()).toContain(`content-id: <${cid}>`);
  expect(source.split(pixel.slice(0, 60))).toHaveLength(3);
});
