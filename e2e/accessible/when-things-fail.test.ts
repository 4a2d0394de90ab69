import { expectAccessible, looksMs } from "../support/axe.ts";
import { signIn, test } from "../support/fixtures.ts";
import { aMail } from "../support/mail.ts";

test("all users can read what does not exist and what went wrong", async ({ page, user }) => {
  test.setTimeout(looksMs);
  const check = (what: string) => expectAccessible(page, what);
  await user.register();
  await signIn(page, user);
  await page.getByText("No email accounts found").first().waitFor();
  await check("no accounts");

  await page.goto("/app/connected?state=unknown&code=unknown");
  await page.getByRole("alert").filter({ hasText: /./ }).waitFor();
  await check("an account that could not be connected");
  await page.goto("/app/nowhere");
  await page.getByText("404 - Page Not Found").waitFor();
  await check("no such page");
});

test("the screens of an empty, deleted or unreachable mailbox are accessible", async ({
  page,
  user,
  context,
}) => {
  test.setTimeout(looksMs);
  const check = (what: string) => expectAccessible(page, what);
  await user.mailboxes[0].deliver(aMail({ subject: "Rope and paint" }));
  await user.connect();
  await signIn(page, user);
  await page.getByRole("row").filter({ hasText: "Rope and paint" }).waitFor();
  await page.getByRole("link", { name: "Starred" }).click();
  await page.getByText("Your starred is empty").waitFor();
  await check("an empty list");
  await page.goto("/app?email=01890000-0000-7000-8000-000000000000");
  await page.getByRole("button", { name: "Back to list" }).waitFor();
  await check("a mail that is gone");

  await page.route(/\/email\/(list|threads)/, (route) => route.abort());
  await page.getByRole("link", { name: "Archive" }).click();
  await page.getByRole("button", { name: "Try again" }).waitFor();
  await check("a list that could not be fetched");
  await page.unroute(/\/email\/(list|threads)/);

  await context.setOffline(true);
  await page.getByText("You are offline.", { exact: false }).first().waitFor();
  await check("without a connection");
  await context.setOffline(false);

  // A chunk that the server no longer has.
  await page.route(/\/assets\/settings-(?!tabs).*\.js/, (route) => route.abort());
  await page.goto("/app/settings");
  await page.getByText("Something went wrong!").waitFor();
  await page.getByRole("button", { name: "Show Error" }).click();
  await page.getByRole("button", { name: "Hide Error" }).waitFor();
  await page.getByText(/Failed to fetch dynamically imported module/).waitFor();
  await check("a page that failed");
});
