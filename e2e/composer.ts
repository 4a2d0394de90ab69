import { expect, type Locator, type Page } from "@playwright/test";
import type { CallApi } from "../tools/demo/api.ts";
import { signIn } from "./fixtures.ts";
import type { Person, PersonMailbox, Product } from "./product.ts";

/** Signs a person in who writes from the first mailbox, with the wait that was chosen before mail leaves; `to` is a stranger's. */
export async function beginWriting(
  page: Page,
  { person, product }: { person: Person; product: Product },
  { undoSeconds }: { undoSeconds?: 0 | 30 } = {},
): Promise<{ from: PersonMailbox; to: PersonMailbox; call: CallApi }> {
  const [from] = person.mailboxes;
  const [to] = product.newPerson().mailboxes;
  const call = await person.connect();
  if (undoSeconds !== undefined) {
    const { preferences } = await call("GET /user/preferences", {});
    await call("PUT /user/preferences", { ...preferences, undoSeconds });
  }
  await signIn(page, person);
  await page.getByRole("button", { name: from.address }).click();
  return { from, to, call };
}

/** The dialog in which a mail is written. */
export function composer(page: Page): Locator {
  return page.getByRole("dialog", { name: "Compose Email" });
}

/** Opens the dialog for a new mail. */
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

/** The text of the mail. */
export function textOf(dialog: Locator): Locator {
  return dialog.getByRole("textbox", { name: "Message" });
}

/** Writes a mail into the dialog. */
export async function write(
  dialog: Locator,
  mail: { to?: string; subject?: string; text?: string },
): Promise<void> {
  if (mail.to !== undefined) await dialog.getByLabel("To", { exact: true }).fill(mail.to);
  if (mail.subject !== undefined) await dialog.getByLabel("Subject").fill(mail.subject);
  if (mail.text !== undefined) await textOf(dialog).fill(mail.text);
}

/** Returns the region with the notifications of the page. */
export function told(page: Page): Locator {
  return page.getByRole("region", { name: "Notifications" });
}

/** Waits until the mail server has the message, which is after the undo period. */
export async function untilSent(page: Page): Promise<void> {
  await expect(page.getByText("Email sent successfully!")).toBeVisible({ timeout: 40_000 });
}
