import { expect } from "@playwright/test";
import { expectAccessible } from "../support/axe.ts";
import { signIn, test } from "../support/fixtures.ts";
import { expectFits } from "../support/layout.ts";
import { aMail } from "../support/mail.ts";
import type { TestUser } from "../support/product.ts";

const people = ["Grace", "Edith", "Joan"];

/** Creates a user whom three people asked something. */
async function threeQuestions(user: TestUser) {
  const [north] = user.mailboxes;
  const now = Date.now();
  north.hold(
    people.map((name, at) => ({
      date: now - at * 3_600_000,
      raw: aMail({
        subject: `Question of ${name}`,
        from: `${name} Hopper <${name.toLowerCase()}@example.com>`,
        text: `Hi Ada,\n\nCould you please send me drawing ${at + 1}?\n\n${name}`,
        date: now - at * 3_600_000,
        to: north.address,
      }),
    })),
  );
  const call = await user.connect();
  const lines = async () => (await call("GET /brief", {})).brief.answer.lines.length;
  await expect.poll(lines, { timeout: 40_000 }).toBe(3);
  return call;
}

test("leads from the number of further lines to the tab that lists them", async ({
  page,
  user,
}) => {
  await threeQuestions(user);
  await page.route(
    ({ pathname }) => pathname === "/brief",
    async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      json.brief.answer.more = 2;
      await route.fulfill({ response, json });
    },
  );
  await signIn(page, user, "/app/brief");
  await page.getByRole("link", { name: "and 2 more" }).click();
  await expect(page.getByRole("tab", { name: /^Needs reply/, selected: true })).toBeVisible();
});

test("works through the brief by keys, with undo", async ({ page, user }) => {
  const call = await threeQuestions(user);
  await signIn(page, user, "/app/brief");
  const answer = page.getByRole("region", { name: /^Needs your reply/ });
  const line = (name: string) => answer.getByRole("link", { name: `${name} Hopper` });
  await expect(answer.getByRole("link")).toHaveCount(3);
  await expectFits(page, "the brief", [320, 375, 768, 1280, 1920]);
  await page.keyboard.press("j");
  await expect(line("Grace")).toBeFocused();
  await expectAccessible(page, "a line of the brief with its actions");

  await page.keyboard.press("e");
  await expect(line("Edith")).toBeFocused();
  await expect(page.getByText("1 of 3", { exact: true })).toBeVisible();
  await expect(answer.getByRole("link")).toHaveCount(2);
  await page.keyboard.press("z");
  await expect(line("Grace")).toBeVisible();
  await expect(page.getByText(/^\d of 3$/)).toHaveCount(0);

  await page.keyboard.press("r");
  const reply = page.getByRole("dialog", { name: "Compose Email" });
  await expect(
    reply.getByRole("button", { name: "Edith Hopper <edith@example.com>" }),
  ).toBeVisible();
  await page.keyboard.press("Escape");
  await line("Edith").focus();
  await page.keyboard.press("b");
  const snooze = page.getByRole("dialog", { name: "Snooze until" });
  await snooze.getByRole("button", { name: /^Tomorrow/ }).click();
  await expect(answer.getByRole("link")).toHaveCount(2);
  for (const name of ["Grace", "Joan"]) {
    await line(name).hover();
    await line(name).locator("..").getByRole("button", { name: "Done" }).click();
  }
  await expect(page.getByText("You're all caught up")).toBeVisible();
  await expect(page.getByText("Nothing is left to do here.")).toBeVisible();
  await expect
    .poll(async () => {
      const { emails } = await call("GET /email/list", { folder: "archive" });
      return emails.map(({ subject }) => subject).toSorted();
    })
    .toEqual(["Question of Grace", "Question of Joan"]);
});

test("shows the brief beside the list while no email is open, and acts on it there", async ({
  page,
  user,
}) => {
  await threeQuestions(user);
  await signIn(page, user);
  const beside = page.getByRole("region", { name: "Select an email" });
  const answer = beside.getByRole("region", { name: "Needs your reply" });
  await expect(answer.getByRole("link")).toHaveCount(3);
  await expectAccessible(page, "the brief beside the list");
  await expectFits(page, "the brief beside the list", [1024, 1180, 1280, 1600, 1920]);
  await answer.getByRole("link", { name: "Joan" }).hover();
  await answer
    .getByRole("listitem")
    .filter({ hasText: "Joan" })
    .getByRole("button", { name: "Done" })
    .click();
  await expect(answer.getByRole("link")).toHaveCount(2);
  await expect(page.getByRole("row")).toHaveCount(2);
  // The line does not come back with the brief.
  await page.getByRole("row").filter({ hasText: "Question of Grace" }).click();
  await expect(page.getByRole("heading", { name: "Question of Grace" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(answer.getByRole("link")).toHaveCount(2);
  await answer.getByRole("link", { name: "Edith" }).click();
  await expect(page.getByRole("heading", { name: "Question of Edith" })).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "Question of Edith" })).toHaveAttribute(
    "aria-current",
    "true",
  );
});
