import { expect, type Page } from "@playwright/test";
import { pressOn, rowOf, signIn, test } from "../support/fixtures.ts";
import { aMail } from "../support/mail.ts";
import type { TestUser } from "../support/product.ts";

const request = "Hi Anna,\r\n\r\ncould you please review the budget draft by Thursday?\r\n";

/** Creates a user with one email to answer, one important email, and splits with these names. */
async function aSplitInbox(user: TestUser, names: readonly string[]) {
  const [mailbox] = user.mailboxes;
  const from = "Maria <maria@example.org>";
  await mailbox.deliver(aMail({ subject: "Budget", from, to: mailbox.address, text: request }));
  await mailbox.deliver(aMail({ subject: "Berths" }));
  const call = await user.connect();
  await expect
    .poll(async () => (await call("GET /follow-ups", {})).open.length, { timeout: 40_000 })
    .toBe(1);
  const { preferences } = await call("GET /user/preferences", {});
  const splits = names.map((name) => ({ id: name, kind: "sender", name, value: "@none.example" }));
  await call("PUT /user/preferences", { ...preferences, splits: splits as never });
  const { emails } = await call("GET /email/list", {});
  const emailId = emails.find(({ subject }) => subject === "Berths")?.id ?? ("" as never);
  await call("PATCH /email/{emailId}", { emailId, priority: "High" });
}

function tabsOf(page: Page) {
  return page.getByRole("tablist", { name: "Inbox tabs" }).getByRole("tab");
}

test("the head of the list keeps its name, its account and its actions at every width", async ({
  page,
  user,
}) => {
  const [mailbox] = user.mailboxes;
  await mailbox.deliver(aMail({ subject: "Berths" }));
  await user.connect();
  await signIn(page, user);
  await expect(rowOf(page, "Berths")).toBeVisible();
  const head = page.locator("#message-list header");
  const name = head.getByRole("heading", { level: 1 });
  for (const width of [320, 375, 768, 1024, 1100, 1180, 1280, 1600]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(name).toHaveText("Inbox");
    await expect(head.getByText("1 unread")).toBeInViewport({ ratio: 1 });
    await expect(head.getByText("All inboxes")).toBeInViewport();
    await expect
      .poll(async () => (await name.boundingBox())?.width, { message: `at ${width}` })
      .toBeGreaterThanOrEqual(96);
    // A phone's header has the menu and the user instead of "Select all".
    const actions = width < 768 ? ["Open sidebar", "Account menu"] : ["Select all"];
    for (const action of ["Refresh", "Filter", ...actions]) {
      await expect(head.getByRole("button", { name: action })).toBeInViewport({ ratio: 1 });
    }
    const isCut = await name.evaluate((text) => text.scrollWidth > text.clientWidth);
    expect(isCut, `at ${width}`).toBe(false);
  }
});

test("selects every email of the list from the head, and from the menu", async ({ page, user }) => {
  const [mailbox] = user.mailboxes;
  await mailbox.deliver(aMail({ subject: "Berths" }));
  await mailbox.deliver(aMail({ subject: "Sails" }));
  await user.connect();
  await signIn(page, user);
  await expect(rowOf(page, "Sails")).toBeVisible();
  const bar = page.getByRole("toolbar", { name: "2 selected" });
  await page.getByRole("button", { name: "Select all" }).click();
  await expect(bar).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(bar).toBeHidden();
  await page.getByRole("button", { name: "More about this list" }).click();
  await page.getByRole("menuitem", { name: "Select all" }).click();
  await expect(bar).toBeVisible();
});

test("tabs that do not fit are in a menu, and the chosen one is always shown", async ({
  page,
  user,
}) => {
  await aSplitInbox(user, ["Harbor office", "Rowing club"]);
  await page.setViewportSize({ width: 1024, height: 800 });
  await signIn(page, user);
  const tabs = tabsOf(page);
  await expect(tabs.first()).toHaveAccessibleName(/^All/);
  await expect(page.getByRole("tab", { name: "Rowing club" })).toBeHidden();
  const more = page.getByRole("button", { name: "More inbox tabs" });
  await more.click();
  await page.getByRole("menuitem", { name: "Rowing club" }).click();
  const rowing = page.getByRole("tab", { name: "Rowing club", selected: true });
  await expect(rowing).toBeInViewport({ ratio: 1 });
  await expect(rowOf(page, "Berths")).toBeHidden();
  for (const tab of await tabs.all()) await expect(tab).toBeInViewport({ ratio: 1 });

  // No tab is cut, beside the menu and without it.
  for (let width = 1024; width < 1100; width += 8) {
    await page.setViewportSize({ width, height: 800 });
    const cutPx = () =>
      page.getByRole("tablist", { name: "Inbox tabs" }).evaluate((list) => {
        const shown = [...list.querySelectorAll("[role='tab']")].filter((tab) =>
          tab.checkVisibility({ visibilityProperty: true }),
        );
        const end = Math.max(...shown.map((tab) => tab.getBoundingClientRect().right));
        return Math.max(0, end - list.getBoundingClientRect().right);
      });
    await expect.poll(cutPx, `${width} px`).toBe(0);
  }
  await page.setViewportSize({ width: 1024, height: 800 });

  // The keys reach every tab.
  await rowing.focus();
  await pressOn(rowing, "ArrowLeft");
  const harbor = page.getByRole("tab", { name: "Harbor office", selected: true });
  await expect(harbor).toBeFocused();
  await pressOn(harbor, "ArrowLeft");
  await expect(page.getByRole("tab", { name: "Needs reply 1 conversation" })).toBeFocused();
  await expect(rowOf(page, "Budget")).toBeVisible();
  await expect(rowOf(page, "Berths")).toBeHidden();

  await page.setViewportSize({ width: 1920, height: 900 });
  await expect(more).toBeHidden();
  await expect(tabs).toHaveCount(6);
});
