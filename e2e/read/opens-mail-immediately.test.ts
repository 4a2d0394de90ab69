import { expect, type Page } from "@playwright/test";
import { pressOn, rowOf, signIn, test } from "../support/fixtures.ts";
import { aMail } from "../support/mail.ts";
import type { TestUser } from "../support/product.ts";

const minute = 60_000;

/** Delivers seven messages, Letter 0 the newest, and records the page's requests for single messages. */
async function withMessages(page: Page, user: TestUser) {
  const now = Date.now();
  user.mailboxes[0].hold(
    Array.from({ length: 7 }, (_, at) => {
      const date = now - at * minute;
      const raw = aMail({ subject: `Letter ${at}`, date, text: `Words of ${at}.\n` });
      // Opening a message that is already read changes nothing, and no live event makes the page refetch it.
      return { date, raw, flags: "S" };
    }),
  );
  const call = await user.connect();
  const listed = async () => (await call("GET /email/list", {})).emails;
  // The classification is published live, and the page refetches: wait for it.
  const classified = async () => (await listed()).filter(({ category }) => category !== null);
  await expect.poll(async () => (await classified()).length).toBe(7);
  const emails = await listed();
  const asked: URL[] = [];
  let readings = 0;
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.pathname.startsWith("/email/preview/")) asked.push(url);
    if (url.pathname === "/email/folders") readings++;
  });
  const numberOf = ({ pathname }: URL) =>
    Number(emails.find(({ id }) => pathname.endsWith(id))?.subject.slice("Letter ".length));
  /** When the stream is connected, everything that was read before is refetched. */
  const isConnected = () => expect.poll(() => readings).toBeGreaterThan(1);
  return {
    emails,
    asked,
    isConnected,
    numbers: () => asked.map(numberOf).toSorted((a, b) => a - b),
  };
}

/** Opens a message and waits until its text is visible. */
async function read(page: Page, at: number): Promise<void> {
  await rowOf(page, `Letter ${at}`).click();
  await isRead(page, at);
}

/** Waits for the text in the open message: its row shows it too. */
async function isRead(page: Page, at: number): Promise<void> {
  const message = page.frameLocator("#message iframe");
  await expect(message.getByText(`Words of ${at}.`)).toBeVisible();
}

test("prefetches three messages in the direction of travel and the previous one, each once", async ({
  page,
  user,
}) => {
  const { emails, asked, numbers, isConnected } = await withMessages(page, user);
  await signIn(page, user);
  // No message is open: the first two are the most likely to be opened.
  await expect.poll(numbers).toEqual(expect.arrayContaining([0, 1]));
  await isConnected();
  asked.length = 0;
  // The first two are refetched when the stream is connected, at any time from here on; all other ones are fetched once.
  const beyond = () => numbers().filter((at) => at > 1);
  await pressOn(rowOf(page, "Letter 3"), "Enter");
  await isRead(page, 3);
  await expect.poll(beyond).toEqual([2, 3, 4, 5, 6]);
  for (const url of asked) {
    const email = emails.find(({ id }) => url.pathname.endsWith(id));
    expect(url.searchParams.get("accountId")).toBe(email?.accountId);
  }
  // Moving on fetches nothing twice.
  await page.keyboard.press("j");
  await isRead(page, 4);
  await page.keyboard.press("k");
  await page.keyboard.press("k");
  await isRead(page, 2);
  expect(beyond()).toEqual([2, 3, 4, 5, 6]);
});

test("prefetches upward for a user who moves up the list", async ({ page, user }) => {
  const { numbers, isConnected } = await withMessages(page, user);
  await signIn(page, user);
  await isConnected();
  await expect.poll(numbers).toEqual(expect.arrayContaining([0, 1]));
  await pressOn(rowOf(page, "Letter 6"), "Enter");
  await isRead(page, 6);
  await expect.poll(() => numbers().filter((at) => at > 1)).toEqual([5, 6]);
  await page.keyboard.press("k");
  await isRead(page, 5);
  await expect.poll(() => numbers().filter((at) => at > 1)).toEqual([2, 3, 4, 5, 6]);
});

test("prefetches a message under the pointer, once", async ({ page, user }) => {
  const { emails, numbers, isConnected } = await withMessages(page, user);
  await signIn(page, user);
  await isConnected();
  await expect.poll(numbers).toEqual(expect.arrayContaining([0, 1]));
  const fifth = page.waitForResponse(`**/email/preview/${emails[5]?.id}?**`);
  await rowOf(page, "Letter 5").hover();
  await (await fifth).finished();
  await rowOf(page, "Letter 0").hover();
  await rowOf(page, "Letter 5").hover();
  await page.context().setOffline(true);
  await read(page, 5);
  expect(numbers().filter((at) => at === 5)).toEqual([5]);
  await page.context().setOffline(false);
});

test("renders the next mail out of sight, and shows it without rendering it again", async ({
  page,
  user,
}) => {
  await page.addInitScript(() => {
    if (self !== top) return;
    window.shownMessages = [];
    addEventListener("message", ({ data }) => {
      if (data?.kind === "shown") window.shownMessages.push(data.id);
    });
  });
  const { emails, isConnected } = await withMessages(page, user);
  await signIn(page, user);
  // Connecting refetches everything, which may render a message again.
  await isConnected();
  await read(page, 2);
  const below = emails.find(({ subject }) => subject === "Letter 3")?.id ?? "";
  const drawn = () =>
    page.evaluate((id) => window.shownMessages.filter((each) => each === id), below);
  await expect.poll(drawn).toHaveLength(1);
  const frame = page.locator(`iframe[data-mail="${below}"]`);
  await expect(frame).toBeHidden();
  await expect(page.locator("#message iframe")).toHaveCount(1);
  await page.keyboard.press("j");
  await expect(page.locator("#message").locator(frame)).toBeVisible();
  await expect(frame.contentFrame().getByText("Words of 3.")).toBeVisible();
  expect(await drawn()).toHaveLength(1);
  // Going back: the message that was left is still drawn.
  await page.keyboard.press("k");
  const left = emails.find(({ subject }) => subject === "Letter 2")?.id ?? "";
  await expect(page.locator(`#message iframe[data-mail="${left}"]`)).toBeVisible();
  expect(
    await page.evaluate((id) => window.shownMessages.filter((each) => each === id), left),
  ).toEqual([left]);
});

test("a key pressed right after a step acts on the mail that the step opened", async ({
  page,
  user,
}) => {
  await withMessages(page, user);
  await signIn(page, user);
  await read(page, 2);
  await Promise.all([page.keyboard.press("j"), page.keyboard.press("e")]);
  await expect(rowOf(page, "Letter 3")).toHaveCount(0);
  await expect(rowOf(page, "Letter 2")).toHaveCount(1);
  await expect(page.locator("#message").getByRole("heading", { name: "Letter 4" })).toBeVisible();
  // One step forward and one back ends where it began, and the next step starts from there.
  const heading = (at: number) =>
    page.locator("#message").getByRole("heading", { name: `Letter ${at}` });
  await Promise.all([page.keyboard.press("j"), page.keyboard.press("k")]);
  await expect(heading(4)).toBeVisible();
  await page.keyboard.press("k");
  await expect(heading(2)).toBeVisible();
  await page.keyboard.press("j");
  await expect(heading(4)).toBeVisible();
  // Back leads to the list, not to the messages that were stepped through.
  await page.goBack();
  await expect(page.getByRole("region", { name: "Select an email" })).toBeVisible();
});

declare global {
  interface Window {
    /** Ids of the messages that a frame reported as shown, once per report. */
    shownMessages: string[];
  }
}
