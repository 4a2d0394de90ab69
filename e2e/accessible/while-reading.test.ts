import { aPng } from "../../server/testing/factories/pictures.ts";
import { filePart, multipart, textPart } from "../../tools/demo/mime.ts";
import { expectAccessible, expectFrameAccessible, looksMs } from "../support/axe.ts";
import { openMail, pressOn, signIn, test } from "../support/fixtures.ts";
import { aMail } from "../support/mail.ts";

test("reading, searching and archiving are accessible", async ({ page, user }) => {
  test.setTimeout(looksMs);
  const check = (what: string) => expectAccessible(page, what);

  const [north] = user.mailboxes;
  await north.deliver(aMail({ subject: "Rope and paint", text: "Twelve metres, please." }));
  await user.connect();
  await signIn(page, user);
  await openMail(page, "Rope and paint");
  await check("list and reader");

  await page.keyboard.press("x");
  await page.getByRole("toolbar", { name: "1 selected" }).waitFor();
  await check("selection");
  for (const [key, title] of [
    ["b", "Snooze until"],
    ["v", "Move to"],
    ["l", "Labels"],
  ] as const) {
    await page.keyboard.press(key);
    await page.getByRole("dialog", { name: title }).waitFor();
    if (key === "l") {
      await page.getByRole("textbox", { name: "Find or create a label" }).fill("Rigging");
      await page.getByRole("button", { name: /^Create label/ }).click();
      await page.getByRole("checkbox", { name: "Rigging" }).waitFor();
      await page.getByRole("textbox", { name: "Find or create a label" }).fill("Sails");
      await page.getByRole("radiogroup", { name: "Color" }).waitFor();
    }
    await check(title);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: title }).waitFor({ state: "hidden" });
  }
  await page.keyboard.press("x");
  await page.getByRole("region", { name: "Rope and paint" }).waitFor();
  await page.getByRole("row").first().click({ button: "right" });
  await page.getByRole("menu").waitFor();
  await check("menu of a row");
  await page.keyboard.press("Escape");
  await pressOn(
    page.getByRole("navigation", { name: "Labels" }).getByRole("link").first(),
    "Shift+F10",
  );
  await page.getByRole("menuitem", { name: "Rename or recolor…" }).click();
  await page.getByRole("dialog", { name: "Change label" }).waitFor();
  await check("change label");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Change label" }).waitFor({ state: "hidden" });
  const reader = page.getByRole("region", { name: "Rope and paint" });
  await reader.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Show original" }).click();
  const original = page.getByRole("dialog", { name: "Original message" });
  await original.getByRole("region").waitFor();
  await check("original message");
  await page.keyboard.press("Escape");
  await original.waitFor({ state: "hidden" });
  await pressOn(page.getByRole("row").first(), "#");
  await page.getByText("1 email moved to Trash").first().waitFor();
  await page.getByRole("link", { name: "Trash" }).click();
  await page.getByRole("row").first().waitFor();
  await check("trash");
  await page.getByRole("button", { name: "Empty Trash" }).click();
  await page.getByRole("alertdialog").waitFor();
  await check("question");
  await page.keyboard.press("Escape");
  await page.getByRole("alertdialog").waitFor({ state: "hidden" });
  await page.keyboard.press("z");
  await page.getByRole("link", { name: /^Inbox/ }).click();
  await openMail(page, "Rope and paint");

  await page.getByLabel("Search mail").first().fill("rope");
  await page.getByText("1 result", { exact: true }).waitFor();
  await check("search results");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Search: rope" }).waitFor();
  await page.getByRole("row").first().waitFor();
  await page.getByRole("button", { name: "More about this list" }).click();
  await page.getByRole("menuitem", { name: "Export as mbox" }).waitFor();
  await check("list of search results and its menu");
});

test("the extra contents of a message are accessible", async ({ page, user }) => {
  test.setTimeout(looksMs);
  const check = (what: string) => expectAccessible(page, what);
  const [north] = user.mailboxes;
  const letter = [
    "Twelve metres, please: https://ropes.example/blue",
    "",
    "On Monday you wrote:",
    "> How much?",
    "> And which?",
  ].join("\n");
  await north.deliver(
    aMail({
      subject: "Files and questions",
      to: north.address,
      from: '"harbour@example.org" <marta@example.net>',
      headers: ["Disposition-Notification-To: marta@example.net"],
      part: multipart("mixed", "outer", [
        textPart(letter),
        filePart("dot.png", "image/png", aPng(40, 40, 90)),
        filePart("quay.txt", "text/plain", Buffer.from("Seven metres\n")),
      ]),
    }),
  );
  await user.connect();
  await signIn(page, user);
  await openMail(page, "Files and questions");
  await page.getByText("Be careful with this email").waitFor();
  await page.getByText("The sender asks for a read receipt.").waitFor();
  await page.getByRole("button", { name: "Show details" }).click();
  await page.getByRole("button", { name: "Hide details" }).waitFor();
  await check("a mail with a warning, a question, files and its details");
  const body = page.locator("#message iframe").first();
  await body.contentFrame().getByText("Twelve metres").waitFor();
  const frame = await (await body.elementHandle())?.contentFrame();
  if (!frame) throw new Error("The mail has no frame.");
  await expectFrameAccessible(page, frame, "what the mail says");

  await page.getByRole("button", { name: "Preview dot.png" }).click();
  await page.getByRole("dialog").getByRole("img", { name: "dot.png" }).waitFor();
  await check("a picture that is looked at");
  await page.keyboard.press("ArrowRight");
  await page.getByRole("dialog").getByText("Seven metres").waitFor();
  await check("a text that is looked at");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });

  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByRole("menu").waitFor();
  await check("ways to narrow a list");
  await page.keyboard.press("Escape");
  await page.getByRole("menu").waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Account menu" }).click();
  await page.getByRole("menu").waitFor();
  await check("account menu");
});
