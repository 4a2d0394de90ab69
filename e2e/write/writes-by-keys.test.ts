import { expect } from "@playwright/test";
import { beginWriting, composer, textOf, toastOf, write } from "../support/composer.ts";
import { rowOf, signIn, test } from "../support/fixtures.ts";
import { aMail } from "../support/mail.ts";

test("adds recipients, attaches, schedules and discards by the keys of other mail clients", async ({
  page,
  user,
  product,
}) => {
  const { to } = await beginWriting(page, { user, product });
  await page.keyboard.press("c");
  const dialog = composer(page);
  await textOf(dialog).fill("Twelve metres");
  await page.keyboard.press("Control+Shift+C");
  await expect(dialog.getByLabel("Cc", { exact: true })).toBeFocused();
  await dialog.getByRole("button", { name: "Rich text" }).click();
  const text = textOf(dialog);
  await expect(text).toBeFocused();
  // In the text these shortcuts create quotes and lists. In the editor alone, the second one would create a quote.
  await page.keyboard.press("Control+Shift+9");
  await expect(text.locator("blockquote")).toHaveCount(1);
  // Listens from here on: the key could be faster than the interception of file dialogs.
  const choosing = page.waitForEvent("filechooser");
  await page.keyboard.press("Control+Shift+B");
  await expect(dialog.getByLabel("Bcc", { exact: true })).toBeFocused();
  await expect(text.locator("blockquote")).toHaveCount(1);
  await page.keyboard.press("Control+Shift+A");
  await (
    await choosing
  ).setFiles({ name: "plan.txt", mimeType: "text/plain", buffer: Buffer.from("Plan") });
  await expect(dialog.getByText("plan.txt")).toBeVisible();

  await write(dialog, { to: to.address, subject: "Ropes" });
  // No message is sent before its files are uploaded.
  await expect(dialog.getByRole("button", { name: "Send later" })).toBeEnabled();
  await page.keyboard.press("Control+Shift+L");
  await expect(dialog.getByLabel("Date and time")).toBeFocused();
  await page.keyboard.press("Control+Shift+D");
  await expect(dialog).toBeHidden();
  await expect(toastOf(page).getByText("Draft discarded")).toBeVisible();
});

test("navigates the parts of the inbox by keys", async ({ page, user }) => {
  const [north] = user.mailboxes;
  await north.deliver(aMail({ subject: "From the yard", from: "yard@example.org" }));
  await north.deliver(aMail({ subject: "From elsewhere", from: "else@example.net" }));
  const call = await user.connect();
  const { preferences } = await call("GET /user/preferences", {});
  const splits = [{ id: "yard", kind: "sender", name: "Yard", value: "@example.org" } as const];
  await call("PUT /user/preferences", { ...preferences, splits });
  await signIn(page, user);
  const tab = (name: RegExp) => page.getByRole("tab", { name });
  await expect(tab(/^All/)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("`");
  await expect(tab(/^Yard/)).toHaveAttribute("aria-selected", "true");
  await expect(rowOf(page, "From elsewhere")).toBeHidden();
  await expect(rowOf(page, "From the yard")).toBeVisible();
  await page.keyboard.press("~");
  await expect(tab(/^All/)).toHaveAttribute("aria-selected", "true");
  await expect(rowOf(page, "From elsewhere")).toBeVisible();
});
