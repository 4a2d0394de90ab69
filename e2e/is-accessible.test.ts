import { expect, type Page } from "@playwright/test";
import axe from "axe-core";
import { openMail, signIn, test } from "./fixtures.ts";
import { aMail } from "./mail.ts";

const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

interface Finding {
  id: string;
  targets: string[];
}

/** What axe finds wrong with the page as it stands, all motion at its end. */
async function findingsOf(page: Page): Promise<Finding[]> {
  await page.evaluate(() => {
    for (const motion of document.getAnimations()) {
      // What turns for ever has no end to go to.
      if (Number.isFinite(motion.effect?.getComputedTiming().endTime)) motion.finish();
    }
  });
  await page.evaluate(axe.source);
  return page.evaluate(
    `axe.run(document, { runOnly: ${JSON.stringify(rules)} }).then(({ violations }) =>
      violations.map(({ id, nodes }) => ({ id, targets: nodes.map(({ target }) => String(target)) })))`,
  );
}

for (const theme of ["light", "dark"] as const) {
  test(`everyone can use every screen and dialog in the ${theme} theme`, async ({
    page,
    person,
  }) => {
    await page.emulateMedia({ colorScheme: theme });
    const check = async (what: string) => expect(await findingsOf(page), what).toEqual([]);

    await page.goto("/login");
    await page.getByRole("button", { name: "Sign In", exact: true }).waitFor();
    await check("login");
    await page.getByRole("button", { name: "Sign In", exact: true }).click();
    await page.getByRole("alert").filter({ hasText: "All fields are required" }).waitFor();
    await check("login with an error");
    await page.goto("/signup");
    await page.getByRole("button", { name: "Create Account" }).waitFor();
    await check("sign-up");
    await page.goto("/nowhere");
    await page.getByText("404 - Page Not Found").waitFor();
    await check("404");

    const [north] = person.mailboxes;
    await north.deliver(aMail({ subject: "Rope and paint", text: "Twelve metres, please." }));
    await person.connect();
    await signIn(page, person);
    await openMail(page, "Rope and paint");
    await check("list and reader");
    await page.getByRole("button", { name: "Reply", exact: true }).click();
    await page.getByPlaceholder("Type your reply...").waitFor();
    await check("reply");
    await page.keyboard.press("Escape");
    await page.getByPlaceholder("Type your reply...").waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Compose" }).first().click();
    await page.getByRole("dialog", { name: "Compose Email" }).waitFor();
    await check("compose");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: "Compose Email" }).waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Add email account" }).click();
    await page.getByRole("dialog", { name: "Add Email Account" }).waitFor();
    await check("add account");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: "Add Email Account" }).waitFor({ state: "hidden" });
    await page.getByLabel("Search mail").first().fill("rope");
    await page.getByText("1 result", { exact: true }).waitFor();
    await check("search results");
    await page.goto("/app/settings");
    await page.getByRole("tab", { name: "Email Accounts" }).waitFor();
    await check("settings, accounts");
    await page.getByRole("tab", { name: "Appearance" }).click();
    await check("settings, appearance");
  });
}
