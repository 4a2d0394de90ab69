import { expect } from "@playwright/test";
import { filePart, multipart, textPart } from "../../tools/demo/mime.ts";
import { openMail, pressOn, signIn, test } from "../support/fixtures.ts";
import { aMail } from "../support/mail.ts";

const html = `<div style="background:#fff"><p>The whole plan.</p>
  ${Array.from({ length: 90 }, (_, at) => `<p>Point ${at + 1} of the plan.</p>`).join("")}
  <script>window.wasRun = true</script></div>
  <blockquote type="cite"><p>What was asked before.</p></blockquote>`;

test("prints a message with its header, files and quotes, and nothing of the app", async ({
  page,
  user,
  context,
}) => {
  const part = multipart("mixed", "outer", [
    textPart(html, { subtype: "html" }),
    filePart("figures.txt", "text/plain", Buffer.from("figures")),
  ]);
  await user.mailboxes[0].deliver(aMail({ subject: "Plan for May", part }));
  await user.connect();
  // The dialog waits for the user. The test examines the page that would be printed.
  await page.addInitScript(() => {
    Object.assign(window, {
      print: () => void (document.documentElement.dataset["asked"] = "yes"),
    });
  });
  await signIn(page, user);
  await page.emulateMedia({ colorScheme: "dark" });
  await openMail(page, "Plan for May");
  await page.getByRole("button", { name: "More actions" }).last().click();
  await page.getByRole("menuitem", { name: "Print" }).click();
  const sheet = page.frameLocator("iframe[src='/mail-print.html']");
  await expect(sheet.locator("html")).toHaveAttribute("data-asked", "yes");
  await expect(sheet.getByRole("heading", { name: "Plan for May" })).toBeAttached();
  await expect(sheet.locator(".paper-head")).toContainText("Marta Eklund <marta@example.org>");
  await expect(sheet.locator(".paper-files")).toContainText("figures.txt");
  await expect(sheet.getByText("What was asked before.")).toBeAttached();
  await expect(sheet.locator(".folded-quote")).not.toHaveAttribute("hidden");
  await expect(sheet.locator(".quote-toggle")).toHaveCount(0);
  await expect(sheet.locator("html")).toHaveAttribute("data-theme", "light");

  const frame = page.frames().find((one) => one.url().endsWith("/mail-print.html"));
  if (!frame) throw new Error("The sheet is gone.");
  expect(await frame.evaluate(() => [window.origin, "wasRun" in window])).toEqual(["null", false]);
  // The same document on paper takes more than one sheet, so nothing is cut off.
  const paper = await context.newPage();
  await paper.setContent(await frame.content());
  const pdf = (await paper.pdf({ format: "A4" })).toString("latin1");
  expect(pdf.match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(2);
  await paper.close();

  await frame.evaluate(() => dispatchEvent(new Event("afterprint")));
  await expect(page.locator("iframe[src='/mail-print.html']")).toHaveCount(0);
  await pressOn(page.getByRole("button", { name: "More actions" }).last(), "Control+p");
  await expect(sheet.locator("html")).toHaveAttribute("data-asked", "yes");
});
