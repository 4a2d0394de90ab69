import { expect, type Page } from "@playwright/test";
import { openMail, signIn, test } from "../support/fixtures.ts";
import { aMail } from "../support/mail.ts";

/** The order in which the buttons leave a bar that gets narrower, and move to the menu. */
const leaving = [
  "Report spam",
  "Star",
  "Mark as unread",
  "Label…",
  "Move to…",
  "Snooze…",
  "Delete",
  "Archive",
  "Reply",
];

/** Returns the visible buttons of the bar by name, and fails if one is outside the window or over another. */
async function buttonsAt(page: Page, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: 800 });
  const bar = page.locator("#message > div").first().getByRole("button");
  let names: string[] = [];
  // The sidebar moves while it makes space.
  await expect(async () => {
    const shown = await bar.evaluateAll((all) =>
      all
        .map((button) => ({
          name: button.getAttribute("aria-label") ?? button.textContent?.trim() ?? "",
          box: button.getBoundingClientRect(),
        }))
        .filter(({ box }) => box.width > 0)
        .map(({ name, box }) => ({ name, start: box.left, end: box.right })),
    );
    for (const [index, { name, start, end }] of shown.entries()) {
      expect(end, `${name} at ${width} px`).toBeLessThanOrEqual(width);
      const before = shown[index - 1];
      if (before) expect(start, `${name} at ${width} px`).toBeGreaterThanOrEqual(before.end);
    }
    names = shown.map(({ name }) => name);
  }).toPass();
  return names;
}

test("keeps the most used actions in a narrow bar, and the others in its menu", async ({
  page,
  user,
}) => {
  await user.mailboxes[0].deliver(aMail({ subject: "Rope and paint", text: "Twelve metres." }));
  await user.connect();
  await signIn(page, user);
  // A wide sidebar leaves the least space.
  await page.evaluate(() => localStorage.setItem("inlet-sidebar", "pinned"));
  await page.reload();
  await openMail(page, "Rope and paint");
  // The message is read once it is shown, and only then it can be marked as unread.
  await page.locator("#message").getByRole("button", { name: "Mark as unread" }).waitFor();
  let known = leaving.length;
  for (const width of [1600, 1280, 1180, 1100, 1024]) {
    const names = await buttonsAt(page, width);
    const kept = leaving.filter((name) => names.includes(name));
    // The actions leave in their order, so those that stay are the end of the list.
    expect(kept, `${width} px`).toEqual(leaving.slice(leaving.length - kept.length));
    expect(kept.length).toBeLessThanOrEqual(known);
    expect(names).toEqual(expect.arrayContaining(["Reply all", "Forward", "More actions"]));
    known = kept.length;
  }
  expect(known).toBeLessThan(leaving.length);
  await page.locator("#message").getByRole("button", { name: "More actions" }).click();
  for (const name of leaving.slice(0, -1))
    await expect(page.getByRole("menuitem", { name })).toBeVisible();
  await page.keyboard.press("Escape");
  expect(await buttonsAt(page, 768)).toEqual(
    expect.arrayContaining(["Reply", "Archive", "Delete", "More actions"]),
  );
  // A phone has the others in a bar below.
  for (const width of [375, 320]) {
    expect(await buttonsAt(page, width)).toEqual(["Back", "Reply all", "Forward", "More actions"]);
  }
});
