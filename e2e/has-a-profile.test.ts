import { expect } from "@playwright/test";
import { signIn, test } from "./fixtures.ts";

test("changes their name, which is shown at once and kept", async ({ page, person }) => {
  const call = await person.register();
  await signIn(page, person);
  await page.goto("/app/settings");
  await expect(page.getByRole("tab", { name: "Profile", selected: true })).toBeVisible();
  const email = page.getByLabel("Email address");
  await expect(email).toHaveValue(person.email);
  await expect(email).not.toBeEditable();
  await expect(email).toHaveAccessibleDescription(
    "Email address cannot be changed for security reasons",
  );

  const asked: unknown[] = [];
  await page.route("**/user/profile", async (route) => {
    asked.push(route.request().postDataJSON());
    await route.continue();
  });
  const save = page.getByRole("button", { name: "Save" });
  await page.getByLabel("Name", { exact: true }).fill("  ");
  await save.click();
  await expect(page.getByRole("alert").filter({ hasText: "Name is required" })).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  expect(asked).toEqual([]);

  await page.getByLabel("Name", { exact: true }).fill(" Runa Holm ");
  await expect(page.getByText("Name is required")).toBeHidden();
  const now = Date.now();
  await page.clock.install({ time: now });
  await page.clock.pauseAt(now + 60_000);
  await save.click();
  const saved = page.getByText("Profile updated successfully!");
  await expect(saved).toBeVisible();
  expect(asked).toEqual([{ name: "Runa Holm" }]);
  await page.clock.runFor(2900);
  await expect(saved).toBeVisible();
  await page.clock.runFor(200);
  await expect(saved).toBeHidden();

  await page.getByRole("button", { name: "Account menu" }).click();
  await expect(page.getByText("Runa Holm")).toBeVisible();
  await page.clock.resume();
  await page.reload();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Runa Holm");
  expect((await call("GET /user/profile", {})).user.name).toBe("Runa Holm");
});

test("is told when the profile could not be saved, and loses nothing of it", async ({
  page,
  person,
}) => {
  await person.register();
  await signIn(page, person);
  await page.goto("/app/settings?tab=profile");
  await page.route("**/user/profile", (route) => route.abort());
  await page.getByLabel("Name", { exact: true }).fill("Runa Holm");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(
    page.getByRole("alert").filter({ hasText: "Failed to update profile. Please try again." }),
  ).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Runa Holm");
});
