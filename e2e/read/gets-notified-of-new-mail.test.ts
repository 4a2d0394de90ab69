import { type BrowserContext, expect, type Page } from "@playwright/test";
import { wholeBrowser } from "../support/browsers.ts";
import { toastOf } from "../support/composer.ts";
import { rowOf, signIn, test } from "../support/fixtures.ts";
import { aMail } from "../support/mail.ts";
import type { TestUser } from "../support/product.ts";

test.use({ serviceWorkers: "allow", launchOptions: wholeBrowser });

/** Lets the test set the visibility of the page, which a browser without a screen does not know. */
async function withSight(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    let state: DocumentVisibilityState = "visible";
    Object.defineProperty(document, "visibilityState", { get: () => state });
    window.addEventListener("test-sight", (event) => {
      state = (event as CustomEvent<DocumentVisibilityState>).detail;
      document.dispatchEvent(new Event("visibilitychange"));
    });
    // A page that is left becomes hidden, and reports it again after this event.
    window.addEventListener("pagehide", () => {
      state = "hidden";
    });
  });
}

/** Sets the visibility, and waits until the server has received it. */
async function show(page: Page, state: DocumentVisibilityState): Promise<void> {
  const toastOf = received(page, state);
  await page.evaluate(
    (detail) => window.dispatchEvent(new CustomEvent("test-sight", { detail })),
    state,
  );
  await toastOf;
}

/** Opens the page and waits until the server knows that it is visible. */
async function openInSight(page: Page, path: string): Promise<void> {
  // The previous page may have requests in flight.
  await page.goto("about:blank");
  const toastOf = received(page, "visible");
  await page.goto(path);
  await toastOf;
}

function received(page: Page, state: DocumentVisibilityState): Promise<unknown> {
  return page.waitForResponse((response) => {
    const request = response.request();
    if (request.method() !== "PUT" || !request.url().endsWith("/user/presence")) return false;
    return (request.postDataJSON() as { isVisible: boolean }).isVisible === (state === "visible");
  });
}

/** Returns the notifications that the browser shows. */
async function shown(page: Page) {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const notifications = await registration.getNotifications();
    return notifications.map(({ title, body, tag }) => ({ title, body, tag }));
  });
}

/** The part of a service worker's scope that these tests need. */
interface WorkerScope extends EventTarget {
  registration: ServiceWorkerRegistration;
  NotificationEvent: new (type: string, about: object) => Event;
}

/** Does what the browser does when the user selects an action of a notification. A test cannot select one. */
async function choose(page: Page, subject: string, action: string): Promise<void> {
  const worker =
    page.context().serviceWorkers().at(-1) ?? (await page.context().waitForEvent("serviceworker"));
  await worker.evaluate(
    async ({ word, chosen }) => {
      // Safe: this runs in the service worker.
      const self = globalThis as unknown as WorkerScope;
      const notes = await self.registration.getNotifications();
      const notification = notes.find(({ body }) => body.includes(word));
      if (!notification) throw new Error("There is no such notification.");
      const event = new self.NotificationEvent("notificationclick", {
        notification,
        action: chosen,
      });
      let done: Promise<unknown> = Promise.resolve();
      // The browser does not wait for `waitUntil` of an event that a script created.
      Object.defineProperty(event, "waitUntil", {
        value: (work: Promise<unknown>) => (done = work),
      });
      self.dispatchEvent(event);
      // Without a user gesture no window opens.
      await done.catch(() => undefined);
    },
    { word: subject, chosen: action },
  );
}

async function openTab(page: Page): Promise<void> {
  await page.goto("/app/settings?tab=notifications");
  await expect(page.getByRole("heading", { name: "This device" })).toBeVisible();
}

async function startNotifying(page: Page, user: TestUser): Promise<void> {
  await page.context().grantPermissions(["notifications"]);
  await withSight(page.context());
  await signIn(page, user);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await openTab(page);
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByRole("button", { name: "Turn off" })).toBeVisible();
}

