import { expect, type Locator, type Page } from "@playwright/test";
import { pressInTurn, test } from "../support/fixtures.ts";
import { aMail } from "../support/mail.ts";
import type { UserMailbox } from "../support/product.ts";

/** Presses Tab until the element with this name has the focus, as a user without a mouse does. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const isThere = () =>
    page.evaluate(() => {
      const at = document.activeElement;
      const labels =
        at instanceof HTMLInputElement ? [...(at.labels ?? [])] : [at?.closest("label") ?? null];
      const label = labels.map((each) => each?.textContent ?? "").join(" ");
      return at?.getAttribute("aria-label") || label.trim() || at?.textContent?.trim() || "";
    });
  const passed: string[] = [];
  for (let at = 0; at < 60; at += 1) {
    const now = await isThere();
    if (typeof name === "string" ? now === name : name.test(now)) return;
    passed.push(now);
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not lead to ${name}, but to: ${passed.join(" · ")}`);
}

/** Reports whether the focus is on the element or inside it. */
async function hasFocus(place: Locator): Promise<boolean> {
  return place.evaluate((element) => element.contains(document.activeElement));
}

async function connect(page: Page, { address, password, servers }: UserMailbox): Promise<void> {
  const { imap, smtp } = servers;
  const form = page.getByRole("dialog", { name: "Add Email Account" });
  const fill = async (field: string, value: string) => {
    await expect
      .poll(async () => {
        await page.keyboard.press("Tab");
        return page.evaluate(() => document.activeElement?.getAttribute("name"));
      })
      .toBe(field);
    await page.keyboard.press("Control+a");
    await page.keyboard.type(value);
  };
  await expect(form).toBeVisible();
  await fill("account_mail", address);
  await fill("account_pass", password);
  // The fields of the server open once the lookup has found none.
  await expect(form.locator('[name="imap_host"]')).toBeVisible();
  await fill("imap_host", imap.host);
  await fill("user_port", String(imap.imapPort));
  await tabTo(page, /^Encrypted/);
  await page.keyboard.press("Space");
  await tabTo(page, /^Outgoing mail/);
  await page.keyboard.press("Enter");
  await fill("smtp_host", smtp.host);
  await fill("smtp_port", String(smtp.port));
  await tabTo(page, /^Encrypted/);
  await page.keyboard.press("Space");
  await tabTo(page, "Add Account");
  await page.keyboard.press("Enter");
  await expect(form).toBeHidden();
}

