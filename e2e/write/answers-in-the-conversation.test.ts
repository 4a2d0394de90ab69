import { expect, type Locator, type Page } from "@playwright/test";
import { type Part, textPart } from "../../tools/demo/mime.ts";
import { composer, toastOf } from "../support/composer.ts";
import { openMail, rowOf, signIn, test } from "../support/fixtures.ts";
import type { TestUser } from "../support/product.ts";
import { aMail } from "../support/mail.ts";

const asked = {
  subject: "The mooring plan",
  from: "Ishani Rao <ishani@example.org>",
  text: "Hi,\r\n\r\ncould you please review the mooring plan by Thursday?\r\n\r\nIshani\r\n",
};

/** Opens a message from Ishani Rao; returns the reply to it. */
async function openAsked(page: Page, user: TestUser, part?: Part): Promise<Locator> {
  const [mailbox] = user.mailboxes;
  await mailbox.deliver(aMail({ ...asked, ...(part && { part }), to: mailbox.address }));
  await user.connect();
  await signIn(page, user);
  await openMail(page, asked.subject);
  return page.getByRole("dialog", { name: "Reply to Ishani Rao" });
}

const lineOf = (page: Page) => page.getByRole("button", { name: "Reply to Ishani…" });
const draftsOf = (page: Page) => page.getByRole("list", { name: "Drafts in this conversation" });

test("keeps the reply in sight while the mail above it scrolls and is selected", async ({
  page,
  user,
}) => {
  const lines = Array.from({ length: 80 }, (_, at) => `<p>Pontoon ${at + 1} moves.</p>`);
  const reply = await openAsked(page, user, textPart(lines.join(""), { subtype: "html" }));
  const mail = page.frameLocator("#message iframe");
  await mail.getByText("Pontoon 80 moves.").waitFor();
  await page.keyboard.press("r");
  const text = reply.getByLabel("Your reply");
  await expect(text).toBeFocused();
  await expect(reply).toHaveAttribute("aria-modal", "false");
  await expect(mail.getByText("Pontoon 80 moves.")).toBeInViewport();
  await expect(reply).toBeInViewport({ ratio: 1 });
  const box = await reply.boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(160);

  await text.fill("Which pontoon moves first?");
  const pane = page.locator("#message .pane-scroll");
  await pane.evaluate((element) => element.scrollTo({ top: 0 }));
  await expect(mail.getByText("Pontoon 1 moves.", { exact: true })).toBeInViewport();
  await expect(reply).toBeInViewport({ ratio: 1 });
  await expect(text).toBeFocused();

  await mail.getByText("Pontoon 1 moves.", { exact: true }).dblclick();
  await expect(text).not.toBeFocused();
  await page.keyboard.press("r");
  await expect(text).toBeFocused();
  await expect(text).toHaveValue("Which pontoon moves first?");
});

test("Escape saves and closes a reply, whose draft is marked below the mail and in the list", async ({
  page,
  user,
}) => {
  const reply = await openAsked(page, user);
  const button = page.getByRole("button", { name: "Reply", exact: true });
  await button.click();
  await reply.getByLabel("Your reply").fill("Thank you, Ishani.");
  await page.keyboard.press("Escape");
  await expect(reply).toBeHidden();
  await expect(button).toBeFocused();
  await expect(draftsOf(page).getByText("Draft · Thank you, Ishani.")).toBeVisible();
  await expect(lineOf(page)).toHaveCount(0);
  await expect(rowOf(page, asked.subject)).toHaveAccessibleName(/Draft, Ishani Rao/);
  await expect(rowOf(page, asked.subject).getByText("Draft", { exact: true })).toBeVisible();

  await page.reload();
  await expect(rowOf(page, asked.subject)).toHaveAccessibleName(/Draft, Ishani Rao/);
  await draftsOf(page).getByRole("button", { name: "Continue" }).click();
  await expect(reply.getByLabel("Your reply")).toHaveValue("Thank you, Ishani.");
  await expect(reply.getByLabel("Your reply")).toBeFocused();
  await page.keyboard.press("Escape");
  await draftsOf(page).getByRole("button", { name: "Discard" }).click();
  await expect(lineOf(page)).toBeFocused();
  await expect(rowOf(page, asked.subject)).not.toHaveAccessibleName(/Draft/);
  await toastOf(page).getByRole("button", { name: /^Undo/ }).click();
  await expect(draftsOf(page).getByText("Draft · Thank you, Ishani.")).toBeVisible();
});

