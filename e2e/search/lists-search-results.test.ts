import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { pressOn, rowOf, signIn, test } from "../support/fixtures.ts";
import { aMail } from "../support/mail.ts";

const minute = 60_000;

test("lists all results of a search, and archives them together", async ({ page, user }) => {
  const [north, south] = user.mailboxes;
  const now = Date.now();
  const boats = Array.from({ length: 50 }, (_, at) => ({
    date: now - at * minute,
    raw: aMail({ subject: `Boat number ${at}`, date: now - at * minute }),
  }));
  north.hold(boats.slice(0, 49));
  south.hold([...boats.slice(49), { date: now, raw: aMail({ subject: "The weather" }) }]);
  const call = await user.connect();
  const found = async (query: string) =>
    (await call("POST /email/search", { query, limit: 100 })).results.length;
  await expect.poll(() => found("boat")).toBe(50);

  await signIn(page, user);
  const box = page.getByRole("combobox", { name: "Search mail" });
  await box.fill("boat");
  await box.press("Enter");
  await expect(page).toHaveURL(/\/app\/search\?q=boat$/);
  await expect(page.getByRole("heading", { name: "Search: boat" })).toBeVisible();
  const grid = page.getByRole("grid");
  await expect(rowOf(page, "Boat number 0")).toBeVisible();
  await expect(rowOf(page, "The weather")).toHaveCount(0);
  // The matches are highlighted in the subject and in the preview.
  await expect(rowOf(page, "Boat number 0").locator("mark")).toHaveText(["Boat", "Boat"]);
  // Scroll further than the first page.
  await grid.getByRole("row").first().focus();
  await expect
    .poll(async () => {
      await page.keyboard.press("End");
      return rowOf(page, "Boat number 49").count();
    })
    .toBe(1);

  // Open a message and return to the list of results.
  await rowOf(page, "Boat number 49").click();
  await expect(page.getByRole("heading", { name: "Boat number 49" }).first()).toBeVisible();
  await expect(page).toHaveURL(/q=boat&email=/);
  await page.keyboard.press("u");
  await expect(page).toHaveURL(/\/app\/search\?q=boat$/);

  await page.reload();
  await expect(rowOf(page, "Boat number 0")).toBeVisible();
  await page.getByRole("button", { name: "Select all" }).click();
  await page.getByRole("button", { name: "Select all 50 that match" }).click();
  await expect(page.getByText("Everything that matches is selected.")).toBeVisible();
  await page
    .getByRole("toolbar", { name: "50 selected" })
    .getByRole("button", { name: "Archive" })
    .click();
  await expect(page.getByText("50 emails archived")).toBeVisible();
  const inboxSize = async () =>
    (await call("GET /email/list", { limit: 100 })).emails.map(({ subject }) => subject);
  await expect.poll(inboxSize).toEqual(["The weather"]);
  // An archived message is still a result.
  await expect(rowOf(page, "Boat number 0")).toBeVisible();
  await page.getByRole("button", { name: "Undo (Z)" }).click();
  await expect.poll(async () => (await inboxSize()).length).toBe(51);
});

test("shows all results from the end of the dropdown, and exports them", async ({ page, user }) => {
  const [north] = user.mailboxes;
  for (const subject of ["Rope one", "Rope two", "Paint"]) await north.deliver(aMail({ subject }));
  const call = await user.connect();
  await expect
    .poll(async () => (await call("POST /email/search", { query: "rope" })).results.length)
    .toBe(2);
  await signIn(page, user);
  await page.getByRole("combobox", { name: "Search mail" }).fill("rope");
  await page.getByRole("button", { name: "Show all results" }).click();
  await expect(page).toHaveURL(/\/app\/search\?q=rope$/);
  await expect(rowOf(page, "Rope one")).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Search mail" })).toHaveValue("rope");

  await page.getByRole("button", { name: "More about this list" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Export as mbox" }).click();
  const written = await readFile(await (await download).path(), "utf8");
  expect(written.match(/^From /gm)).toHaveLength(2);
  expect(written).not.toContain("Subject: Paint");

  // New mail that matches appears automatically.
  await north.deliver(aMail({ subject: "Rope three" }));
  await expect(rowOf(page, "Rope three")).toBeVisible();

  // Navigate by a link inside the app, which does not reload the page.
  await page.evaluate(() => history.pushState({}, "", "/app/search?q=2026"));
  await expect(page.getByRole("heading", { name: "Search: 2026" })).toBeVisible();
  await expect(page.getByText("No emails found")).toBeVisible();
});

test("ranks subjects that contain the query first, and undo restores a row at its position", async ({
  page,
  user,
}) => {
  const [north] = user.mailboxes;
  const now = Date.now();
  north.hold(
    ["Weekly offers", "The kite", "A walk", "Re: The kite"].map((subject, at) => {
      const date = now - at * 24 * 60 * minute;
      return { date, raw: aMail({ subject, text: "With a kite", date }) };
    }),
  );
  const call = await user.connect();
  const found = async () => (await call("POST /email/search", { query: "kite" })).results.length;
  await expect.poll(found).toBe(4);
  await signIn(page, user, "/app/search?q=kite");
  const subjects = ["Weekly offers", "The kite", "A walk", "Re: The kite"];
  const shown = async () => {
    const rows = await page.getByRole("grid").getByRole("row").allInnerTexts();
    return rows.map((text) => subjects.toReversed().find((subject) => text.includes(subject)));
  };
  await expect.poll(shown).toEqual(subjects);
  await page.getByRole("button", { name: "More about this list" }).click();
  await page.getByRole("menuitemradio", { name: "Most relevant first" }).click();
  const ranked = ["The kite", "Re: The kite", "Weekly offers", "A walk"];
  await expect.poll(shown).toEqual(ranked);
  await page.reload();
  await expect.poll(shown).toEqual(ranked);
  await pressOn(rowOf(page, "Weekly offers"), "#");
  await expect.poll(shown).toEqual(["The kite", "Re: The kite", "A walk"]);
  await page.keyboard.press("z");
  await expect.poll(shown).toEqual(ranked);
});
