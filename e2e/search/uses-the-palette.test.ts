import { expect, type Page } from "@playwright/test";
import { expectAccessible, looksMs } from "../support/axe.ts";
import { untilOpen } from "../support/composer.ts";
import { openMail, pressInTurn, pressOn, rowOf, signIn, test } from "../support/fixtures.ts";
import { aMail } from "../support/mail.ts";

const palette = (page: Page) => page.getByRole("dialog", { name: "Commands" });
const field = (page: Page) => palette(page).getByRole("combobox");
const options = (page: Page) => palette(page).getByRole("option");

async function ask(page: Page, words: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await expect(field(page)).toBeFocused();
  await field(page).fill(words);
}

test("runs the command that a short query finds, shows its key and remembers it", async ({
  page,
  user,
}) => {
  const [north] = user.mailboxes;
  for (const subject of ["Rope", "Paint"]) await north.deliver(aMail({ subject }));
  await user.connect();
  await signIn(page, user);
  await rowOf(page, "Rope").focus();
  await ask(page, "arch");
  await expect(options(page).first()).toHaveText(/^ArchiveE$/);
  await page.keyboard.press("Enter");
  await expect(palette(page)).toBeHidden();
  await expect(page.getByText("1 email archived")).toBeVisible();
  await expect(rowOf(page, "Rope")).toHaveCount(0);
  await page.keyboard.press("z");
  await expect(rowOf(page, "Rope")).toBeVisible();

  await page.keyboard.press("Control+k");
  const recent = palette(page).getByRole("group", { name: "Recently used" });
  await expect(recent.getByRole("option")).toHaveText([/^Archive/]);
  await page.keyboard.press("Control+k");
  await expect(palette(page)).toBeHidden();

  // A command that needs more input opens its dialog after the palette has closed.
  await ask(page, "snooze");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Snooze until" })).toBeVisible();
});

test("goes to folders, labels, accounts, settings, contacts and messages", async ({
  page,
  user,
}) => {
  const [north, south] = user.mailboxes;
  await north.deliver(aMail({ subject: "Chart of the bay", text: "Soundings in fathoms." }));
  const call = await user.connect();
  await call("PUT /email/labels/{name}", { name: "Rigging", color: "work" });
  await expect.poll(async () => (await call("GET /email/list", {})).emails.length).toBe(1);
  await signIn(page, user);
  await expect(rowOf(page, "Chart of the bay")).toBeVisible();
  const go = async (words: string, name: RegExp) => {
    await ask(page, words);
    const option = options(page).filter({ hasText: name }).first();
    await expect(option).toBeVisible();
    const id = (await option.getAttribute("id")) ?? "";
    for (let at = 0; at < 20; at += 1) {
      if ((await field(page).getAttribute("aria-activedescendant")) === id) break;
      await page.keyboard.press("ArrowDown");
    }
    await page.keyboard.press("Enter");
    await expect(palette(page)).toBeHidden();
  };
  await go("rigg", /Rigging/);
  await expect(page).toHaveURL(/\/app\/label\/Rigging$/);
  await go("gsent", /Go to Sent/);
  await expect(page).toHaveURL(/\/app\/sent$/);
  await go("south", new RegExp(south.address));
  await expect(page.getByRole("main").getByText(south.address)).toBeVisible();
  await go("signature", /^Settings: Sending/);
  await expect(
    page.getByRole("tab", { name: "Sending and signatures", selected: true }),
  ).toBeVisible();
  await go("fathoms", /Chart of the bay/);
  await expect(page.getByRole("heading", { name: "Chart of the bay" }).first()).toBeVisible();
  await go("marta", /^Write to Marta/);
  const composer = page.getByRole("dialog", { name: "Compose Email" });
  await expect(composer.getByText("Marta Eklund")).toBeVisible();
  await composer.getByLabel("Subject").fill("Charts");
  await untilOpen(composer);
  await page.keyboard.press("Escape");
  await expect(composer).toBeHidden();
  await pressInTurn(page, "g", "l");
  await expect(options(page)).toHaveText([/^Rigging/]);
});

