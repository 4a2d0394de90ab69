import { expect, type Page, type TestInfo } from "@playwright/test";
import { filePart, multipart, textPart } from "../../tools/demo/mime.ts";
import { expectAccessible } from "../support/axe.ts";
import { rowOf, signIn, test } from "../support/fixtures.ts";
import { aMail } from "../support/mail.ts";
import type { TestUser } from "../support/product.ts";

const day = 86_400_000;

/** Creates three messages about boats: one with a file, one of last month, one by another sender. */
async function withBoats(user: TestUser) {
  const [north, south] = user.mailboxes;
  const now = Date.now();
  const part = multipart("mixed", "outer", [
    textPart("The plan is attached.\n"),
    filePart("plan.txt", "text/plain", Buffer.from("plan")),
  ]);
  north.hold([
    { date: now - 60_000, raw: aMail({ subject: "Boat plan", part, date: now - 60_000 }) },
    {
      date: now - 40 * day,
      raw: aMail({ subject: "Boat of old", date: now - 40 * day }),
    },
  ]);
  south.hold([
    { date: now, raw: aMail({ subject: "Bôat sale", from: "Zephyrine Quill <z@example.org>" }) },
  ]);
  const call = await user.connect();
  await expect
    .poll(async () => (await call("POST /email/search", { query: "boat" })).results.length)
    .toBe(3);
  return call;
}

const boxOf = (page: Page) => page.getByRole("combobox", { name: "Search mail" });
const optionOf = (page: Page, name: string) => page.getByRole("option").filter({ hasText: name });

test("narrows a search by operators that become chips", async ({ page, user }, info) => {
  await withBoats(user);
  await signIn(page, user);
  const box = boxOf(page);
  await box.click();
  await expect(optionOf(page, "has:attachment")).toBeVisible();
  await look(page, info, "tips");

  // Values of an operator are suggested while it is typed.
  await box.fill("boat has:");
  await expect(optionOf(page, "attachment")).toBeVisible();
  await box.press("ArrowDown");
  await box.press("Enter");
  const chip = page.getByRole("button", { name: "Remove has:attachment" });
  await expect(chip).toBeVisible();
  await expect(box).toHaveValue("boat ");
  await expect(page.getByText("1 result", { exact: true })).toBeVisible();
  await expect(page.locator("mark").filter({ hasText: "Boat" })).toHaveCount(1);
  await look(page, info, "chip");
  await expectAccessible(page, "a search with a chip");

  // A chip is removed by its button, and by Backspace at the beginning of the field.
  await chip.click();
  await expect(chip).toHaveCount(0);
  await expect(page.getByText("3 results")).toBeVisible();
  await expect(box).toBeFocused();
  await box.fill("is:unread boat");
  await expect(page.getByRole("button", { name: "Remove is:unread" })).toBeVisible();
  await box.press("Home");
  await box.press("Backspace");
  await expect(page.getByRole("button", { name: "Remove is:unread" })).toHaveCount(0);
  await expect(box).toHaveValue("boat");
  // Highlighting ignores accents and case as well.
  await expect(page.locator("mark").filter({ hasText: "Bôat" }).first()).toBeVisible();

  // A search by date; the page of all results has the same query in its address.
  const since = new Date(Date.now() - 7 * day).toISOString().slice(0, 10);
  await box.fill(`boat after:${since}`);
  await box.press("Enter");
  await expect(page).toHaveURL(/\/app\/search\?q=/);
  await expect(rowOf(page, "Boat plan")).toBeVisible();
  await expect(rowOf(page, "Boat of old")).toHaveCount(0);
  await expect(page.getByRole("button", { name: `Remove after:${since}` })).toBeVisible();
  await expect(boxOf(page)).toHaveValue("boat ");
  await page.reload();
  await expect(rowOf(page, "Boat plan")).toBeVisible();
  await expect(page.getByRole("button", { name: `Remove after:${since}` })).toBeVisible();
});

