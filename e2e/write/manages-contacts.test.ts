import { expect, type Locator, type Page } from "@playwright/test";
import { expectAccessible, looksMs, showTheme } from "../support/axe.ts";
import { composer, openComposer } from "../support/composer.ts";
import { openMail, rowOf, signIn, test } from "../support/fixtures.ts";
import { aMail } from "../support/mail.ts";

test("saves contacts and groups, and writes to a whole group with each member visible", async ({
  page,
  user,
}) => {
  await user.connect();
  await signIn(page, user);
  await page.getByRole("link", { name: "Contacts" }).click();
  await expect(page.getByText("No contacts yet")).toBeVisible();
  await page.getByRole("button", { name: "New group" }).click();
  const group = page.getByRole("dialog", { name: "New group" });
  await group.getByLabel("Group name").fill("Night crew");
  await group.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("This group is empty")).toBeVisible();
  for (const [name, address] of [
    ["Runa Holm", "runa@harbour.example"],
    ["Tom Reed", "tom@harbour.example"],
  ] as const) {
    await page.getByRole("button", { name: "Add contact" }).click();
    const dialog = page.getByRole("dialog", { name: "Add contact" });
    await dialog.getByLabel("Name", { exact: true }).fill(name);
    await dialog.getByLabel("Email addresses").fill("nobody");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByText("Please check the email addresses.")).toBeVisible();
    await dialog.getByLabel("Email addresses").fill(address);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(contact(page, name)).toBeVisible();
  }
  await expect(page.getByRole("button", { name: "Night crew 2" })).toBeVisible();
  await page.getByRole("button", { name: "Everyone" }).click();
  await page.getByRole("searchbox", { name: "Search contacts" }).fill("run");
  await expect(people(page).getByRole("listitem")).toHaveCount(1);

  await contact(page, "Runa Holm").click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("No contacts found")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(contact(page, "Runa Holm")).toBeVisible();

  await page.goto("/app");
  const dialog = await openComposer(page);
  const to = dialog.getByRole("combobox", { name: "To", exact: true });
  await to.pressSequentially("night");
  await expect(dialog.getByRole("option", { name: "Night crew" })).toContainText("Group of 2");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  const chosen = dialog.getByRole("list", { name: "To: chosen" });
  await expect(chosen.getByRole("listitem")).toHaveText(["Runa Holm", "Tom Reed"]);
  // All members of the group are already there: no suggestion is offered twice.
  await to.pressSequentially("night");
  await expect(dialog.getByRole("listbox", { name: "Suggestions" })).toBeHidden();
});

test("adds a sender to the address book, whose name is then shown", async ({ page, user }) => {
  const [from] = user.mailboxes;
  await from.deliver(
    aMail({ subject: "About the pier", from: "Harbour 7 <asa@example.org>", to: from.address }),
  );
  await user.connect();
  await signIn(page, user);
  await expect(rowOf(page, "About the pier")).toBeVisible();
  await openMail(page, "About the pier");
  await page.getByRole("button", { name: "Show details" }).first().click();
  await page.getByRole("button", { name: "Add to contacts" }).click();
  await expect(page.getByText("In your contacts", { exact: true })).toBeVisible();

  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Contacts" }).click();
  await contact(page, "Harbour 7").click();
  const edited = page.getByRole("dialog", { name: "Edit contact" });
  await edited.getByLabel("Name", { exact: true }).fill("Åsa Öberg");
  await edited.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Write to Åsa Öberg" }).click();
  await expect(composer(page).getByRole("list", { name: "To: chosen" })).toContainText("Åsa Öberg");
  await page.keyboard.press("Escape");
  const dialog = await openComposer(page);
  await dialog.getByRole("combobox", { name: "To", exact: true }).pressSequentially("harb");
  await expect(dialog.getByRole("option", { name: "Åsa Öberg" })).toBeVisible();
});

test("imports contacts from a file and exports them as one", async ({ page, user }) => {
  await user.connect();
  await signIn(page, user, "/app/contacts");
  const card = (name: string, address: string) =>
    `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:${name}\r\nEMAIL:${address}\r\nBDAY:1990-01-02\r\nEND:VCARD\r\n`;
  await page
    .getByLabel("Import a vCard file")
    .and(page.locator("input"))
    .setInputFiles({
      name: "people.vcf",
      mimeType: "text/vcard",
      buffer: Buffer.from(card("Tom Reed", "tom@x.org") + card("Runa", "runa@x.org")),
    });
  await expect(page.getByText("2 contacts added.")).toBeVisible();
  await expect(contact(page, "Tom Reed")).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export all as vCards" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("contacts.vcf");
});

for (const width of [1280, 375]) {
  test(`the address book is accessible at ${width} px`, async ({ page, user }) => {
    test.setTimeout(looksMs);
    await page.setViewportSize({ width, height: 800 });
    const call = await user.connect();
    const shots = process.env["SHOTS"];
    const look = async (what: string) => {
      if (shots === undefined) await expectAccessible(page, `${what} at ${width} px`);
      else {
        for (const theme of ["light", "dark"] as const) {
          await showTheme(page, theme);
          await page.screenshot({ path: `${shots}/${what}-${width}-${theme}.png` });
        }
      }
    };
    await signIn(page, user, "/app/contacts");
    await page.getByText("No contacts yet").waitFor();
    await look("contacts-none");
    await call("PUT /contact-groups/{id}", { id: "g", name: "Night crew" });
    for (const [id, name, organization] of [
      ["a", "Runa Holm", "Harbour Works"],
      ["b", "Tom Reed", ""],
      ["c", "", ""],
    ] as const) {
      const given = { id, name, organization, notes: "", addresses: [`${id}@harbour.example`] };
      await call("PUT /contacts/{id}", given);
    }
    await call("PUT /contact-groups/{id}/members/{contactId}", {
      id: "g",
      contactId: "a",
      isMember: true,
    });
    await page.reload();
    await contact(page, "Runa Holm").waitFor();
    await page.getByRole("button", { name: "Night crew 1" }).click();
    await look("contacts");
    await contact(page, "Runa Holm").click();
    await page.getByRole("dialog", { name: "Edit contact" }).waitFor();
    await look("contact");
  });
}

function people(page: Page): Locator {
  return page.getByRole("list", { name: "Contacts, most frequent first" });
}

function contact(page: Page, name: string): Locator {
  return people(page).getByRole("button", { name }).first();
}