test("groups what it finds, always with mail, and guesses from letters only where nothing fits", async ({
  page,
  user,
}) => {
  const [north] = user.mailboxes;
  await north.deliver(aMail({ subject: "Snoozing in the harbor" }));
  const call = await user.connect();
  await expect
    .poll(async () => (await call("POST /email/search", { query: "snoozing" })).results.length)
    .toBe(1);
  await signIn(page, user);
  await rowOf(page, "Snoozing in the harbor").focus();
  await ask(page, "snoo");
  const group = (name: string) => palette(page).getByRole("group", { name, exact: true });
  await expect(group("Actions").getByRole("option")).toHaveText([/^Snooze/]);
  await expect(group("Go to").getByRole("option")).toHaveText([/^Go to Snoozed/]);
  await expect(group("Mail").getByRole("option").last()).toHaveText(/^Search all mail for/);
  await expect(options(page).filter({ hasText: /Sign out|Notion/ })).toHaveCount(0);
  await field(page).fill("sig");
  await expect(options(page).filter({ hasText: "Settings: Sending" })).toBeVisible();
  await expect(options(page).filter({ hasText: "Sign out" })).toHaveCount(0);
  await field(page).fill("sign");
  await expect(options(page).filter({ hasText: "Sign out" })).toBeVisible();
  await field(page).fill("snoozing");
  await expect(group("Mail").getByRole("option").first()).toHaveText(/^Snoozing in the harbor/);
  await field(page).fill("marta");
  await expect(group("People").getByRole("option").first()).toHaveText(/^Write to Marta/);
});

test("runs commands with arguments in words: a snooze, and an action on all that match", async ({
  page,
  user,
}) => {
  const [north] = user.mailboxes;
  const day = 86_400_000;
  const now = Date.now();
  const from = "Rowing Notes <notes@rowing.example>";
  north.hold([
    ...["Regatta", "Oars"].map((subject, at) => ({
      date: now - (40 + at) * day,
      raw: aMail({ subject, from, date: now - (40 + at) * day }),
    })),
    { date: now - day, raw: aMail({ subject: "Training", from, date: now - day }) },
    { date: now, raw: aMail({ subject: "Dentist" }) },
  ]);
  await user.connect();
  await signIn(page, user);
  await expect(rowOf(page, "Regatta")).toBeVisible();
  await ask(page, "archive all from rowing older than a month");
  const command = options(page).first();
  await expect(command).toHaveText(/^Archive all from rowing older than a month2 emails$/);
  await expect(palette(page).getByRole("group", { name: "People" })).toHaveCount(0);
  await page.keyboard.press("Enter");
  await expect(page.getByText("2 emails archived")).toBeVisible();
  await expect(rowOf(page, "Regatta")).toHaveCount(0);
  await expect(rowOf(page, "Oars")).toHaveCount(0);
  await expect(rowOf(page, "Training")).toBeVisible();
  await page.keyboard.press("z");
  await expect(rowOf(page, "Regatta")).toBeVisible();
  await expect(rowOf(page, "Oars")).toBeVisible();

  await ask(page, "archive all from zebra");
  await expect(command).toHaveText(/No emails$/);
  await page.keyboard.press("Enter");
  await expect(palette(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(palette(page)).toBeHidden();

  await pressOn(rowOf(page, "Dentist"), "Control+k");
  await expect(field(page)).toBeFocused();
  await field(page).fill("snooze till tomorrow 9");
  await expect(command).toHaveText(/^Snooze until .*9:00/);
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^1 email snoozed until .*9:00/)).toBeVisible();
  await expect(rowOf(page, "Dentist")).toHaveCount(0);
});

test("a dialog that opens for the first time opens with its motion", async ({ page, user }) => {
  await user.register();
  await page.addInitScript(() => {
    document.addEventListener("transitionrun", ({ target, propertyName }) => {
      if (!(target instanceof Element) || target.role !== "dialog") return;
      document.documentElement.dataset[`ran${propertyName}`] = target.textContent.slice(0, 30);
    });
  });
  await signIn(page, user);
  const ran = page.locator("html");
  await page.getByRole("button", { name: "Account menu" }).click();
  await page.getByRole("menuitem", { name: /shortcuts/ }).click();
  await expect(ran).toHaveAttribute("data-ranopacity", /^Keyboard shortcuts/);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await expect(field(page)).toBeFocused();
  await expect(ran).toHaveAttribute("data-ranscale", /^Commands/);
});

