import { expect } from "@playwright/test";
import { textPart } from "../../tools/demo/mime.ts";
import { wholeBrowser } from "../support/browsers.ts";
import { openMail, signIn, test, wordsOf } from "../support/fixtures.ts";
import { aMail } from "../support/mail.ts";

// The headless shell runs the frames of messages in the process of the page.
test.use({ launchOptions: wholeBrowser });

test("shows the text of a message that keeps its frame busy, and the next message as usual", async ({
  page,
  user,
}) => {
  const [north] = user.mailboxes;
  const nested = "<table><tr><td>".repeat(40_000);
  const part = textPart(`<p>Words of the slow one.</p>${nested}`, { subtype: "html" });
  await north.deliver(aMail({ subject: "The slow one", part }));
  await north.deliver(aMail({ subject: "The next one", text: "As quick as ever.\n" }));
  await user.connect();
  await signIn(page, user);
  await openMail(page, "The slow one");
  await expect(
    page.getByText("This email takes too long to display. Here is its text."),
  ).toBeVisible();
  const reader = page.getByRole("region", { name: "The slow one" });
  await expect(reader.getByText(/^Words of the slow one\./)).toBeVisible();
  await openMail(page, "The next one");
  await expect.poll(() => wordsOf(page)).toContain("As quick as ever.");
  await openMail(page, "The slow one");
  await page.getByRole("button", { name: "Show anyway" }).click();
  await expect(page.getByRole("button", { name: "Show anyway" })).toBeHidden();
});
