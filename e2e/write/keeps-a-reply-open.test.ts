import { expect, type Page } from "@playwright/test";
import { openMail, rowOf, signIn, test } from "../support/fixtures.ts";
import type { TestUser } from "../support/product.ts";
import { aMail } from "../support/mail.ts";

const threads = /\/email\/threads\/[^/?]/;
const previews = /\/email\/preview\//;

/** Signs in a user with two emails from Ann, the one with the first subject on top. */
async function twoFromAnn(page: Page, user: TestUser) {
  const [mailbox] = user.mailboxes;
  const now = Date.now();
  mailbox.hold(
    ["Ropes", "Paint"].map((subject, at) => {
      const date = now - at * 60_000;
      return { date, raw: aMail({ subject, from: "Ann <ann@example.org>", date }) };
    }),
  );
  const call = await user.connect();
  await signIn(page, user);
  await expect(rowOf(page, "Paint")).toBeVisible({ timeout: 30_000 });
  const { emails } = await call("GET /email/list", {});
  const emailId = emails.find(({ subject }) => subject === "Ropes")?.id ?? ("" as never);
  const reply = page.getByRole("dialog", { name: "Reply to Ann" });
  return { call, emailId, reply, text: reply.getByLabel("Your reply") };
}

test("keeps a reply and its focus while the mail above it is absent for a moment", async ({
  page,
  user,
}) => {
  const { call, emailId, text } = await twoFromAnn(page, user);
  await openMail(page, "Ropes");
  await page.keyboard.press("r");
  await expect(text).toBeFocused();
  await page.keyboard.type("In the ");
  await page.route(previews, (route) => route.fulfill({ status: 404, json: {} }));
  await call("PATCH /email/{emailId}", { emailId, starred: true });
  const back = page.getByRole("button", { name: "Back to list" });
  await expect(back).toBeVisible();
  await page.keyboard.type("loft");
  await expect(text).toHaveValue("In the loft");
  await page.unroute(previews);
  await call("PATCH /email/{emailId}", { emailId, starred: false });
  await expect(back).toBeHidden();
  await page.keyboard.type(".");
  await expect(text).toHaveValue("In the loft.");
  await expect(rowOf(page, "Ropes")).toBeVisible();
});

test("keeps a reply while a conversation that failed is fetched again", async ({ page, user }) => {
  const { call, emailId, text } = await twoFromAnn(page, user);
  await page.route(threads, (route) => route.fulfill({ status: 404, json: {} }));
  await openMail(page, "Ropes");
  await page.keyboard.press("r");
  await expect(text).toBeFocused();
  await page.unroute(threads);
  // The response does not arrive.
  await page.route(threads, () => undefined);
  const again = page.waitForRequest(threads);
  await call("PATCH /email/{emailId}", { emailId, starred: true });
  await again;
  await page.keyboard.type("In the loft.");
  await expect(text).toHaveValue("In the loft.");
});

test("keeps a reply when the window gets narrower and wider", async ({ page, user }) => {
  const { reply, text } = await twoFromAnn(page, user);
  await openMail(page, "Ropes");
  await page.keyboard.press("r");
  await text.fill("In the loft.");
  await page.setViewportSize({ width: 900, height: 800 });
  await expect(rowOf(page, "Ropes")).toBeHidden();
  await expect(text).toHaveValue("In the loft.");
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(rowOf(page, "Ropes")).toBeVisible();
  await expect(text).toHaveValue("In the loft.");
  await page.keyboard.press("Escape");
  await expect(reply).toBeHidden();
});

test("stays at the email that was opened while a reply was being sent and its email archived", async ({
  page,
  user,
}) => {
  const { text } = await twoFromAnn(page, user);
  await user.mailboxes[0].deliver(aMail({ subject: "Planks" }));
  await expect(rowOf(page, "Planks")).toBeVisible();
  await openMail(page, "Ropes");
  await page.keyboard.press("r");
  await text.fill("In the loft.");
  const gate = Promise.withResolvers<undefined>();
  await page.route("**/email/send", async (route) => {
    await gate.promise;
    await route.continue();
  });
  const sent = page.waitForRequest("**/email/send");
  await page.keyboard.press("Control+Shift+Enter");
  await sent;
  await openMail(page, "Planks");
  const { searchParams } = new URL(page.url());
  const openId = searchParams.get("email");
  gate.resolve(undefined);
  await expect(rowOf(page, "Ropes")).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Planks" })).toBeVisible();
  expect(new URL(page.url()).searchParams.get("email")).toBe(openId);
});

test("steps over a draft while an email is open", async ({ page, user }) => {
  await twoFromAnn(page, user);
  // The list shows a draft between the emails, as the starred ones can.
  const id = crypto.randomUUID();
  const draft = { id, threadId: id, subject: "A draft", flags: [String.raw`\Draft`] };
  await page.route(/\/email\/threads\?/, async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    const rows: { subject: string }[] = answer.threads;
    const shown = rows.flatMap((row) =>
      row.subject === "Paint" ? [{ ...row, ...draft }, row] : [row],
    );
    await route.fulfill({ response, json: { ...answer, threads: shown } });
  });
  await page.reload();
  await expect(rowOf(page, "A draft")).toBeVisible();
  await openMail(page, "Ropes");
  await page.keyboard.press("j");
  await expect(page.getByRole("region", { name: "Paint" })).toBeVisible();
  await page.keyboard.press("k");
  await expect(page.getByRole("region", { name: "Ropes" })).toBeVisible();
  await page.keyboard.press("e");
  await expect(page.getByRole("region", { name: "Paint" })).toBeVisible();
});

test("sends a reply as soon as its sender is known", async ({ page, user }) => {
  const answered = Promise.withResolvers<undefined>();
  await page.route("**/identities", async (route) => {
    await answered.promise;
    await route.continue();
  });
  const { call, reply, text } = await twoFromAnn(page, user);
  await openMail(page, "Ropes");
  await page.keyboard.press("r");
  await text.fill("In the loft.");
  await page.keyboard.press("Control+Enter");
  await expect(text).toHaveValue("In the loft.");
  answered.resolve(undefined);
  await expect(reply).toBeHidden();
  const { outgoing } = await call("GET /email/outbox", {});
  expect(outgoing.map(({ draft }) => draft.subject)).toEqual(["Re: Ropes"]);
});
