import { expect } from "@playwright/test";
import { rowOf, signIn, test } from "../support/fixtures.ts";
import { aMail } from "../support/mail.ts";

test("the choice between conversations and messages applies on every device, but to no other user", async ({
  page,
  browser,
  user,
  product,
}) => {
  const [north] = user.mailboxes;
  await north.deliver(aMail({ subject: "Mooring", messageId: "mooring@example.org" }));
  await north.deliver(
    aMail({ subject: "Re: Mooring", headers: ["In-Reply-To: <mooring@example.org>"] }),
  );
  const call = await user.connect();
  await expect
    .poll(async () => (await call("GET /email/threads", {})).threads.map(({ count }) => count))
    .toEqual([2]);
  const stranger = product.newUser();
  await stranger.register();

  await signIn(page, user);
  await expect(rowOf(page, "Mooring")).toHaveCount(1);
  const other = await browser.newPage({ baseURL: product.app.url });
  await signIn(other, user);
  await expect(rowOf(other, "Mooring")).toHaveCount(1);

  await page.goto("/app/settings");
  await page.getByRole("tab", { name: "Appearance" }).click();
  await page.getByRole("switch", { name: /^Conversations/ }).click();
  await expect(rowOf(other, "Mooring")).toHaveCount(2);
  expect((await call("GET /user/preferences", {})).preferences.conversations).toBe(false);
  // The app knows the choice before the server responds.
  await other.route("**/user/preferences", (route) => route.abort());
  await other.reload();
  await expect(rowOf(other, "Mooring")).toHaveCount(2);

  await page.getByRole("button", { name: "Account menu" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL(({ pathname }) => pathname === "/");
  await signIn(page, stranger, "/app/settings");
  await page.getByRole("tab", { name: "Appearance" }).click();
  await expect(page.getByRole("switch", { name: /^Conversations/ })).toBeChecked();
  await other.close();
});
