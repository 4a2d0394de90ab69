import { expect, type Page } from "@playwright/test";
import { pressOn, rowOf, signIn, test } from "../support/fixtures.ts";
import { aMail } from "../support/mail.ts";
import type { TestUser } from "../support/product.ts";

const boxOf = (page: Page) => page.getByRole("combobox", { name: "Search mail" });
const chipOf = (page: Page, text: string) => page.getByRole("button", { name: `Remove ${text}` });

async function withMail(user: TestUser) {
  const [north] = user.mailboxes;
  await north.deliver(aMail({ subject: "Rope" }));
  await north.deliver(aMail({ subject: "Paint", text: "paint" }));
  const call = await user.connect();
  await expect
    .poll(async () => (await call("POST /email/search", { query: "rope" })).results.length)
    .toBe(1);
  return call;
}

test("Escape closes the results of a search, then returns to the row", async ({ page, user }) => {
  await withMail(user);
  await signIn(page, user);
  await expect(page.locator("search").getByText("/", { exact: true })).toBeVisible();
  await pressOn(rowOf(page, "Rope"), "/");
  await expect(boxOf(page)).toBeFocused();
  await expect(page.locator("search").getByText("/", { exact: true })).toBeHidden();
  await page.keyboard.type("rope");
  await expect(page.getByText("1 result", { exact: true })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Escape");
  await expect(page.getByText("1 result", { exact: true })).toBeHidden();
  await expect(boxOf(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(rowOf(page, "Rope")).toBeFocused();
  await page.keyboard.press("k");
  await expect(rowOf(page, "Paint")).toBeFocused();
  await expect(boxOf(page)).toHaveValue("rope");

  // Enter in the closed field searches, even if a result was selected before.
  await boxOf(page).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/search\?q=rope/);
  await page.keyboard.press("/");

  // An empty field is left at once.
  await page.getByRole("button", { name: "Clear search" }).click();
  await page.keyboard.press("Escape");
  await expect(boxOf(page)).not.toBeFocused();
  await expect(page.getByRole("row").and(page.locator(":focus"))).toHaveCount(1);
});

test("Ctrl+A in the search field includes its chips: text, deletion and copy replace everything", async ({
  page,
  user,
}) => {
  await withMail(user);
  await signIn(page, user);
  const box = boxOf(page);
  await box.fill("from:marta is:unread rope");
  await expect(chipOf(page, "is:unread")).toBeVisible();
  await box.press("ControlOrMeta+a");
  await page.keyboard.type("paint");
  await expect(box).toHaveValue("paint");
  await expect(chipOf(page, "is:unread")).toHaveCount(0);
  await expect(chipOf(page, "from:marta")).toHaveCount(0);
  await expect(page.getByText("1 result", { exact: true })).toBeVisible();

  await box.fill("from:marta is:unread ");
  await expect(chipOf(page, "from:marta")).toBeVisible();
  await box.press("ControlOrMeta+a");
  await page.keyboard.press("Backspace");
  await expect(chipOf(page, "from:marta")).toHaveCount(0);
  await expect(box).toHaveValue("");

  // A key that moves the cursor ends the selection, also with Ctrl.
  await box.fill("is:unread rope");
  await expect(chipOf(page, "is:unread")).toBeVisible();
  await box.press("ControlOrMeta+a");
  await box.press("End");
  await page.keyboard.type("s");
  await expect(box).toHaveValue("ropes");
  await expect(chipOf(page, "is:unread")).toBeVisible();
  await box.press("ControlOrMeta+a");
  await box.press("ControlOrMeta+ArrowLeft");
  await page.keyboard.type("t");
  await expect(box).toHaveValue("tropes");
  await expect(chipOf(page, "is:unread")).toBeVisible();
});

test("offers wider searches when nothing is found, and shows a text that repeats its subject once", async ({
  page,
  user,
}) => {
  const call = await withMail(user);
  const { emails } = await call("GET /email/list", {});
  const emailId = emails.find(({ subject }) => subject === "Rope")?.id ?? "";
  await call("PATCH /email/{emailId}", { emailId, folder: "trash" });
  await signIn(page, user);
  const box = boxOf(page);
  await box.fill("rope");
  await expect(page.getByText("No emails found")).toBeVisible();
  await expect(page.getByText("Try a different search term")).toBeVisible();
  const everywhere = page.getByRole("option", { name: "Search Spam and Trash too 1" });
  await expect(everywhere).toBeVisible();
  await box.press("ArrowDown");
  await expect(everywhere).toHaveAttribute("aria-selected", "true");
  await box.press("Enter");
  await expect(chipOf(page, "in:anywhere")).toBeVisible();
  await expect(page.getByText("1 result", { exact: true })).toBeVisible();

  await box.fill("paint");
  const result = page.getByRole("option").filter({ hasText: "Marta" });
  await expect(result).toHaveText(/Paint$/);
});
