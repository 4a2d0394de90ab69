import { expect, type Page } from "@playwright/test";
import { openMail, pressOn, rowOf, signIn, test, wordsOf } from "../support/fixtures.ts";
import { ImapClient } from "../support/imap-client.ts";
import { keptOn } from "../support/kept-on.ts";
import { aMail } from "../support/mail.ts";

test.use({ serviceWorkers: "allow" });

/** Waits until these messages, and everything that the app needs to open offline, are on the device. */
async function isKept(page: Page, ...subjects: string[]): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  for (const subject of subjects) await expect.poll(() => keptOn(page)).toContain(subject);
}

test("opens offline with its list, and shows a message that was read before", async ({
  page,
  user,
  context,
}) => {
  const [north] = user.mailboxes;
  const now = Date.now();
  north.hold(
    Array.from({ length: 12 }, (_, at) => ({
      date: now - at * 60_000,
      raw: aMail({ subject: `Letter ${at + 10}`, text: `The words of letter ${at + 10}.` }),
    })),
  );
  await user.connect();
  await signIn(page, user);
  await openMail(page, "Letter 10");
  await expect.poll(() => wordsOf(page)).toContain("The words of letter 10.");
  await isKept(page, "The words of letter 10.", "Letter 21");

  await context.setOffline(true);
  await page.reload();
  await expect(rowOf(page, "Letter 21")).toBeVisible();
  await expect(page.getByText("You are offline. New mail will appear")).toBeVisible();
  await expect.poll(() => wordsOf(page)).toContain("The words of letter 10.");

  // Messages that were not prefetched are not stored, and the page says so.
  await rowOf(page, "Letter 21").click();
  await expect(page.getByText("Not downloaded")).toBeVisible();
  await context.setOffline(false);
  await expect.poll(() => wordsOf(page)).toContain("The words of letter 21.");
});

test("actions without a connection survive the page and reach the mail server", async ({
  page,
  user,
  context,
}) => {
  const [north] = user.mailboxes;
  for (const subject of ["To star", "To archive", "To read"]) {
    await north.deliver(aMail({ subject }));
  }
  await user.connect();
  await using other = await ImapClient.open(north);
  await signIn(page, user);
  await pressOn(rowOf(page, "To star"), "s");
  await expect.poll(() => other.flagsOf("To star")).toContain("Flagged");
  await page.keyboard.press("s");
  await expect.poll(() => other.flagsOf("To star")).not.toContain("Flagged");
  await isKept(page, "To star", "To archive", "To read");

  await context.setOffline(true);
  await page.keyboard.press("s");
  await pressOn(rowOf(page, "To archive"), "e");
  await expect(rowOf(page, "To archive")).toBeHidden();
  await pressOn(rowOf(page, "To read"), "Shift+I");
  await expect(page.getByText("3 changes are waiting for a connection.")).toBeVisible();
  await page.reload();
  await expect(rowOf(page, "To star")).toHaveAccessibleName(/starred/i);
  await expect(rowOf(page, "To archive")).toBeHidden();
  await expect(page.getByText("3 changes are waiting for a connection.")).toBeVisible();

  await context.setOffline(false);
  await expect.poll(() => other.flagsOf("To star")).toContain("Flagged");
  await expect.poll(() => other.subjects("Archive")).toEqual(["To archive"]);
  await expect.poll(() => other.flagsOf("To read")).toContain("Seen");
  await expect(page.getByText("waiting for a connection")).toBeHidden();
  await expect(rowOf(page, "To archive")).toBeHidden();
});

