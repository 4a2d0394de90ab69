import { expect } from "@playwright/test";
import { bookCard } from "../../server/testing/factories/address-card.ts";
import { startRadicale } from "../../server/testing/fakes/radicale.ts";
import { signIn, test } from "../support/fixtures.ts";

test("connects an address book, shows its contacts, and uploads contacts created here", async ({
  page,
  user,
}) => {
  await using radicale = await startRadicale();
  await radicale.writeCard("friends", "ann.vcf", bookCard("ann", "Ann Reed"));
  await radicale.writeCard("friends", "bo.vcf", bookCard("bo", "Bo Oak"));
  const call = await user.connect();
  await signIn(page, user, "/app/settings?tab=integrations");
  await page.getByRole("button", { name: "Connect address books" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("No address books connected yet.")).toBeVisible();
  await dialog.getByRole("button", { name: "Connect an address book" }).click();
  await dialog.getByLabel("Address").fill(radicale.url);
  await dialog.getByLabel("User name").fill(radicale.user);
  await dialog.getByLabel("App password", { exact: true }).fill("wrong");
  await dialog.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(dialog.getByRole("alert")).toContainText("did not accept this user and password");
  await dialog.getByLabel("App password", { exact: true }).fill(radicale.password);
  await dialog.getByRole("button", { name: "Connect", exact: true }).click();
  await dialog.getByRole("radio", { name: "Friends" }).check();
  await dialog.getByRole("button", { name: "Connect", exact: true }).click();
  const entry = dialog.getByRole("list", { name: "Your address books" }).getByRole("listitem");
  await expect(entry).toContainText("Friends");
  await expect(entry).toContainText("Active");
  const names = async () =>
    (await call("GET /contacts", {})).contacts.map(({ name }) => name).toSorted();
  await expect.poll(names, { timeout: 30_000 }).toEqual(["Ann Reed", "Bo Oak"]);
  const sync = dialog.getByRole("button", { name: "Sync now: Friends" });
  await sync.click();
  await expect(page.getByText("Already in sync.").first()).toBeVisible();

  // A contact created here is uploaded automatically.
  const zoe = { name: "Zoe Fir", organization: "", notes: "", addresses: ["zoe@example.net"] };
  await call("PUT /contacts/{id}", { id: "zoe", ...zoe });
  const cards = async () => [...(await radicale.cards("friends")).values()].join("");
  await expect.poll(cards, { timeout: 30_000 }).toContain("FN:Zoe Fir");

  // Deletions are not applied automatically when a server lost everything.
  for (const name of (await radicale.cards("friends")).keys()) {
    await radicale.writeCard("friends", name, null);
  }
  await sync.click();
  const sure = page.getByRole("dialog", { name: "Delete them here too?" });
  await expect(sure).toContainText("The address book's server now has none of your 3 contacts");
  await sure.getByRole("button", { name: "Cancel" }).click();
  await expect(entry).toContainText("Nothing was deleted here");
  await page.goto("/app/contacts");
  for (const name of ["Ann Reed", "Bo Oak", "Zoe Fir"]) {
    await expect(page.getByText(name).first()).toBeVisible();
  }
});
