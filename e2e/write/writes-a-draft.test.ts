import { expect } from "@playwright/test";
import { composer, openComposer, textOf, toastOf, write } from "../support/composer.ts";
import { rowOf, signIn, test } from "../support/fixtures.ts";
import { ImapClient } from "../support/imap-client.ts";
import { aMail } from "../support/mail.ts";

test("keeps a draft through a reload and a killed page, and saves it to Drafts", async ({
  page,
  context,
  user,
}) => {
  const [from] = user.mailboxes;
  await user.connect();
  await signIn(page, user);
  await page.getByRole("button", { name: from.address }).click();
  const dialog = await openComposer(page);
  await write(dialog, { to: "marta@example.org", subject: "Ropes", text: "Twelve metres" });
  await expect(dialog.getByText("Saved", { exact: true })).toBeVisible();

  await page.reload();
  await expect(dialog.getByText("Restored from your last session.")).toBeVisible();
  await expect(textOf(dialog)).toHaveValue("Twelve metres");
  await expect(
    dialog.getByRole("button", { name: "marta@example.org", exact: true }),
  ).toBeVisible();

  // The server does not receive the last words; the device has them.
  await page.route("**/email/drafts/*", (route) => route.abort());
  await textOf(dialog).fill("Twelve metres, and paint");
  await expect
    .poll(() => page.evaluate(() => JSON.stringify(Object.values({ ...localStorage }))))
    .toContain("and paint");
  await page.close();
  const next = await context.newPage();
  await next.goto("/app");
  await expect(textOf(composer(next))).toHaveValue("Twelve metres, and paint");
  await expect(composer(next).getByText("Saved", { exact: true })).toBeVisible();

  await next.keyboard.press("Escape");
  await expect(composer(next)).toBeHidden();
  await using client = await ImapClient.open(from);
  await expect
    .poll(async () => (await client.sources("Drafts")).length, { timeout: 60_000 })
    .toBe(1);
  expect((await client.sources("Drafts"))[0]).toContain("Twelve metres, and paint");

  await next.goto("/app/drafts");
  await rowOf(next, "Ropes").click();
  await expect(textOf(composer(next))).toHaveValue("Twelve metres, and paint");
});

test("keeps both texts when two devices write the same draft", async ({
  page,
  browser,
  baseURL,
  user,
}) => {
  await user.connect();
  await signIn(page, user);
  const here = await openComposer(page);
  await write(here, { subject: "Two hands", text: "First words" });
  await expect(here.getByText("Saved", { exact: true })).toBeVisible();

  const otherPlace = await browser.newContext({ ...(baseURL && { baseURL }) });
  const other = await otherPlace.newPage();
  await signIn(other, user, "/app/drafts");
  await other
    .getByRole("button", { name: "Two hands" })
    .or(rowOf(other, "Two hands"))
    .first()
    .click();
  await textOf(composer(other)).fill("Words from the telephone");
  await expect(composer(other).getByText("Saved", { exact: true })).toBeVisible();

  await textOf(here).fill("Words from the desk");
  await expect(here.getByText("Both versions are saved")).toBeVisible();
  await expect(here.getByText("Saved", { exact: true })).toBeVisible();
  await expect(textOf(here)).toHaveValue("Words from the desk");
  await expect(textOf(composer(other))).toHaveValue("Words from the telephone");
  const kept = await other.evaluate(async () => {
    const token = localStorage.getItem("token") ?? "";
    const answer = await fetch("/email/drafts", { headers: { authorization: `Bearer ${token}` } });
    const { drafts } = (await answer.json()) as { drafts: { content: string }[] };
    return drafts.map(({ content }) => content).toSorted();
  });
  expect(kept).toEqual(["Words from the desk", "Words from the telephone"]);
  await otherPlace.close();
});

test("says that only this device has the draft while offline, and saves it afterwards", async ({
  page,
  context,
  user,
}) => {
  await user.connect();
  await signIn(page, user);
  const dialog = await openComposer(page);
  await context.setOffline(true);
  await write(dialog, { subject: "On a train", text: "In a tunnel" });
  await expect(dialog.getByText("Saved on this device only").first()).toBeVisible();
  await context.setOffline(false);
  await expect(dialog.getByText("Saved", { exact: true })).toBeVisible();
});

test("never replaces a draft with another one, and undoes a discard", async ({ page, user }) => {
  await user.connect();
  await signIn(page, user);
  const dialog = await openComposer(page);
  await write(dialog, { subject: "The first", text: "It was here before." });
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(toastOf(page).getByText("Draft saved")).toBeVisible();

  await openComposer(page);
  await expect(dialog.getByLabel("Subject")).toHaveValue("");
  await write(dialog, { subject: "The second", text: "It came later." });
  await dialog.getByRole("button", { name: "Discard" }).click();
  await expect(dialog).toBeHidden();
  await toastOf(page).getByText(/^Undo/).click();
  await expect(textOf(dialog)).toHaveValue("It came later.");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  await page.goto("/app/drafts");
  const first = page.getByRole("button", { name: "The first" }).or(rowOf(page, "The first"));
  await expect(
    page.getByRole("button", { name: "The second" }).or(rowOf(page, "The second")).first(),
  ).toBeVisible();
  await first.first().click();
  await expect(textOf(dialog)).toHaveValue("It was here before.");
});

test("continues a draft in the composer when a search has found it", async ({ page, user }) => {
  const [from] = user.mailboxes;
  await using client = await ImapClient.open(from);
  const begun = aMail({
    subject: "Ropes for the jetty",
    from: from.address,
    to: "marta@example.org",
    text: "Twelve metres, and",
  });
  await client.append("Drafts", begun, new Date());
  await user.connect();
  await signIn(page, user, "/app/search?q=jetty");
  await rowOf(page, "Ropes for the jetty").click();
  const dialog = composer(page);
  await expect(textOf(dialog)).toHaveValue(/^Twelve metres, and/);
  await expect(page).toHaveURL(/\/app\/search\?q=jetty$/);
});
