import { expect } from "@playwright/test";
import { signIn, test } from "../support/fixtures.ts";
import { aMail } from "../support/mail.ts";

const day = 86_400_000;

test("finds senders, subjects and bodies in all accounts, newest first", async ({ page, user }) => {
  const [north, south] = user.mailboxes;
  const now = Date.now();
  const boats = aMail({ subject: "Boats", from: "Zephyrine Quill <z@example.org>" });
  const weather = aMail({ subject: "Weather", text: "A light zephyr from the west.\n" });
  north.hold([
    { date: now - 3 * day, raw: boats },
    { date: now - day, raw: weather },
  ]);
  south.hold([
    { date: now - 2 * day, raw: aMail({ subject: "The zephyr award" }) },
    { date: now, raw: aMail({ subject: "Something else", text: "Nothing of the kind.\n" }) },
  ]);
  const call = await user.connect();
  await expect
    .poll(async () => (await call("POST /email/search", { query: "zephyr" })).results.length)
    .toBe(3);

  await signIn(page, user);
  const box = page
    .getByRole("combobox", { name: "Search mail" })
    .or(page.getByRole("searchbox", { name: "Search mail" }))
    .first();
  await box.fill("z");
  await expect(page.getByText("3 results")).toBeHidden();
  await box.pressSequentially("ep");
  await expect(page.getByText("3 results")).toBeVisible();
  const found = await page.getByRole("option").allInnerTexts();
  expect(found.map((text) => /Weather|The zephyr award|Boats/.exec(text)?.[0])).toEqual([
    "Weather",
    "The zephyr award",
    "Boats",
  ]);
  await page.getByRole("option").filter({ hasText: "The zephyr award" }).click();
  await expect(page.getByRole("heading", { name: "The zephyr award" }).first()).toBeVisible();

  await box.fill("qqxyz");
  await expect(page.getByText("No emails found")).toBeVisible();
  await expect(page.getByText("Try a different search term")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText("No emails found")).toBeHidden();
});
