import { expect, type Page } from "@playwright/test";
import { filePart, multipart, textPart } from "../../tools/demo/mime.ts";
import { expectAccessible } from "../support/axe.ts";
import { rowOf, signIn, test } from "../support/fixtures.ts";
import { aMail } from "../support/mail.ts";
import type { TestUser } from "../support/product.ts";

const day = 86_400_000;

/** Creates messages about boats: one with a file, one of last month, one in the spam folder. */
async function withBoats(user: TestUser) {
  const [north, south] = user.mailboxes;
  const now = Date.now();
  const part = multipart("mixed", "outer", [
    textPart("The plan is attached.\n"),
    filePart("plan.txt", "text/plain", Buffer.from("plan")),
  ]);
  north.hold([
    { date: now - 60_000, raw: aMail({ subject: "Boat plan", part, date: now - 60_000 }) },
    { date: now - 40 * day, raw: aMail({ subject: "Boat of old", date: now - 40 * day }) },
  ]);
  south.hold([
    { date: now, raw: aMail({ subject: "Boat sale", from: "Zephyrine Quill <z@example.org>" }) },
  ]);
  const call = await user.connect();
  await expect
    .poll(async () => (await call("POST /email/search", { query: "boat" })).results.length)
    .toBe(3);
  return call;
}

const boxOf = (page: Page) => page.getByRole("combobox", { name: "Search mail" });
const optionOf = (page: Page, name: string) => page.getByRole("option").filter({ hasText: name });
const partsOf = (page: Page) => page.getByRole("list", { name: "Parts of this search" });
const savedOf = (page: Page) => page.getByRole("navigation", { name: "Saved searches" });

test("narrows a search by its parts, saves it, and opens it from any page", async ({
  page,
  user,
}) => {
  const call = await withBoats(user);
  await signIn(page, user);
  const box = boxOf(page);

  // The first letters of an operator suggest it, and then its values.
  await box.fill("boat h");
  await expect(optionOf(page, "has:")).toBeVisible();
  await look(page, "operators");
  await box.press("ArrowDown");
  await box.press("Tab");
  await expect(box).toHaveValue("boat has:");
  await optionOf(page, "attachment").first().click();
  await expect(page.getByText("1 result", { exact: true })).toBeVisible();
  await box.press("Enter");
  await expect(page).toHaveURL(/\/app\/search\?q=/);
  await expect(rowOf(page, "Boat plan")).not.toContainText("Inbox");
  await expect(partsOf(page).getByRole("listitem")).toHaveCount(2);
  await expect(page.getByRole("status").filter({ hasText: "1 result" })).toBeVisible();
  await look(page, "results");
  await expectAccessible(page, "the results of a search");

  // A part of the query can be removed with its button, or edited in place.
  await page.getByRole("button", { name: "Leave out has:attachment" }).click();
  await expect(rowOf(page, "Boat of old")).toBeVisible();
  await expect(page.getByRole("button", { name: "Change boat" })).toBeFocused();
  await page.keyboard.press("Enter");
  const part = page.getByRole("textbox", { name: "Change boat" });
  await expect(part).toBeFocused();
  await part.fill("boat newer_than:9d");
  await look(page, "change");
  await part.press("Enter");
  await expect(rowOf(page, "Boat of old")).toHaveCount(0);
  await expect(rowOf(page, "Boat sale")).toBeVisible();
  await page.goBack();
  await expect(rowOf(page, "Boat of old")).toBeVisible();
  await page.goForward();
  await expect(rowOf(page, "Boat of old")).toHaveCount(0);

  await page.getByRole("button", { name: "Save search" }).click();
  const dialog = page.getByRole("dialog", { name: "Save search" });
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await look(page, "save");
  await expectAccessible(page, "saving a search");
  await dialog.getByLabel("Name").fill("New boats");
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Saved as New boats" })).toBeVisible();
  const link = savedOf(page).getByRole("link", { name: "New boats" });
  await expect(link).toHaveAttribute("aria-current", "page");
  await look(page, "saved");

  // The saved search opens from another page, from the search box, and from the palette.
  await page.goto("/app/contacts");
  await link.click();
  await expect(rowOf(page, "Boat sale")).toBeVisible();
  await page.goto("/app");
  await box.fill("new b");
  await expect(optionOf(page, "New boats")).toBeVisible();
  await box.fill("");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: /Type a command/ }).fill("New boats");
  await expect(optionOf(page, "Saved search").first()).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/app\/search\?q=/);

  // Changes made on another device appear here.
  const [kept] = (await call("GET /searches", {})).searches;
  if (!kept) throw new Error("The search was not saved.");
  await call("PUT /searches/{id}", { ...kept, name: "Newest boats" });
  await expect(savedOf(page).getByRole("link", { name: "Newest boats" })).toBeVisible();

  await savedOf(page).getByRole("link", { name: "Newest boats" }).click({ button: "right" });
  await page.getByRole("menuitem", { name: "Rename search…" }).click();
  const rename = page.getByRole("dialog", { name: "Rename search" });
  await rename.getByLabel("Name").fill(" ");
  await rename.getByRole("button", { name: "Save" }).click();
  await expect(rename.getByText("Please give the search a name.")).toBeVisible();
  await rename.getByLabel("Name").fill("Afloat");
  await rename.getByRole("button", { name: "Save" }).click();
  await expect(savedOf(page).getByRole("link", { name: "Afloat" })).toBeVisible();

  await page.getByRole("button", { name: "Saved as Afloat" }).click();
  await page.getByRole("menuitem", { name: "Delete search" }).click();
  await expect(savedOf(page)).toHaveCount(0);
  await page.getByRole("button", { name: /^Undo/ }).click();
  await expect(savedOf(page).getByRole("link", { name: "Afloat" })).toBeVisible();
});