test("continues a reply that another device has begun", async ({ page, user }) => {
  const [mailbox] = user.mailboxes;
  await mailbox.deliver(aMail({ ...asked, to: mailbox.address }));
  const call = await user.connect();
  const begun = { to: "", cc: "", subject: "", accountId: "", inReplyTo: "" };
  await expect(async () => {
    const { emails } = await call("GET /email/list", {});
    const [email] = emails;
    expect(email?.subject).toBe(asked.subject);
    begun.accountId = email?.accountId ?? "";
    begun.inReplyTo = email?.id ?? "";
  }).toPass();
  const fields = { to: asked.from, subject: `Re: ${asked.subject}`, content: "Thursday it is." };
  const id = crypto.randomUUID();
  await call("PUT /email/drafts/{id}", { ...begun, ...fields, id, revision: 0 });
  await signIn(page, user);
  await openMail(page, asked.subject);
  await draftsOf(page).getByRole("button", { name: "Continue" }).click();
  const reply = page.getByRole("dialog", { name: "Reply to Ishani Rao" });
  const text = reply.getByLabel("Your reply");
  await expect(text).toHaveValue("Thursday it is.");
  await text.fill("Thursday it is, at nine.");
  await expect(reply.getByText("Saved", { exact: true })).toBeVisible();
  const { drafts } = await call("GET /email/drafts", {});
  expect(drafts.map(({ content }) => content)).toEqual(["Thursday it is, at nine."]);
});

test("the full composer has the recipients, the formatting and the files of a reply", async ({
  page,
  user,
}) => {
  const [mailbox] = user.mailboxes;
  const to = `${mailbox.address}, Sam <sam@example.org>`;
  await mailbox.deliver(aMail({ ...asked, to }));
  await user.connect();
  await signIn(page, user);
  await openMail(page, asked.subject);
  await page.getByRole("button", { name: "Reply all" }).click();
  const reply = page.getByRole("dialog", { name: "Reply to Ishani Rao" });
  await reply.getByRole("button", { name: "Rich text" }).click();
  const rich = reply.getByRole("textbox", { name: "Your reply" });
  await expect(rich).toBeFocused();
  await reply.getByRole("button", { name: "Bold" }).click();
  await page.keyboard.type("Thursday");
  await reply
    .locator("input[type=file]")
    .setInputFiles([{ name: "plan.txt", mimeType: "text/plain", buffer: Buffer.from("deep") }]);
  await expect(reply.getByRole("list", { name: "Attachments" })).toContainText("plan.txt");
  await expect(reply.getByText("Saved", { exact: true })).toBeVisible();
  await reply.getByRole("button", { name: "Open in full composer" }).click();
  await expect(reply).toBeHidden();
  const dialog = composer(page);
  await expect(dialog.locator("strong")).toHaveText("Thursday");
  await expect(dialog.getByRole("list", { name: "Attachments" })).toContainText("plan.txt");
  await expect(dialog.getByRole("button", { name: /^Ishani Rao </ })).toBeVisible();
  await expect(dialog.getByRole("button", { name: /^Sam </ })).toBeVisible();
});

test("begins a reply of the chosen kind from the line below the mail", async ({ page, user }) => {
  const reply = await openAsked(page, user);
  await expect(lineOf(page)).toBeVisible();
  const kinds = page.getByRole("group", { name: "Ways to answer" });
  await kinds.getByRole("button", { name: "Agree" }).click();
  await expect(reply.getByLabel("Your reply")).toHaveValue(/^(?:Hi|Hello|Dear) Ishani/);
  await expect(reply.getByLabel("Your reply")).toBeFocused();
  await reply.getByLabel("Your reply").fill("");
  await page.keyboard.press("Escape");
  await expect(lineOf(page)).toBeFocused();
});

test("is a sheet on a phone, with the mail above it", async ({ page, user }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  const reply = await openAsked(page, user);
  await page.getByRole("button", { name: "Reply", exact: true }).click();
  await expect(reply.getByLabel("Your reply")).toBeFocused();
  await expect
    .poll(async () => {
      const box = await reply.boundingBox();
      return box && [Math.round(box.width), Math.round(box.y + box.height)];
    })
    .toEqual([375, 812]);
  const box = await reply.boundingBox();
  expect((box?.height ?? 0) / 812).toBeCloseTo(0.55, 1);
  await expect(reply.getByRole("button", { name: "Send Reply" })).toBeInViewport({ ratio: 1 });
  const asks = page.frameLocator("#message iframe").getByText("could you please review");
  await expect(asks).toBeInViewport();
  await page.keyboard.press("Escape");
  await expect(reply).toBeHidden();
});

test("names an organization in full, and offers no reply to a mail server", async ({
  page,
  user,
}) => {
  const [mailbox] = user.mailboxes;
  const office = "Security at Harbour Works <it@example.org>";
  await mailbox.deliver(aMail({ subject: "Your password", from: office }));
  await mailbox.deliver(
    aMail({ subject: "Undelivered", from: "Mail Delivery System <MAILER-DAEMON@example.org>" }),
  );
  await mailbox.deliver(
    aMail({
      subject: "A question",
      from: "Contact form <no-reply@example.org>",
      headers: ["Reply-To: Ann <ann@example.org>"],
    }),
  );
  await user.connect();
  await signIn(page, user);
  await openMail(page, "Your password");
  const line = page.getByRole("button", { name: /^Reply to/ });
  await expect(line).toHaveText("Reply to Security at Harbour Works…");
  await openMail(page, "Undelivered");
  await expect(line).toBeHidden();
  // A form sends for a person, whom the reply reaches.
  await openMail(page, "A question");
  await expect(line).toBeVisible();
});