test("signs in, connects, reads, labels, replies, sends, undoes, files, searches, writes, sets and signs out by keys", async ({
  page,
  user,
}) => {
  test.setTimeout(150_000);
  const [north] = user.mailboxes;
  await north.deliver(aMail({ subject: "Rope and paint", text: "Twelve metres, please." }));
  await north.deliver(aMail({ subject: "Harbour dues", text: "They are due in November." }));
  await user.register();
  const touched: string[] = [];
  await page.exposeFunction("noteTouch", (what: string) => touched.push(what));
  await page.addInitScript(() => {
    const note: unknown = Reflect.get(window, "noteTouch");
    for (const kind of ["pointerdown", "mousedown", "touchstart"]) {
      addEventListener(kind, () => typeof note === "function" && note(kind), true);
    }
  });
  await page.goto("/login");
  await tabTo(page, "Email");
  await page.keyboard.type(user.email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(user.password);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/app/);

  const palette = page.getByRole("dialog", { name: "Commands" });
  const run = async (words: string) => {
    await page.keyboard.press("Control+k");
    await expect(palette.getByRole("combobox")).toBeFocused();
    await page.keyboard.type(words);
    await page.keyboard.press("Enter");
    await expect(palette).toBeHidden();
  };
  await expect(page.getByText("No email accounts found")).toBeVisible();
  await run("add email");
  await connect(page, north);
  const row = (subject: string) =>
    page.getByRole("grid").getByRole("row").filter({ hasText: subject });
  await expect(row("Rope and paint")).toBeVisible();
  await expect(row("Harbour dues")).toBeVisible();

  // Read a message.
  await pressInTurn(page, "g", "i");
  await expect(async () => {
    await page.keyboard.press("Home");
    if (!(await hasFocus(row("Rope and paint")))) await page.keyboard.press("j");
    expect(await hasFocus(row("Rope and paint"))).toBe(true);
  }).toPass();
  await page.keyboard.press("Enter");
  await expect(page.frameLocator("#message iframe").getByText("Twelve metres")).toBeVisible();

  // Add a label.
  await page.keyboard.press("l");
  const labels = page.getByRole("dialog", { name: "Labels", exact: true });
  await expect(labels.getByRole("textbox")).toBeFocused();
  await page.keyboard.type("Rigging");
  await page.keyboard.press("Enter");
  await expect(labels.getByRole("checkbox", { name: "Rigging" })).toBeChecked();
  await tabTo(page, "Apply");
  await page.keyboard.press("Enter");
  await expect(row("Rope and paint")).toHaveAccessibleName(/labeled .*Rigging/);

  // Reply, and undo it while the message waits.
  await page.keyboard.press("r");
  const reply = page.getByRole("dialog", { name: /^Reply to/ });
  await expect(reply.getByPlaceholder("Type your reply...")).toBeFocused();
  await page.keyboard.type("They are on the quay.");
  await page.keyboard.press("Control+Enter");
  await expect(reply).toBeHidden();
  await page.keyboard.press("z");
  const composer = page.getByRole("dialog", { name: "Compose Email" });
  await expect(composer).toBeVisible();
  await expect(composer.getByText("They are on the quay.")).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(composer).toBeHidden();

  // Archive, and undo it.
  await page.keyboard.press("e");
  await expect(row("Rope and paint")).toHaveCount(0);
  await expect(page.getByText("1 email archived")).toBeVisible();
  await page.keyboard.press("z");
  await expect(row("Rope and paint")).toBeVisible();

  // Search.
  await page.keyboard.press("/");
  await page.keyboard.type("dues");
  const found = page.getByRole("listbox", { name: "Search mail" });
  await expect(found.getByRole("option", { name: /Harbour dues/ })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Harbour dues" }).first()).toBeVisible();

  // Writes to a new correspondent.
  await page.keyboard.press("Escape");
  await page.keyboard.press("c");
  await expect(composer).toBeVisible();
  await tabTo(page, "To");
  await page.keyboard.type(`${north.address},`);
  await tabTo(page, "Subject");
  await page.keyboard.type("Berth four");
  await tabTo(page, "Message");
  await page.keyboard.type("It is free from Monday.");
  await page.keyboard.press("Control+Enter");
  await expect(composer).toBeHidden();

  // Finds the sent messages, and the one that arrived in the inbox.
  await pressInTurn(page, "g", "t");
  await expect(row("Re: Rope and paint")).toBeVisible({ timeout: 30_000 });
  await expect(row("Berth four")).toBeVisible({ timeout: 30_000 });
  await pressInTurn(page, "g", "i");
  await expect(row("Berth four")).toBeVisible({ timeout: 30_000 });

  // Change a setting and sign out.
  await pressInTurn(page, "g", ",");
  await run("settings appear");
  await expect(page.getByRole("tab", { name: "Appearance", selected: true })).toBeVisible();
  await expect
    .poll(async () => {
      await page.keyboard.press("Tab");
      return hasFocus(page.getByRole("radiogroup", { name: "Theme" }));
    })
    .toBe(true);
  const shown = () => page.evaluate(() => document.documentElement.dataset["theme"]);
  const before = await shown();
  await expect
    .poll(async () => {
      await page.keyboard.press("ArrowRight");
      return shown();
    })
    .not.toBe(before);
  await run("sign out");
  await expect(page).not.toHaveURL(/\/app/);
  expect(touched).toEqual([]);
});
