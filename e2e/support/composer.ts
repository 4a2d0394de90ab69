import { expect, type Locator, type Page } from "@playwright/test";
import type { CallApi } from "../../tools/demo/api.ts";
import { signIn } from "./fixtures.ts";
import type { TestUser, UserMailbox, Product } from "./product.ts";

/** Signs in a user who writes from the first mailbox, with the given undo time; `to` is another user's mailbox. */
export async function beginWriting(
  page: Page,
  { user, product }: { user: TestUser; product: Product },
  { undoSeconds }: { undoSeconds?: 0 | 30 } = {},
): Promise<{ from: UserMailbox; to: UserMailbox; call: CallApi }> {
  const [from] = user.mailboxes;
  const [to] = product.newUser().mailboxes;
  const call = await user.connect();
  if (undoSeconds !== undefined) {
    const { preferences } = await call("GET /user/preferences", {});
    await call("PUT /user/preferences", { ...preferences, undoSeconds });
  }
  await signIn(page, user);
  await page.getByRole("button", { name: from.address }).click();
  return { from, to, call };
}

/** Returns the compose dialog. */
export function composer(page: Page): Locator {
  return page.getByRole("dialog", { name: "Compose Email" });
}

/** Opens the compose dialog for a new message. */
export async function openComposer(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "Compose" }).first().click();
  const dialog = composer(page);
  await dialog.waitFor();
  return dialog;
}

/** Waits until the dialog has finished opening: no user is faster than that. */
export async function untilOpen(dialog: Locator): Promise<void> {
  await expect(dialog).not.toHaveAttribute("data-starting-style");
  await dialog.evaluate((element) =>
    Promise.all(element.getAnimations().map(({ finished }) => finished)),
  );
}

/** Returns the text field of the message. */
export function textOf(dialog: Locator): Locator {
  return dialog.getByRole("textbox", { name: "Message" });
}

/** Fills in the message in the dialog. */
export async function write(
  dialog: Locator,
  mail: { to?: string; subject?: string; text?: string },
): Promise<void> {
  if (mail.to !== undefined) await dialog.getByLabel("To", { exact: true }).fill(mail.to);
  if (mail.subject !== undefined) await dialog.getByLabel("Subject").fill(mail.subject);
  if (mail.text !== undefined) await textOf(dialog).fill(mail.text);
}

/** Returns the region with the notifications of the page. */
export function toastOf(page: Page): Locator {
  return page.getByRole("region", { name: "Notifications" });
}

/** Waits until the mail server has the message, which is after the undo period. */
export async function untilSent(page: Page): Promise<void> {
  await expect(page.getByText("Email sent successfully!")).toBeVisible({ timeout: 40_000 });
}
