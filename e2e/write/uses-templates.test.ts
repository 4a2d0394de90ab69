import { expect } from "@playwright/test";
import { composer, openComposer, textOf, untilOpen, write } from "../support/composer.ts";
import { pressOn, signIn, test } from "../support/fixtures.ts";

test("saves a template in the settings and inserts it into a message by key", async ({
  page,
  user,
}) => {
  await user.connect();
  await signIn(page, user, "/app/settings?tab=templates");
  await page.getByRole("button", { name: "Add template" }).click();
  const edited = page.getByRole("dialog", { name: "Add template" });
  await edited.getByLabel("Name").fill("Way to the pier");
  await edited.getByLabel("Subject").fill("How to find us");
  await edited.getByLabel("Text", { exact: true }).fill("Hello ");
  await edited.getByRole("button", { name: "{first name}" }).click();
  await page.keyboard.type(", we meet on {date} at the red crane.");
  await edited.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Way to the pier")).toBeVisible();

  await page.goto("/app");
  const dialog = await openComposer(page);
  await write(dialog, { to: "Tom Reed <tom@example.org>" });
  await pressOn(textOf(dialog), ";");
  const search = dialog.getByRole("combobox", { name: "What is this email for?" });
  await expect(search).toBeFocused();
  await page.keyboard.type("pier");
  await expect(dialog.getByRole("option")).toContainText(["Way to the pier"]);
  await page.keyboard.press("Enter");
  await expect(textOf(dialog)).toHaveValue("Hello Tom, we meet on {date} at the red crane.");
  await expect(dialog.getByLabel("Subject")).toHaveValue("How to find us");
  // The placeholder is selected.
  await page.keyboard.type("Friday");
  await expect(textOf(dialog)).toHaveValue("Hello Tom, we meet on Friday at the red crane.");

  // A semicolon can still be typed at the beginning of a line.
  await page.keyboard.press("Control+End");
  await page.keyboard.press("Enter");
  await page.keyboard.press(";");
  await expect(search).toBeFocused();
  await page.keyboard.press(";");
  await expect(search).toHaveCount(0);
  await expect(textOf(dialog)).toHaveValue(/crane\.\n;$/);
});

test("suggests templates for a purpose, and undo restores a deleted one", async ({
  page,
  user,
}) => {
  const call = await user.connect();
  await call("PUT /ai/templates/{id}", { id: "own", name: "Paint", subject: "", body: "Red." });
  await signIn(page, user);
  const dialog = await openComposer(page);
  await dialog.getByRole("button", { name: "Templates and writing" }).click();
  await dialog.getByRole("combobox", { name: "What is this email for?" }).fill("thank you");
  await dialog
    .getByRole("option", { name: /Thank you/ })
    .first()
    .click();
  await expect(textOf(dialog)).toHaveValue(/thank you very much/);
  await expect(dialog.getByLabel("Subject")).toHaveValue("Re: thank you");

  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.goto("/app/settings?tab=templates");
  await page.getByRole("button", { name: "Delete Paint" }).click();
  await expect(page.getByText("You have no templates yet.")).toBeVisible();
  await page
    .getByRole("region", { name: "Notifications" })
    .getByRole("button", { name: /^Undo/ })
    .click();
  await expect(page.getByRole("button", { name: "Edit Paint" })).toBeVisible();
});

test("composes from a template found in the palette, and finds templates in the message by the same key", async ({
  page,
  user,
}) => {
  const call = await user.connect();
  const pier = {
    id: "own",
    name: "Way to the pier",
    subject: "How to find us",
    body: "Hello {first name}, we meet at the red crane. {my name}",
  };
  await call("PUT /ai/templates/{id}", pier);
  await signIn(page, user);
  await page.getByRole("grid").or(page.getByText("Your inbox is empty")).first().waitFor();
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Commands" });
  await palette.getByRole("combobox").fill("pier");
  await expect(palette.getByRole("option").first()).toHaveText(/Way to the pier\s*Template/);
  await page.keyboard.press("Enter");
  const dialog = composer(page);
  await expect(textOf(dialog)).toHaveValue(
    /^Hello \{first name\}, we meet at the red crane\. (?!\{)/,
  );
  await expect(dialog.getByLabel("Subject")).toHaveValue("How to find us");
  await untilOpen(dialog);
  // The placeholder is selected when the text receives the focus.
  await textOf(dialog).evaluate((area) => area.focus());
  await page.keyboard.type("Tom");
  await expect(textOf(dialog)).toHaveValue(/^Hello Tom, we meet/);

  await page.keyboard.press("Control+End");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+k");
  await expect(dialog.getByRole("combobox", { name: "What is this email for?" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(textOf(dialog)).toHaveValue(/^Hello Tom, [^]*\nHello \{first name\}, we meet/);
});