test("reports unreadable parts of a search, keeps them, and suggests corrections", async ({
  page,
  user,
}) => {
  await withBoats(user);
  await signIn(page, user, `/app/search?q=${encodeURIComponent("boat fron:zephyrine")}`);
  await expect(page.getByText("This search is not valid")).toBeVisible();
  await expect(page.getByText("“fron:zephyrine” is not a search operator.").first()).toBeVisible();
  await expect(boxOf(page)).toHaveValue("boat fron:zephyrine");
  await look(page, "unreadable");
  await expectAccessible(page, "a search that cannot be read");
  await page.getByRole("button", { name: "Search for from:zephyrine" }).click();
  await expect(rowOf(page, "Boat sale")).toBeVisible();
  await expect(rowOf(page, "Boat plan")).toHaveCount(0);

  await page.goto(`/app/search?q=${encodeURIComponent("boat label:nowhere")}`);
  await expect(page.getByText("No label with that name.").first()).toBeVisible();

  // In a list other than the inbox, only that list is offered.
  await page.goto("/app/archive");
  await boxOf(page).fill("boat");
  await optionOf(page, "Only in Archive").click();
  await expect(page.getByRole("button", { name: "Remove in:archive" })).toBeVisible();
  await expect(boxOf(page)).toHaveValue("boat ");
  await look(page, "here");

  // If nothing is found, wider searches are offered.
  await page.goto(`/app/search?q=${encodeURIComponent("boat from:nobody")}`);
  await expect(page.getByText("No emails found")).toBeVisible();
  await look(page, "nothing");
  // Only searches with results are offered, with their number.
  const without = page.getByRole("button", { name: /^Leave out from:nobody \d+$/ });
  await expect(without).toBeVisible();
  await expect(page.getByRole("button", { name: /^Search Spam and Trash too/ })).toHaveCount(0);
  await without.click();
  await expect(rowOf(page, "Boat plan")).toBeVisible();
});