test("suggests folders, accounts and contacts, and reports an unknown operator", async ({
  page,
  user,
}, info) => {
  await withBoats(user);
  await signIn(page, user);
  const box = boxOf(page);
  await box.fill("in:");
  await expect(optionOf(page, "Archive")).toBeVisible();
  await look(page, info, "folders");
  await box.pressSequentially("inb");
  await box.press("ArrowDown");
  await box.press("Tab");
  await expect(page.getByRole("button", { name: "Remove in:inbox" })).toBeVisible();
  await expect(page.getByText("3 results")).toBeVisible();

  const { address } = user.mailboxes[1];
  await box.fill(`account:${address.slice(-12, -2)}`);
  await optionOf(page, address).click();
  await expect(page.getByText("1 result", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Clear search" }).click();

  await box.fill("from:zeph");
  await expect(optionOf(page, "Bôat sale")).toBeVisible();
  await box.fill("fron:zeph boat");
  await expect(page.getByText("“fron:zeph” is not a search operator.")).toBeVisible();
  await look(page, info, "unknown");
  await box.press("Enter");
  await expect(page).not.toHaveURL(/search/);
  await box.fill("is:happy ");
  await expect(page.getByText("is: does not accept “is:happy”.")).toBeVisible();
  await box.fill("label:nowhere");
  await expect(page.getByText("No label with that name.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText("No label with that name.")).toBeHidden();
});

test("stores recent searches on this device until they are removed", async ({
  page,
  user,
}, info) => {
  await withBoats(user);
  await signIn(page, user);
  for (const words of ["boat", "sale"]) {
    await boxOf(page).fill(words);
    await boxOf(page).press("Enter");
    await expect(page.getByRole("heading", { name: `Search: ${words}` })).toBeVisible();
  }
  const recents = page.getByRole("option").filter({ hasText: /^(boat|sale)$/ });
  await page.goto("/app");
  await boxOf(page).click();
  await expect(recents).toHaveText(["sale", "boat"]);
  await look(page, info, "recents");
  await expectAccessible(page, "recent searches");

  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Search: boat" })).toBeVisible();
  await page.goto("/app");
  await boxOf(page).click();
  await expect(recents).toHaveText(["boat", "sale"]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Delete");
  await expect(recents).toHaveText(["sale"]);
  await page.getByRole("button", { name: "Remove sale from recent searches" }).click();
  await expect(recents).toHaveCount(0);
  await expect(boxOf(page)).toBeFocused();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true });

  test("searches on the whole screen", async ({ page, user }, info) => {
    await withBoats(user);
    await signIn(page, user);
    await page.getByRole("button", { name: "Search", exact: true }).click();
    const box = page.getByRole("dialog").getByRole("combobox", { name: "Search mail" });
    await expect(box).toBeFocused();
    await look(page, info, "phone-tips");
    await box.fill("boat is:unread ");
    await expect(page.getByText("3 results")).toBeVisible();
    // Above a keyboard, results scroll.
    await page.setViewportSize({ width: 375, height: 300 });
    await expectAccessible(page, "a search that scrolls on a phone");
    await page.setViewportSize({ width: 375, height: 740 });
    await box.pressSequentially("has:attachment ");
    await expect(page.getByText("1 result", { exact: true })).toBeVisible();
    await look(page, info, "phone-results");
    await expectAccessible(page, "a search on a phone");
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBe(375);
    await page.getByRole("button", { name: "Remove is:unread" }).click();
    await page.getByRole("button", { name: "Show all results" }).click();
    await expect(rowOf(page, "Boat plan")).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });
});

/** Takes a screenshot in both themes, for inspection. */
async function look(page: Page, info: TestInfo, name: string): Promise<void> {
  if (process.env["LOOKS"] === undefined) return;
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${process.env["LOOKS"]}/${name}-${colorScheme}.png` });
  }
}
