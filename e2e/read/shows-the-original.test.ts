import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { openMail, signIn, test } from "../support/fixtures.ts";
import { aMail } from "../support/mail.ts";

test("shows the source of a message, and downloads it as a file", async ({ page, user }) => {
  const [north] = user.mailboxes;
  const raw = aMail({
    subject: "Harbour dues",
    text: "<script>document.title = 'taken'</script> 12.40\n",
    headers: ["X-Harbour: seven"],
  });
  await north.deliver(raw);
  await user.connect();
  await signIn(page, user);
  await openMail(page, "Harbour dues");
  const bar = page.getByRole("region", { name: "Harbour dues" });
  await bar.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Show original" }).click();
  const dialog = page.getByRole("dialog", { name: "Original message" });
  const source = dialog.getByRole("region", { name: "Original message" });
  await expect(source).toContainText("X-Harbour: seven");
  await expect(source).toContainText("<script>document.title =3D 'taken'</script>");
  expect(await page.title()).not.toBe("taken");

  const saving = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download .eml" }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe("Harbour dues.eml");
  const saved = await readFile(await file.path(), "utf8");
  // In transit it was given the line ends of mail. The header fields that the server adds come first.
  expect(saved.slice(saved.indexOf("Date: "))).toBe(raw.toString().replaceAll("\n", "\r\n"));
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});
