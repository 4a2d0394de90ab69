import { expect, type Page } from "@playwright/test";
import { expectAccessible, looksMs } from "../support/axe.ts";
import { signIn, test } from "../support/fixtures.ts";

test("lists sign-ins and changes, page by page", async ({ page, user }) => {
  test.setTimeout(looksMs);
  const api = await user.register();
  const made = { password: user.password, name: "Backup", scopes: ["read" as const], days: 7 };
  await api("POST /user/tokens", { ...made, accounts: null });
  await page.goto("/login");
  await page.getByLabel("Email", { exact: true }).fill(user.email);
  await page.getByLabel("Password", { exact: true }).fill("a guess");
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await signIn(page, user);
  for (let at = 0; at < 55; at++) {
    await api("PUT /rules/{id}", {
      id: "01900000-0000-7000-8000-000000000001",
      text: `Star what Ann writes ${at}`,
      query: "from:ann",
      isOn: true,
      actions: { starred: true },
    });
  }

  await page.goto("/app/settings?tab=security");
  await page.getByRole("button", { name: "Show activity" }).click();
  const list = page.getByRole("list", { name: "Activity of your account" });
  await expect(list.getByRole("listitem").first()).toContainText("Rule changed");
  await expect(list.getByRole("listitem")).toHaveCount(50);
  await expectAccessible(page, "activity");
  await shoot(page, "activity");
  await page.getByRole("button", { name: "Show more" }).click();
  await expect(list.getByRole("listitem")).toHaveCount(60);
  await expect(list).toContainText("Rule created");
  await expect(list).toContainText("Sign-in failed");
  await expect(list).toContainText("API token created");
  await expect(list).toContainText("Account created");
  await list.getByRole("listitem").last().scrollIntoViewIfNeeded();
  await shoot(page, "activity-end");
});

/** Takes screenshots for manual review if SHOTS names a folder. */
async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env["SHOTS"];
  if (!folder) return;
  for (const [width, height] of [
    [1280, 800],
    [375, 720],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png` });
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}
