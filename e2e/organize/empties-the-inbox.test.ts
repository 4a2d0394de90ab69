import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "../support/axe.ts";
import { pressOn, rowOf, signIn, test } from "../support/fixtures.ts";
import { expectFits } from "../support/layout.ts";
import { aMail } from "../support/mail.ts";
import type { TestUser } from "../support/product.ts";

const subjects = ["Rope", "Paint", "Sails", "Anchor"];

async function arrive(page: Page, user: TestUser) {
  const [north] = user.mailboxes;
  const now = Date.now();
  north.hold(
    subjects.map((subject, at) => ({
      date: now - at * 60_000,
      raw: aMail({ subject, text: `${subject} for the boat.`, date: now - at * 60_000 }),
    })),
  );
  const call = await user.connect();
  await signIn(page, user);
  await rowOf(page, "Anchor").waitFor();
  return call;
}

/** Waits for an email alone in the window, with its content and the number left. */
async function expectShown(page: Page, subject: string, left: string): Promise<void> {
  await expect(page.getByRole("heading", { level: 1, name: subject })).toBeVisible();
  await expect(page.frameLocator("#message iframe").getByText(`${subject} for the`)).toBeVisible();
  await expect(page.getByText(left, { exact: true })).toBeVisible();
}

test("goes through the inbox one email at a time, with undo, down to low tide", async ({
  page,
  user,
}) => {
  const call = await arrive(page, user);
  await pressOn(rowOf(page, "Rope"), "Shift+Enter");
  await expectShown(page, "Rope", "4 left");
  await expect(page.getByRole("grid")).toHaveCount(0);
  await expect(page.getByRole("link", { name: /^Inbox/ })).toHaveCount(0);
  await expectAccessible(page, "an email at low tide");
  await expectFits(page, "an email at low tide", [320, 375, 768, 1280, 1920]);

  await page.keyboard.press("e");
  await expectShown(page, "Paint", "3 left");
  await page.keyboard.press("z");
  await expectShown(page, "Rope", "4 left");
  await page.keyboard.press("e");
  await expectShown(page, "Paint", "3 left");
  await page.keyboard.press("j");
  await expectShown(page, "Sails", "2 left");
  // A kept email is shown again, and what was archived before stays archived.
  await page.keyboard.press("z");
  await expectShown(page, "Paint", "3 left");
  await page.keyboard.press("j");
  await expectShown(page, "Sails", "2 left");

  await page.keyboard.press("h");
  const snooze = page.getByRole("dialog", { name: "Snooze until" });
  await snooze.getByRole("button", { name: /^Tomorrow/ }).click();
  await expectShown(page, "Anchor", "1 left");
  // It continues after the page is loaded again.
  await page.reload();
  await expectShown(page, "Anchor", "1 left");
  await page.keyboard.press("k");
  await expectShown(page, "Paint", "2 left");
  await page.getByRole("toolbar").getByRole("button", { name: "Keep" }).click();
  await expectShown(page, "Anchor", "1 left");
  await page.getByRole("toolbar").getByRole("button", { name: "Archive" }).click();
  await expect(page.getByRole("heading", { name: "Low tide." })).toBeFocused();
  await expect(page.getByText(/^4 in (?:less than a|1) minute\.$/)).toBeVisible();
  await expectAccessible(page, "low tide");
  await page.getByRole("button", { name: "Back to list" }).last().click();
  await expect(rowOf(page, "Paint")).toBeVisible();
  await expect(page.getByRole("row")).toHaveCount(1);
  await expect(async () => {
    const { emails } = await call("GET /email/list", { folder: "archive" });
    expect(emails.map(({ subject }) => subject).toSorted()).toEqual(["Anchor", "Rope"]);
  }).toPass();
});

test("leaves to the list with Escape and with Back, and keeps what was done", async ({
  page,
  user,
}) => {
  await arrive(page, user);
  await page.getByRole("button", { name: "More about this list" }).click();
  await page.getByRole("menuitem", { name: "Low tide" }).click();
  await expectShown(page, "Rope", "4 left");
  await page.keyboard.press("e");
  await expectShown(page, "Paint", "3 left");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("row")).toHaveCount(3);
  await pressOn(rowOf(page, "Paint"), "Shift+Enter");
  await expectShown(page, "Paint", "3 left");
  await page.goBack();
  await expect(page.getByRole("row")).toHaveCount(3);
});

test("answers an email, which stays until it is archived or kept", async ({ page, user }) => {
  await arrive(page, user);
  await pressOn(rowOf(page, "Rope"), "Shift+Enter");
  await expectShown(page, "Rope", "4 left");
  await page.getByRole("toolbar").getByRole("button", { name: "Reply" }).click();
  const text = page.getByPlaceholder("Type your reply...");
  await expect(text).toBeFocused();
  // The keys of the emails are text here.
  await page.keyboard.type("Here, just keep it.");
  await expect(text).toHaveValue("Here, just keep it.");
  await page.keyboard.press("Control+Enter");
  await expect(text).toBeHidden();
  await expectShown(page, "Rope", "4 left");
  await page.keyboard.press("e");
  await expectShown(page, "Paint", "3 left");
});

