import { expect } from "@playwright/test";
import { openMail, rowOf, signIn, test } from "../support/fixtures.ts";
import { aMail } from "../support/mail.ts";

test("learns from opened and starred mail, shows it, and forgets it on request", async ({
  page,
  user,
}) => {
  const [north] = user.mailboxes;
  await north.deliver(aMail({ subject: "A note for you", from: "Ines <ines@somewhere.example>" }));
  const call = await user.connect();
  await signIn(page, user);
  await openMail(page, "A note for you");
  await expect.poll(async () => (await call("GET /sorting", {})).uses).toBe(1);
  await rowOf(page, "A note for you").getByRole("button", { name: /star/i }).click();

  await page.goto("/app/settings?tab=inbox");
  await expect(page.getByText("Learned from your actions on 1 email.")).toBeVisible();
  await page.getByLabel("How much email is High priority").selectOption("About 5%");
  await expect.poll(async () => (await call("GET /sorting", {})).wish.highShare).toBe(5);
  await page.reload();
  await expect(page.getByLabel("How much email is High priority")).toHaveValue("5");
  await page.getByRole("button", { name: "Forget what was learned" }).click();
  await expect(page.getByText("Nothing learned yet.")).toBeVisible();

  await page.getByRole("switch", { name: "Learn from my actions" }).click();
  await expect
    .poll(async () => (await call("GET /sorting", {})).wish)
    .toEqual({ highShare: 5, learnsFromUse: false });
});
