import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { startRadicale } from "../../server/testing/fakes/radicale.ts";
import { expectAccessible } from "../support/axe.ts";
import { openMail, signIn, test } from "../support/fixtures.ts";

const dayMs = 24 * 3600_000;

test("saves a meeting from a message, as a file and in a calendar", async ({ page, user }) => {
  await using radicale = await startRadicale();
  const [north] = user.mailboxes;
  const call = await user.connect();
  const date = new Date(Date.now() + 20 * dayMs);
  const words = new Intl.DateTimeFormat("en-GB", {
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  }).format(date);
  await north.deliver(
    [
      "From: Ann <ann@example.net>",
      `To: ${north.address}`,
      `Date: ${new Date().toUTCString()}`,
      `Message-ID: <keel.${Date.now()}@example.net>`,
      "Subject: Keel laying",
      "",
      `Hello Ben, can we meet on ${words} at 14:00 in room 4? Best, Ann`,
      "",
    ].join("\r\n"),
  );
  await signIn(page, user);
  await openMail(page, "Keel laying");
  await expect(page.getByText(/^This mentions a meeting: /)).toBeVisible();
  const open = page.getByRole("button", { name: "Add to calendar" });
  await expectAccessible(page, "a meeting that a mail names");
  await open.click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Title")).toHaveValue("Keel laying");
  // In the order of the page's language.
  await expect(dialog.getByLabel("Day", { exact: true })).toHaveValue(/^\d{1,2} \p{L}+ \d{4}$/u);
  await expect(dialog.getByLabel("Starts")).toHaveValue("14:00");
  await expect(dialog.getByLabel("Place")).toHaveValue("room 4");
  await expect(dialog.getByText(/^No calendar is connected/)).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Add", exact: true })).toHaveCount(0);
  await dialog.getByLabel("Ends").fill("13:00");
  const save = dialog.getByRole("button", { name: "Download .ics" });
  await save.click();
  await expect(dialog.getByRole("alert")).toContainText("The end must be after the start");
  await dialog.getByLabel("Ends").fill("15:30");
  const downloading = page.waitForEvent("download");
  await save.click();
  const file = await (await downloading).path();
  expect(await readFile(file, "utf8")).toContain("SUMMARY:Keel laying");
  await expect(dialog).toBeHidden();

  const login = { address: radicale.url, user: radicale.user, password: radicale.password };
  const { calendars } = await call("POST /calendars", login);
  const calendarUrl = calendars.find(({ name }) => name === "Work")?.url ?? "";
  await call("POST /calendars", { ...login, calendarUrl });
  await open.click();
  await expect(dialog.getByRole("button", { name: "Add", exact: true })).toBeVisible();
  await expectAccessible(page, "the meeting before it is added");
  await dialog.getByLabel("Title").fill("Keel laying, at last");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText("Adding to Work.").first()).toBeVisible();
  const kept = async () =>
    (await radicale.events("work")).filter((ics) => ics.includes("Keel laying\\, at last"));
  await expect.poll(kept, { timeout: 30_000 }).toHaveLength(1);
});
