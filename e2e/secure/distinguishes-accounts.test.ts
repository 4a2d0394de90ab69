import { expect } from "@playwright/test";
import { rowOf, signIn, test } from "../support/fixtures.ts";
import { aMail } from "../support/mail.ts";

test("gives an account a short name and a color, and shows where unread mail is", async ({
  page,
  user,
}) => {
  const [north] = user.mailboxes;
  await north.deliver(aMail({ subject: "Unread so far" }));
  const call = await user.connect();
  await signIn(page, user, "/app/settings?tab=accounts");
  const change = page.getByRole("button", { name: `Change: ${north.address}` });
  const dialog = page.getByRole("dialog", { name: "Change account" });
  // A color alone is saved even if the server refuses the account's login.
  await page.route("**/imap/*", (route) =>
    route.request().method() === "PATCH" ? route.abort() : route.fallback(),
  );
  await change.click();
  await dialog.getByRole("radio", { name: "Red" }).check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await page.unroute("**/imap/*");
  await change.click();
  await dialog.getByLabel("Display name").fill("HW");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  const { accounts } = await call("GET /imap/accounts", {});
  expect(accounts[0]).toMatchObject({ name: "HW", color: "red" });

  await page.goto("/app");
  const face = rowOf(page, "Unread so far").getByRole("img", { name: north.address });
  await expect(face).toHaveAttribute("style", /--hue: ?25\b/);
  const button = page
    .getByRole("group", { name: "Email accounts" })
    .getByRole("button", { name: new RegExp(`^${north.address}, HW · 1 unread`) });
  await expect(button.locator("[data-initials=HW]")).toBeVisible();
  await expect(button.locator(".person")).toHaveAttribute("style", /--hue: ?25\b/);
});

test("lists more than four accounts in a menu", async ({ page, user }) => {
  const [north, south] = user.mailboxes;
  await user.connect();
  await page.route("**/imap/accounts", async (route) => {
    const answer = await route.fetch();
    const { accounts } = await answer.json();
    const more = ["club", "home", "office"].map((name) => ({
      ...accounts[0],
      id: `00000000-0000-7000-8000-0000000000${name.length}${name.charCodeAt(0)}`,
      account_mail: `${name}@more.example`,
      ...(name === "club" && { state: "failed" }),
    }));
    await route.fulfill({ response: answer, json: { accounts: [...accounts, ...more] } });
  });
  await signIn(page, user);
  const strip = page.getByRole("group", { name: "Email accounts" });
  await expect(strip.getByRole("button", { name: "All inboxes" })).toBeVisible();
  await expect(strip.getByRole("button", { name: new RegExp(`^${south.address}`) })).toHaveCount(0);
  await strip.getByRole("button", { name: "All 5 accounts, Needs attention" }).click();
  const menu = page.getByRole("menu", { name: "All 5 accounts" });
  await expect(menu.getByRole("menuitemradio")).toHaveCount(5);
  await expect(
    menu.getByRole("menuitemradio", { name: `${north.address}, Up to date` }),
  ).toBeVisible();
  await menu.getByRole("menuitemradio", { name: south.address }).click();
  await expect(
    strip.getByRole("button", { name: new RegExp(`^${south.address}`) }),
  ).toHaveAttribute("aria-pressed", "true");
});
