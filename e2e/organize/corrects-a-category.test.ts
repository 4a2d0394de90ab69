import { expect } from "@playwright/test";
import { rowOf, signIn, test } from "../support/fixtures.ts";
import { aMail } from "../support/mail.ts";

test("explains the category of a message, corrects it with one tap, and undoes that by key", async ({
  page,
  user,
}) => {
  const [north] = user.mailboxes;
  const bill = "Your invoice for 84.20 EUR is ready. The amount will be debited from your account.";
  await north.deliver(aMail({ subject: "Invoice 4711", text: bill }));
  const call = await user.connect();
  const classified = async () => (await call("GET /email/list", {})).emails[0]?.category;
  await expect.poll(classified).toBe("Finance");

  await signIn(page, user);
  const row = rowOf(page, "Invoice 4711");
  // A narrow list shows the category as a dot.
  await row.getByRole("img", { name: "Finance" }).click();
  const menu = page.getByRole("menu", { name: "Category and priority" });
  await expect(menu.getByText("Why Finance?")).toBeVisible();
  await expect(menu.getByText(/it is about a bill/)).toBeVisible();
  await menu.getByRole("menuitemradio", { name: "Work" }).click();
  await expect(row.getByRole("img", { name: "Work" })).toBeVisible();
  await expect(page.getByText("Classified as Work")).toBeVisible();
  await expect.poll(classified).toBe("Work");

  // The same menu can be opened by keyboard in the open message.
  await row.click();
  const button = page.getByRole("button", { name: "Category and priority" });
  await button.click();
  await expect(page.getByText("You chose it.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect.poll(async () => (await call("GET /sorting", {})).lessons).toBe(1);
  await page.keyboard.press("z");
  await expect.poll(classified).toBe("Finance");
  await expect.poll(async () => (await call("GET /sorting", {})).lessons).toBe(0);
});

test("classifies a sender permanently, and forgets in the settings the learned corrections", async ({
  page,
  user,
}) => {
  const [north] = user.mailboxes;
  for (const subject of ["First note", "Second note"]) {
    await north.deliver(aMail({ subject, from: "Ines <ines@somewhere.example>" }));
  }
  const call = await user.connect();
  const all = async () =>
    (await call("GET /email/list", {})).emails.map(({ category }) => category);
  await expect.poll(async () => (await all()).filter(Boolean).length).toBe(2);

  await signIn(page, user);
  await rowOf(page, "First note").click();
  const button = page.getByRole("button", { name: "Category and priority" });
  await button.click();
  await page.getByRole("menuitemradio", { name: "Social" }).click();
  await expect(page.getByText("Classified as Social")).toBeVisible();
  await button.click();
  await page.getByRole("menuitem", { name: "Always Social from ines@somewhere.example" }).click();
  await expect.poll(all).toEqual(["Social", "Social"]);

  await page.goto("/app/settings?tab=inbox");
  await expect(page.getByText("Learned from 1 correction.")).toBeVisible();
  await page.getByRole("button", { name: "Forget what was learned" }).click();
  await expect(page.getByText("Nothing learned yet.")).toBeVisible();
  await page
    .getByRole("button", {
      name: "Classify emails from ines@somewhere.example automatically again",
    })
    .click();
  await expect(page.getByText("Senders with a fixed category or priority")).toHaveCount(0);
});
