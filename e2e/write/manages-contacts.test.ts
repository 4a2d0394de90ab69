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
    await dialog.getByLabel("Email address 1").fill("nobody");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByText("Please check the email addresses.")).toBeVisible();
    await dialog.getByLabel("Email address 1").fill(address);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(contact(page, name)).toBeVisible();
  }
  await expect(page.getByRole("button", { name: "Night crew 2" })).toBeVisible();
  await page.getByRole("button", { name: "Everyone" }).click();
  await page.getByRole("searchbox", { name: "Search contacts" }).fill("run");
  await expect(people(page).getByRole("listitem")).toHaveCount(1);

  await contact(page, "Runa Holm").click();
  await detail(page).getByRole("button", { name: "Edit" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(detail(page)).toBeHidden();
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
  await detail(page).getByRole("button", { name: "Edit" }).click();
  const edited = page.getByRole("dialog", { name: "Edit contact" });
  await edited.getByLabel("Name", { exact: true }).fill("Åsa Öberg");
  await edited.getByRole("button", { name: "Save" }).click();
  await people(page).getByRole("button", { name: "Write to Åsa Öberg" }).click();
  await expect(composer(page).getByRole("list", { name: "To: chosen" })).toContainText("Åsa Öberg");
  await page.keyboard.press("Escape");
  const dialog = await openComposer(page);
  await dialog.getByRole("combobox", { name: "To", exact: true }).pressSequentially("harb");
  await expect(dialog.getByRole("option", { name: "Åsa Öberg" })).toBeVisible();
});

test("shows a contact beside the list with its addresses and last emails, and writes to it", async ({
  page,
  user,
}) => {
  const [north] = user.mailboxes;
  const from = "Runa Holm <runa@harbour.example>";
  for (let at = 1; at <= 6; at += 1) {
    await north.deliver(
      aMail({ subject: `Tide table ${at}`, from, date: Date.now() - at * 60_000 }),
    );
  }
  await north.deliver(aMail({ subject: "Rope and paint" }));
  const call = await user.connect();
  const given = { id: "a", name: "Runa Holm", organization: "", notes: "Pier 7" };
  await call("PUT /contacts/{id}", { ...given, addresses: ["runa@harbour.example"] });
  await signIn(page, user);
  await expect(rowOf(page, "Tide table 1")).toBeVisible();
  await page.getByRole("link", { name: "Contacts" }).click();
  await expect(page.getByText("Select a contact")).toBeVisible();
  await contact(page, "Runa Holm").click();
  await expect(contact(page, "Runa Holm")).toHaveAttribute("aria-current", "true");
  await expect(detail(page).getByText("Pier 7")).toBeVisible();
  const emails = detail(page).getByRole("list", { name: "Last emails" });
  await expect(emails.getByRole("listitem")).toHaveCount(5);
  await expect(emails).not.toContainText("Rope and paint");

  await detail(page).getByRole("button", { name: "Edit" }).click();
  const form = page.getByRole("dialog", { name: "Edit contact" });
  await form.getByRole("button", { name: "Add address" }).click();
  await expect(form.getByLabel("Email address 2")).toBeFocused();
  await page.keyboard.type("runa@home.example");
  await form.getByRole("button", { name: "Remove runa@harbour.example" }).click();
  await expect(form.getByLabel("Email address 1")).toHaveValue("runa@home.example");
  await form.getByRole("button", { name: "Add address" }).click();
  await page.keyboard.type("runa@harbour.example");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(detail(page).getByRole("button", { name: /^Write to runa@/ })).toHaveCount(2);

  // An edit after which the search no longer finds the contact is still there at the next edit.
  await page.getByRole("searchbox", { name: "Search contacts" }).fill("holm");
  for (const name of ["Runa Berg", "Runa Holm"]) {
    await detail(page).getByRole("button", { name: "Edit" }).click();
    await form.getByLabel("Name", { exact: true }).fill(name);
    await form.getByRole("button", { name: "Save" }).click();
    await expect(form).toBeHidden();
    await expect(people(page).getByRole("listitem")).toHaveCount(name === "Runa Holm" ? 1 : 0);
    await detail(page).getByRole("button", { name: "Edit" }).click();
    await expect(form.getByLabel("Name", { exact: true })).toHaveValue(name);
    await form.getByRole("button", { name: "Cancel" }).click();
  }

  await detail(page).getByRole("button", { name: "Write email" }).click();
  await expect(composer(page).getByRole("list", { name: "To: chosen" })).toContainText("Runa Holm");
  await page.keyboard.press("Escape");
  await expect(composer(page)).toBeHidden();
  await emails.getByRole("link", { name: /^Tide table 3/ }).click();
  await expect(page.getByRole("heading", { name: "Tide table 3" }).first()).toBeVisible();
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
  await page.getByRole("button", { name: "Import or export" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "Export all as vCards" }).click(),
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
    await detail(page).getByText("No emails yet.").waitFor();
    await look("contact-beside");
    await detail(page).getByRole("button", { name: "Edit" }).click();
    await page.getByRole("dialog", { name: "Edit contact" }).waitFor();
    await look("contact");
    await page.keyboard.press("Escape");
    if (width >= 1024) return;
    await page.goBack();
    await expect(contact(page, "Runa Holm")).toBeVisible();
    await expect(detail(page)).toBeHidden();
  });
}

/** The contact beside the list. */
function detail(page: Page): Locator {
  return page.getByRole("article", { name: "Contact" });
}

function people(page: Page): Locator {
  return page.getByRole("list", { name: "Contacts, most frequent first" });
}

function contact(page: Page, name: string): Locator {
  return people(page).getByRole("button", { name }).first();
}
