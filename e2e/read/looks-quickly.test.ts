import { expect } from "@playwright/test";
import { textPart } from "../../tools/demo/mime.ts";
import { expectAccessible } from "../support/axe.ts";
import { pressOn, rowOf, signIn, test } from "../support/fixtures.ts";
import { aMail } from "../support/mail.ts";

test("shows a message beside the list while Space is held, and leaves it unread", async ({
  page,
  user,
}) => {
  const [north] = user.mailboxes;
  const now = Date.now();
  north.hold(
    ["Rope", "Paint"].map((subject, at) => ({
      date: now - at * 60_000,
      raw: aMail({ subject, text: `${subject} for the boat.`, date: now - at * 60_000 }),
    })),
  );
  const call = await user.connect();
  await signIn(page, user);
  const look = page.getByRole("region", { name: "Quick look" });
  const row = rowOf(page, "Rope");
  await expect(async () => {
    await row.focus();
    await expect(row).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.down("Space");
  await expect(look.getByRole("heading", { name: "Rope" })).toBeVisible();
  await expect(look.frameLocator("iframe").getByText("Rope for the boat.")).toBeVisible();
  await expectAccessible(page, "quick look");
  const [list, beside] = [
    await page.locator("#message-list").boundingBox(),
    await look.boundingBox(),
  ];
  expect(beside?.x).toBeGreaterThanOrEqual((list?.x ?? 0) + (list?.width ?? 0) - 1);
  // The pointer reaches what is below.
  await page.mouse.click((beside?.x ?? 0) + 100, (beside?.y ?? 0) + 100);
  await row.focus();
  await expect(look).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await expect(look.getByRole("heading", { name: "Paint" })).toBeVisible();
  await page.keyboard.up("Space");
  await expect(look).toHaveCount(0);
  for (const subject of ["Rope", "Paint"]) {
    await expect(rowOf(page, subject)).toHaveAccessibleName(/^Unread/);
    await expect(rowOf(page, subject)).toHaveAttribute("aria-selected", "false");
  }
  const { emails } = await call("GET /email/list", {});
  expect(emails.flatMap(({ flags }) => flags)).toEqual([]);

  // A short press selects, as before.
  await pressOn(row, "Space");
  await expect(row).toHaveAttribute("aria-selected", "true");
  await pressOn(row, "Space");
  await expect(row).toHaveAttribute("aria-selected", "false");
});

test("shows designed mail between the edges of its subject", async ({ page, user }) => {
  const html =
    '<table width="100%" bgcolor="#eeddcc"><tr><td>Rope from edge to edge.</td></tr></table>';
  const part = textPart(html, { subtype: "html" });
  await user.mailboxes[0].deliver(aMail({ subject: "Rope", part }));
  await user.connect();
  await signIn(page, user);
  const row = rowOf(page, "Rope");
  await expect(async () => {
    await row.focus();
    await expect(row).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.down("Space");
  const look = page.getByRole("region", { name: "Quick look" });
  await expect(look.frameLocator("iframe").getByText("Rope from edge to edge.")).toBeVisible();
  const edges = await Promise.all(
    [look.locator("iframe"), look.getByRole("heading", { name: "Rope" })].map((part) =>
      part.evaluate((element) => {
        const { left, right } = element.getBoundingClientRect();
        return [left, right];
      }),
    ),
  );
  expect(edges[0]).toEqual(edges[1]);
  await page.keyboard.up("Space");
});