test("handles keys pressed inside the body of a message as keys of the page", async ({
  page,
  user,
}) => {
  const [north] = user.mailboxes;
  await north.deliver(aMail({ subject: "Rope and paint", text: "Twelve metres, please." }));
  await user.connect();
  await signIn(page, user);
  await openMail(page, "Rope and paint");
  const body = page.frameLocator("#message iframe").getByText("Twelve metres, please.");
  await body.click();
  await page.keyboard.press("Control+k");
  await expect(field(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(palette(page)).toBeHidden();
  await body.click();
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(sheet.getByText("Archive and go to the next")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await body.click();
  await page.keyboard.press("/");
  await expect(page.getByRole("combobox", { name: "Search mail" })).toBeFocused();
  await body.click();
  await page.keyboard.press("Shift+U");
  await body.click();
  await pressInTurn(page, "g", "t");
  await expect(page).toHaveURL(/\/app\/sent$/);
});

test("keys work in the settings, where they can be changed and switched off", async ({
  page,
  user,
}) => {
  const [north] = user.mailboxes;
  for (const subject of ["Rope", "Paint"]) await north.deliver(aMail({ subject }));
  await user.connect();
  await signIn(page, user);
  await expect(rowOf(page, "Rope")).toBeVisible();
  await pressInTurn(page, "g", ",");
  await expect(page).toHaveURL(/\/app\/settings/);
  await page.keyboard.press("c");
  const composer = page.getByRole("dialog", { name: "Compose Email" });
  await expect(composer).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(composer).toBeHidden();
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await sheet.getByRole("link", { name: "Change shortcuts" }).click();
  await expect(page.getByRole("tab", { name: "Shortcuts", selected: true })).toBeVisible();

  await page.getByRole("button", { name: "Change the key for Archive", exact: true }).click();
  await page.keyboard.press("s");
  await expect(page.getByText("Already used for: Star or unstar.")).toBeVisible();
  await page.keyboard.press("w");
  await expect(
    page.getByRole("button", { name: "Reset the key for Archive", exact: true }),
  ).toBeVisible();
  await pressInTurn(page, "g", "i");
  await pressOn(rowOf(page, "Rope"), "e");
  await page.keyboard.press("w");
  await expect(page.getByText("1 email archived")).toBeVisible();
  await expect(rowOf(page, "Rope")).toHaveCount(0);
  await expect(rowOf(page, "Paint")).toBeVisible();

  await page.goto("/app/settings?tab=shortcuts");
  const single = page.getByRole("switch", { name: /^Single-key shortcuts/ });
  await single.click();
  await expect(single).not.toBeChecked();
  await page.goto("/app");
  await pressOn(rowOf(page, "Paint"), "w");
  await page.keyboard.press("c");
  await page.keyboard.press("Control+k");
  await expect(field(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(palette(page)).toBeHidden();
  await expect(rowOf(page, "Paint")).toHaveCount(1);
  await expect(composer).toHaveCount(0);
});

test("the palette, the shortcut sheet and the shortcuts are accessible", async ({ page, user }) => {
  test.setTimeout(looksMs);
  const [north] = user.mailboxes;
  await north.deliver(aMail({ subject: "Rope and paint" }));
  await user.connect();
  await signIn(page, user);
  await pressOn(rowOf(page, "Rope and paint"), "Control+k");
  await expect(field(page)).toBeFocused();
  await expectAccessible(page, "palette");
  await field(page).fill("rope");
  await expect(options(page).filter({ hasText: "Rope and paint" })).toBeVisible();
  await expectAccessible(page, "palette with results");
  await page.keyboard.press("Escape");
  await expect(palette(page)).toBeHidden();
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  await expectAccessible(page, "sheet");
  await page.keyboard.press("Escape");
  await page.goto("/app/settings?tab=shortcuts");
  await page.getByRole("button", { name: "Change the key for Compose" }).click();
  await page.keyboard.press("e");
  await expect(page.getByText("Already used for: Archive.")).toBeVisible();
  await expectAccessible(page, "shortcuts");
});

test("a menu item selected before its chunk is loaded takes effect once it is loaded", async ({
  page,
  user,
}) => {
  await user.register();
  const [asked, proceed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(/\/shell-parts-[^/]+\.js$/, async (route) => {
    asked.resolve();
    await proceed.promise;
    await route.continue();
  });
  await signIn(page, user);
  await asked.promise;
  await page.getByRole("button", { name: "Account menu" }).click();
  await page.getByRole("menuitem", { name: /^Commands/ }).click();
  await expect(page.getByRole("menu", { name: "Account menu" })).toBeHidden();
  await expect(palette(page)).toHaveCount(0);
  proceed.resolve();
  await expect(palette(page)).toBeVisible();
});