test("a message that arrives while the page is hidden shows a notification, and nothing else does", async ({
  page,
  user,
}) => {
  const [north, south] = user.mailboxes;
  await north.deliver(aMail({ subject: "Already here" }));
  await user.connect();
  await startNotifying(page, user);
  await openInSight(page, "/app");
  await expect(rowOf(page, "Already here")).toBeVisible();

  await north.deliver(aMail({ subject: "Seen to arrive" }));
  await expect(rowOf(page, "Seen to arrive")).toBeVisible();
  await show(page, "hidden");
  await south.deliver(aMail({ subject: "Berths", from: "Grace <grace@example.org>" }));
  await expect.poll(() => shown(page)).toHaveLength(1);
  const [note] = await shown(page);
  expect(note?.title).toBe("Grace");
  expect(note?.body).toContain("Berths");
  expect(note?.body).toContain(south.address);

  // After one account was muted, the other one still notifies.
  await show(page, "visible");
  await openTab(page);
  await page.getByRole("switch", { name: south.address }).click();
  await expect(page.getByRole("status").getByText("Saved")).toBeVisible();
  await openInSight(page, "/app");
  await expect(rowOf(page, "Berths")).toBeVisible();
  await show(page, "hidden");
  await south.deliver(aMail({ subject: "Not told of" }));
  await expect(rowOf(page, "Not told of")).toBeVisible();
  await north.deliver(aMail({ subject: "Told of", from: "Ada <ada@example.org>" }));
  await expect.poll(async () => (await shown(page)).map(({ title }) => title)).toContain("Ada");
  expect((await shown(page)).map(({ body }) => body).join()).not.toContain("Not told of");
});

test("a page that was left does not count as visible", async ({ page, user }) => {
  const [north] = user.mailboxes;
  await user.connect();
  await startNotifying(page, user);
  const other = await page.context().newPage();
  await openInSight(other, "/app");
  await expect(other.getByRole("grid").or(other.getByText("Your inbox is empty"))).toBeVisible();
  await show(other, "hidden");
  await page.goto("about:blank");
  // The last request of the page takes a moment; without it, the page would count as visible for longer than this.
  const arriving = async () => {
    await north.deliver(aMail({ subject: "Nobody looks" }));
    return (await shown(other)).length;
  };
  await expect.poll(arriving, { intervals: [2000], timeout: 30_000 }).toBeGreaterThan(0);
});

test("a notification opens its message in the open page", async ({ page, user }) => {
  const [north] = user.mailboxes;
  const call = await user.connect();
  await startNotifying(page, user);
  await openInSight(page, "/app/sent");
  await show(page, "hidden");
  await north.deliver(aMail({ subject: "Read me" }));
  await expect.poll(() => shown(page)).toHaveLength(1);
  const { emails } = await call("GET /email/list", {});
  // The message that the service worker posts when the notification is selected. A test cannot select one.
  await page.evaluate((emailId) => {
    const data = { kind: "open-email", emailId };
    navigator.serviceWorker.dispatchEvent(new MessageEvent("message", { data }));
  }, emails[0]?.id);
  await expect(page.getByRole("heading", { name: "Read me" })).toBeVisible();
  await expect(page).toHaveURL(/\/app\/inbox\?email=/);
});

