import { expect, type Locator, type Page } from "@playwright/test";
import { aPng } from "../../server/testing/factories/pictures.ts";
import { signIn, test } from "../support/fixtures.ts";

test("changes the user's name, which is shown at once and saved", async ({ page, user }) => {
  const call = await user.register();
  await signIn(page, user, "/app/settings");
  await expect(page.getByRole("tab", { name: "Profile", selected: true })).toBeVisible();
  const email = page.getByLabel("Email address");
  await expect(email).toHaveValue(user.email);
  await expect(email).not.toBeEditable();
  await expect(email).toHaveAccessibleDescription(
    "Email address cannot be changed for security reasons",
  );

  const asked: unknown[] = [];
  await page.route("**/user/profile", async (route) => {
    if (route.request().method() === "PUT") asked.push(route.request().postDataJSON());
    await route.continue();
  });
  const save = page.getByRole("button", { name: "Save", exact: true });
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

test("reports that the profile could not be saved, and keeps the input", async ({ page, user }) => {
  await user.register();
  await signIn(page, user, "/app/settings?tab=profile");
  await page.route("**/user/profile", (route) => route.abort());
  await page.getByLabel("Name", { exact: true }).fill("Runa Holm");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(
    page.getByRole("alert").filter({ hasText: "Failed to update profile. Please try again." }),
  ).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Runa Holm");
});

test("saves the user's short bio, which is sent only when it changes", async ({ page, user }) => {
  const call = await user.register();
  await signIn(page, user, "/app/settings?tab=profile");
  const asked: unknown[] = [];
  await page.route("**/user/profile", async (route) => {
    if (route.request().method() === "PUT") asked.push(route.request().postDataJSON());
    await route.continue();
  });
  const save = page.getByRole("button", { name: "Save", exact: true });
  const message = page.getByText("Profile updated successfully!");
  await page.getByLabel("About you").fill("Boats.\nAnd mail. ");
  await save.click();
  await expect(message).toBeVisible();
  await page.getByLabel("Name", { exact: true }).fill("Runa Holm");
  await save.click();
  await expect.poll(() => asked.length).toBe(2);
  expect(asked).toEqual([{ name: user.name, bio: "Boats.\nAnd mail." }, { name: "Runa Holm" }]);
  await page.reload();
  await expect(page.getByLabel("About you")).toHaveValue("Boats.\nAnd mail.");
  expect((await call("GET /user/profile", {})).user.bio).toBe("Boats.\nAnd mail.");
});

const chooser = (page: Page) =>
  page.getByLabel("Choose a picture", { exact: true }).and(page.locator("input"));
/** Returns the natural width of the picture; 0 without one. */
const widthOf = (place: Locator) =>
  place.locator("img").evaluateAll(([image]) =>
    // The locator matches an img.
    image ? (image as HTMLImageElement).naturalWidth : 0,
  );

test("sets a profile picture, shown on every device, and removes it", async ({
  page,
  user,
  context,
}) => {
  // Two devices load the app.
  test.setTimeout(180_000);
  const call = await user.register();
  await signIn(page, user);
  const other = await context.browser()?.newContext();
  const phone = await other?.newPage();
  if (!other || !phone) throw new Error("There is no second device.");
  await signIn(phone, user);
  await page.goto("/app/settings?tab=profile");
  const file = { name: "me.png", mimeType: "image/png", buffer: aPng(900, 500, 90) };
  await chooser(page).setInputFiles(file);
  const dialog = page.getByRole("dialog", { name: "Your picture" });
  const frame = dialog.getByRole("button", { name: /Move the picture/ });
  await expect(frame).toBeFocused();
  const grey = () =>
    frame
      .locator("canvas")
      // The locator matches a canvas.
      .evaluate(
        (it) => (it as HTMLCanvasElement).getContext("2d")?.getImageData(9, 9, 1, 1).data[0],
      );
  await expect.poll(grey).toBe(90);
  await page.keyboard.press("ArrowLeft");
  await dialog.getByLabel("Zoom").fill("2");
  await dialog.getByRole("button", { name: "Save picture" }).click();
  await expect(page.getByText("Picture saved.")).toBeVisible();
  await expect(dialog).toBeHidden();

  const menu = page.getByRole("button", { name: "Account menu" });
  await expect.poll(() => widthOf(menu)).toBe(256);
  await expect.poll(() => widthOf(page.getByRole("tabpanel"))).toBe(256);
  // The other device is updated automatically.
  const phonesMenu = phone.getByRole("button", { name: "Account menu" });
  await expect.poll(() => widthOf(phonesMenu)).toBe(256);
  await page.reload();
  await expect.poll(() => widthOf(menu)).toBe(256);
  const { avatar } = (await call("GET /user/profile", {})).user;
  const kept = await page.request.get(avatar ?? "");
  expect([kept.status(), kept.headers()["content-type"]]).toEqual([200, "image/webp"]);

  await page.getByRole("button", { name: "Remove picture" }).click();
  await expect(page.getByText("Picture removed.")).toBeVisible();
  await expect(menu.locator("img")).toHaveCount(0);
  await expect(phonesMenu.locator("img")).toHaveCount(0);
  await other.close();
});

test("shows the picture in the head of the list", async ({ page, user }) => {
  // A narrow list needs the space for its own name.
  await page.setViewportSize({ width: 1600, height: 900 });
  await user.connect();
  await signIn(page, user, "/app/settings?tab=profile");
  await chooser(page).setInputFiles({
    name: "me.png",
    mimeType: "image/png",
    buffer: aPng(300, 300, 90),
  });
  await page.getByRole("button", { name: "Save picture" }).click();
  await expect(page.getByText("Picture saved.")).toBeVisible();
  await page.goto("/app");
  await expect
    .poll(() => widthOf(page.locator("header", { has: page.getByRole("heading", { level: 1 }) })))
    .toBe(256);
});

test("reports a file that is not a picture, or that the server refuses", async ({ page, user }) => {
  await user.register();
  await signIn(page, user, "/app/settings?tab=profile");
  const alert = page.getByRole("alert").filter({ hasText: /image|pictures/i });
  for (const [name, mimeType, buffer] of [
    ["me.svg", "image/svg+xml", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")],
    ["me.png", "image/png", Buffer.from("<script>alert(1)</script>")],
  ] as const) {
    await chooser(page).setInputFiles({ name, mimeType, buffer });
    await expect(alert).toContainText("This image format is not supported.");
  }
  await page.route("**/user/avatar", (route) =>
    route.fulfill({
      status: 413,
      json: { code: "avatar.too_large", message: "Pictures can be at most 256 kB." },
    }),
  );
  const file = { name: "me.png", mimeType: "image/png", buffer: aPng(300, 300) };
  await chooser(page).setInputFiles(file);
  const dialog = page.getByRole("dialog", { name: "Your picture" });
  await dialog.getByRole("button", { name: "Save picture" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Pictures can be at most 256 kB.");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Remove picture" })).toBeHidden();
});