test("a message sent offline survives the page and is sent once", async ({
  page,
  user,
  context,
}) => {
  const [north] = user.mailboxes;
  await north.deliver(aMail({ subject: "Something to see" }));
  await user.connect();
  await using other = await ImapClient.open(north);
  await signIn(page, user);
  await isKept(page, "Something to see");
  // The composer is also on the device at this time.
  await context.setOffline(true);
  await page.reload();
  await page.getByRole("button", { name: "Compose" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Compose Email" });
  await dialog.getByLabel("To", { exact: true }).fill(north.address);
  await page.keyboard.press("Enter");
  await dialog.getByLabel("Subject").fill("From the train");
  await dialog.getByRole("textbox", { name: /message|content/i }).fill("Written in a tunnel.");
  await dialog.getByRole("button", { name: "Send", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("1 change is waiting for a connection.")).toBeVisible();
  // Sending can be undone, and requested again, before the server has the message.
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(dialog.getByLabel("Subject")).toHaveValue("From the train");
  await dialog.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByText("1 change is waiting for a connection.")).toBeVisible();
  await page.reload();
  await expect(page.getByText("1 change is waiting for a connection.")).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText("waiting for a connection")).toBeHidden();
  await expect.poll(() => other.subjects("Sent"), { timeout: 30_000 }).toEqual(["From the train"]);
  await expect.poll(() => keptOn(page)).not.toContain("idempotencyKey");
});

test("a change whose response was lost is applied once", async ({ page, user }) => {
  const [north] = user.mailboxes;
  await north.deliver(aMail({ subject: "Once" }));
  await user.connect();
  await using other = await ImapClient.open(north);
  await signIn(page, user);
  let isLost = true;
  const keys: (string | undefined)[] = [];
  await page.route(/\/email\/(bulk|[\w-]{30,})$/, async (route) => {
    const request = route.request();
    if (request.method() === "GET") return route.fallback();
    keys.push(request.headers()["idempotency-key"]);
    if (!isLost) return route.continue();
    // The server executes the request, but the response is lost. Then another client puts the message back.
    isLost = false;
    await route.fetch();
    await route.abort();
  });
  await pressOn(rowOf(page, "Once"), "e");
  await expect.poll(() => keys.length).toBe(2);
  expect(keys[1]).toBe(keys[0]);
  await expect.poll(() => other.subjects("Archive")).toEqual(["Once"]);
  await page.keyboard.press("z");
  await expect.poll(() => other.subjects("INBOX")).toEqual(["Once"]);
});

test("signing out removes all messages from the device", async ({ page, user }) => {
  const [north] = user.mailboxes;
  await north.deliver(aMail({ subject: "Nobody's business", text: "Quite private." }));
  await user.connect();
  await signIn(page, user);
  await openMail(page, "Nobody's business");
  await isKept(page, "Quite private.", "Nobody's business");
  await page.getByRole("button", { name: "Account menu" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect.poll(() => keptOn(page)).not.toContain("Nobody's business");
  expect(await keptOn(page)).not.toContain("Quite private.");
});

test("one of two tabs holds the connection, and the other one takes over when it closes", async ({
  page,
  user,
  context,
}) => {
  const [north] = user.mailboxes;
  await user.connect();
  const lines: Page[] = [];
  context.on("request", (request) => {
    if (new URL(request.url()).pathname === "/events") lines.push(request.frame().page());
  });
  await signIn(page, user);
  await expect.poll(() => lines).toEqual([page]);
  const second = await context.newPage();
  await second.goto("/app/inbox");
  await expect(second.getByText("Your inbox is empty")).toBeVisible();
  await north.deliver(aMail({ subject: "For both" }));
  await expect(rowOf(page, "For both")).toBeVisible();
  await expect(rowOf(second, "For both")).toBeVisible();
  expect(lines).toEqual([page]);

  await page.close();
  await expect.poll(() => lines).toEqual([page, second]);
  await north.deliver(aMail({ subject: "For the one that is left" }));
  await expect(rowOf(second, "For the one that is left")).toBeVisible();
});

test("refetches a part of the page that failed to load, and the list stays usable", async ({
  page,
  user,
}) => {
  await user.mailboxes[0].deliver(aMail({ subject: "Here already" }));
  await user.connect();
  await signIn(page, user);
  await expect(rowOf(page, "Here already")).toBeVisible();
  let refused = 0;
  await page.route(/assets\/mail-parts-.*\.js/, (route) =>
    refused++ < 3 ? route.abort() : route.continue(),
  );
  await page.reload();
  await expect(rowOf(page, "Here already")).toBeVisible();
  await expect(page.getByRole("button", { name: "More about this list" })).toBeVisible();
  expect(refused).toBeGreaterThan(3);
});

test("keeps the reason that a list failed until it has been fetched", async ({ page, user }) => {
  const lists = "**/email/threads?**";
  const [north] = user.mailboxes;
  await user.connect();
  await page.route(lists, (route) => route.fulfill({ status: 500, json: { code: "internal" } }));
  await signIn(page, user);
  const again = page.getByRole("button", { name: "Try again" });
  await expect(again).toBeVisible();
  // A new message makes the page fetch the list again.
  const answered = Promise.withResolvers<undefined>();
  await page.unroute(lists);
  await page.route(lists, async (route) => {
    await answered.promise;
    await route.continue();
  });
  const asked = page.waitForRequest(lists);
  await north.deliver(aMail({ subject: "Ropes" }));
  await asked;
  await expect(again).toBeVisible();
  answered.resolve(undefined);
  await expect(rowOf(page, "Ropes")).toBeVisible();
  await expect(again).toBeHidden();
});

test("API calls do not wait for a service worker", async ({ page, user }) => {
  await user.connect();
  await signIn(page, user);
  await page.evaluate(() => navigator.serviceWorker.ready);
  const [worker] = page.context().serviceWorkers();
  if (!worker) throw new Error("There is no service worker.");
  await worker.evaluate(() => {
    const asked: string[] = [];
    Object.assign(self, { asked });
    self.addEventListener("fetch", (event) => {
      if ("request" in event) asked.push(new URL((event.request as Request).url).pathname);
    });
  });
  await page.reload();
  await expect(page.getByText("Your inbox is empty")).toBeVisible();
  // A request for neither the API nor a file of the build shows that the worker is consulted.
  await page.evaluate(async () => {
    const image = new Image();
    image.src = "/nowhere.png";
    await image.decode().catch(() => undefined);
  });
  // Safe: it was set above.
  const asked = await worker.evaluate(() => (self as unknown as { asked: string[] }).asked);
  expect(asked).toEqual(["/nowhere.png"]);
});