test("a notification archives its message and marks it as read, with and without a page", async ({
  page,
  user,
}) => {
  const [north] = user.mailboxes;
  const call = await user.connect();
  await startNotifying(page, user);
  await openInSight(page, "/app");
  const note = async (subject: string) => {
    await show(page, "hidden");
    await north.deliver(aMail({ subject }));
    await expect
      .poll(async () => (await shown(page)).map(({ body }) => body).join())
      .toContain(subject);
    return page.evaluate(async (word) => {
      const registration = await navigator.serviceWorker.ready;
      const notes = await registration.getNotifications();
      const found = notes.find(({ body }) => body.includes(word));
      // Safe: browsers that show actions list them.
      return (found as unknown as { actions: { action: string; title: string }[] }).actions;
    }, subject);
  };
  expect(await note("Put me away")).toEqual([
    expect.objectContaining({ action: "archive", title: "Archive" }),
    expect.objectContaining({ action: "read", title: "Mark as read" }),
  ]);
  await choose(page, "Put me away", "archive");
  await expect(toastOf(page).getByText("1 email archived")).toBeVisible();
  await expect(rowOf(page, "Put me away")).toHaveCount(0);
  await toastOf(page).getByRole("button", { name: "Undo" }).click();
  await expect(rowOf(page, "Put me away")).toHaveCount(1);

  await note("Seen already");
  // No page of the app is open when the action is selected; the next page runs it.
  await page.goto("/mail-frame");
  await choose(page, "Seen already", "read");
  const flags = async () =>
    (await call("GET /email/list", {})).emails.find(({ subject }) => subject === "Seen already")
      ?.flags;
  expect(await flags()).toEqual([]);
  await page.goto("/app");
  await expect(toastOf(page).getByText("1 email marked as read")).toBeVisible();
  await expect.poll(flags).toEqual([String.raw`\Seen`]);
  await page.reload();
  await expect(rowOf(page, "Seen already")).toBeVisible();
  await expect(toastOf(page).getByText("1 email marked as read")).toHaveCount(0);
});

test("notification settings are saved at once and apply on every device", async ({
  page,
  browser,
  user,
}) => {
  const call = await user.connect();
  await signIn(page, user);
  await openTab(page);
  const tabs = page.getByRole("tab");
  expect(await tabs.allTextContents()).toEqual(
    expect.arrayContaining([
      "Profile",
      "Email Accounts",
      "Security",
      "Notifications",
      "Appearance",
    ]),
  );
  const isOn = (name: string) => page.getByRole("switch", { name: new RegExp(`^${name}`) });
  await expect(isOn("New email")).toBeChecked();
  await expect(isOn("Marketing")).not.toBeChecked();
  await expect(isOn("Security alerts")).toBeChecked();
  await expect(isOn("Daily summary")).not.toBeChecked();
  // This test server sends no email itself.
  await expect(isOn("Security alerts")).toBeDisabled();
  await expect(
    page.getByText("This server cannot send email. Contact your administrator.").first(),
  ).toBeVisible();

  await isOn("Marketing").click();
  await isOn("Sound").click();
  await isOn("Only important email").click();
  await isOn("Quiet hours").click();
  await page.getByLabel("From").fill("21:30");
  await page.getByLabel("To", { exact: true }).fill("06:15");
  await page.getByLabel("What a notification shows").selectOption("Sender and subject");
  await expect(page.getByRole("status").getByText("Saved")).toBeVisible();
  await expect
    .poll(async () => (await call("GET /user/preferences", {})).preferences.notifications)
    .toMatchObject({
      marketing: true,
      sound: true,
      onlyImportant: true,
      detail: "subject",
      quietHours: { isOn: true, from: "21:30", to: "06:15" },
    });

  const otherPlace = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const other = await otherPlace.newPage();
  await signIn(other, user);
  await openTab(other);
  await expect(other.getByRole("switch", { name: /^Marketing/ })).toBeChecked();
  await expect(other.getByRole("switch", { name: /^Sound/ })).toBeChecked();
  await expect(other.getByLabel("From")).toHaveValue("21:30");
  await expect(other.getByLabel("What a notification shows")).toHaveValue("subject");
  await other.getByRole("switch", { name: /^Sound/ }).click();
  await expect(isOn("Sound")).not.toBeChecked();
  await otherPlace.close();
});

test("a browser in which notifications are denied shows how to allow them", async ({
  page,
  user,
}) => {
  await user.connect();
  await page.addInitScript(() => {
    Object.defineProperty(Notification, "permission", { get: () => "denied" });
  });
  await signIn(page, user);
  await openTab(page);
  await expect(page.getByText("Blocked", { exact: true })).toBeVisible();
  await expect(page.getByText(/allow notifications, and reload the page/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Turn on" })).toBeHidden();
});