test("counts an email again whose action the server refused", async ({ page, user }) => {
  await arrive(page, user);
  await pressOn(rowOf(page, "Rope"), "Shift+Enter");
  await expectShown(page, "Rope", "4 left");
  await page.keyboard.press("e");
  await expectShown(page, "Paint", "3 left");
  const changes = "**/email/*";
  await page.route(changes, (route) =>
    route.request().postData()?.includes("archive")
      ? route.fulfill({ status: 500, json: { code: "internal", message: "Something went wrong" } })
      : route.fallback(),
  );
  await page.keyboard.press("e");
  const retry = page.getByRole("button", { name: "Try again", includeHidden: true });
  await retry.hover();
  await expectShown(page, "Sails", "3 left");
  await page.unroute(changes);
  await retry.click();
  await expectShown(page, "Sails", "2 left");
});

test("offers mail that arrived in between", async ({ page, user }) => {
  await arrive(page, user);
  const [north] = user.mailboxes;
  await pressOn(rowOf(page, "Rope"), "Shift+Enter");
  await expectShown(page, "Rope", "4 left");
  await north.deliver(aMail({ subject: "Oars", text: "Oars for the boat." }));
  for (const subject of subjects) {
    await expect(page.getByRole("heading", { level: 1, name: subject })).toBeVisible();
    await page.keyboard.press("j");
  }
  await expect(page.getByRole("heading", { name: "Low tide." })).toBeVisible();
  await page.getByRole("button", { name: "1 new email" }).click();
  await expectShown(page, "Oars", "1 left");
});

test("acts on the shown email only, and undoes what was done last", async ({ page, user }) => {
  const call = await arrive(page, user);
  const [north] = user.mailboxes;
  for (const subject of ["Sails", "Anchor"]) await pressOn(rowOf(page, subject), "x");
  await pressOn(rowOf(page, "Rope"), "Shift+Enter");
  await expectShown(page, "Rope", "4 left");
  await page.keyboard.press("e");
  await expectShown(page, "Paint", "3 left");
  await page.keyboard.press("j");
  await expectShown(page, "Sails", "2 left");
  // A star is undone where it was set; the kept email before it comes after that.
  await page.keyboard.press("s");
  await page.keyboard.press("z");
  await expectShown(page, "Sails", "2 left");
  await page.keyboard.press("z");
  await expectShown(page, "Paint", "3 left");
  for (const next of ["Sails", "Anchor"]) {
    await page.keyboard.press("e");
    await expect(page.getByRole("heading", { level: 1, name: next })).toBeVisible();
  }
  await page.keyboard.press("#");
  await expect(page.getByRole("heading", { name: "Low tide." })).toBeVisible();
  // Mail that arrives in the empty list is offered, not opened.
  await north.deliver(aMail({ subject: "Oars", text: "Oars for the boat." }));
  await expect(page.getByRole("button", { name: "1 new email" })).toBeVisible();
  await expect
    .poll(async () => {
      const { emails } = await call("GET /email/list", { folder: "archive" });
      return emails.map(({ subject }) => subject).toSorted();
    })
    .toEqual(["Paint", "Rope", "Sails"]);
});

test("moves on in a label and in a list of unread emails", async ({ page, user }) => {
  const call = await arrive(page, user);
  await call("PUT /email/labels/{name}", { name: "Boat" });
  const { emails } = await call("GET /email/list", {});
  await call("POST /email/bulk", {
    ids: emails.map(({ id }) => id),
    threads: false,
    change: { labels: { add: ["Boat"], remove: [] } },
  });
  await page.goto("/app/label/Boat?tide=true");
  await expectShown(page, "Rope", "4 left");
  await page.keyboard.press("h");
  const snooze = page.getByRole("dialog", { name: "Snooze until" });
  await snooze.getByRole("button", { name: /^Tomorrow/ }).click();
  await expectShown(page, "Paint", "3 left");
  await page.keyboard.press("e");
  await expectShown(page, "Sails", "2 left");
  await page.keyboard.press("Escape");

  await page.goto("/app");
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByRole("menuitemcheckbox", { name: "Unread" }).click();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("row")).toHaveCount(1);
  await pressOn(rowOf(page, "Anchor"), "Shift+Enter");
  await expectShown(page, "Anchor", "1 left");
  await page.keyboard.press("e");
  await expect(page.getByRole("heading", { name: "Low tide." })).toBeVisible();
});