test("creates a search with a form", async ({ page, user }) => {
  await withBoats(user);
  await signIn(page, user);
  await boxOf(page).fill("boat from:quill ");
  await page.getByRole("button", { name: "Search options" }).click();
  const form = page.getByRole("dialog", { name: "Search options" });
  await expect(form.getByLabel("From")).toBeFocused();
  await expect(form.getByLabel("From")).toHaveValue("quill");
  await expect(form.getByLabel("Has the words")).toHaveValue("boat");
  await look(page, "form");
  await expectAccessible(page, "the form of a search");
  await form.getByLabel("From").fill("");
  await form.getByLabel("Doesn't have").fill("sale");
  await form.getByLabel("Date within").selectOption("1w");
  await form.getByLabel("Of this date").fill("foo");
  await page.keyboard.press("Enter");
  await expect(form.getByText("Write a day such as")).toBeVisible();
  await form.getByLabel("Of this date").fill("");
  await form.getByLabel("Search in").selectOption("inbox");
  await form.getByLabel("Has attachment").check();
  await page.keyboard.press("Enter");
  await expect(form).toHaveCount(0);
  await expect(rowOf(page, "Boat plan")).toBeVisible();
  await expect(rowOf(page, "Boat sale")).toHaveCount(0);
  expect(new URL(page.url()).searchParams.get("q")).toBe(
    "boat -sale newer_than:1w in:inbox has:attachment",
  );
  await page.getByRole("main").getByRole("button", { name: "Search options" }).click();
  await expect(form.getByLabel("Doesn't have")).toHaveValue("sale");
  await form.getByRole("button", { name: "Clear" }).click();
  await form.getByRole("button", { name: "Search", exact: true }).click();
  await expect(form.getByText("Fill in at least one field.")).toBeVisible();
});

test("finds the messages stored on this device while offline", async ({ page, user, context }) => {
  await withBoats(user);
  // The page's other chunks load after its first paint, and this test has no service worker that caches them.
  const notes = page.waitForResponse(/\/mail-parts-/);
  await signIn(page, user);
  await expect(rowOf(page, "Boat sale")).toBeVisible();
  await (await notes).finished();
  const box = boxOf(page);
  await box.fill("boat");
  await expect(optionOf(page, "Boat plan")).toBeVisible();
  await context.setOffline(true);
  await box.fill("boat -from:quill");
  await expect(page.getByText("2 results on this device.")).toBeVisible();
  await expect(optionOf(page, "Boat plan")).toBeVisible();
  await box.press("Enter");
  const found = page.getByRole("main").getByRole("button", { name: /Boat of old/ });
  await expect(found).toBeVisible();
  await look(page, "offline");
  await expectAccessible(page, "a search without a connection");
  await context.setOffline(false);
  await expect(rowOf(page, "Boat plan")).toBeVisible();
  await expect(page.getByText("2 results", { exact: true })).toBeVisible();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true });

  test("offers every search feature on a small screen", async ({ page, user }) => {
    await withBoats(user);
    await signIn(
      page,
      user,
      `/app/search?q=${encodeURIComponent("boat -from:quill newer_than:2m")}`,
    );
    await expect(rowOf(page, "Boat plan")).toBeVisible();
    await look(page, "phone-results");
    await expectAccessible(page, "results on a phone");
    await page.getByRole("button", { name: "Leave out -from:quill" }).tap();
    await expect(rowOf(page, "Boat sale")).toBeVisible();
    await page.getByRole("button", { name: "Save search" }).tap();
    await page.getByRole("dialog").getByLabel("Name").fill("Boats");
    await page.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).tap();
    await expect(page.getByRole("button", { name: "Saved as Boats" })).toBeVisible();
    await page.getByRole("button", { name: "Open sidebar" }).tap();
    await expect(savedOf(page).getByRole("link", { name: "Boats" })).toBeVisible();
    await look(page, "phone-sidebar");
    await savedOf(page).getByRole("link", { name: "Boats" }).tap();
    await page.getByRole("main").getByRole("button", { name: "Search options" }).tap();
    await expect(page.getByRole("dialog").getByLabel("From")).toBeVisible();
    await look(page, "phone-form");
    await expectAccessible(page, "the form on a phone");
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBe(375);
  });
});

/** Takes a screenshot in both themes, for inspection. */
async function look(page: Page, name: string): Promise<void> {
  if (process.env["LOOKS"] === undefined) return;
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${process.env["LOOKS"]}/${name}-${colorScheme}.png` });
  }
}
