import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { StreamEvent } from "@inlet/contract/events.ts";
import { AccountId, type FolderId, type MessageId, type UserId } from "@inlet/contract/ids.ts";
import type { MailPreferences } from "@inlet/contract/settings.ts";
import { usualPreferences } from "@inlet/contract/usual-preferences.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createLog } from "#/base/log.ts";
import { RetryAfter } from "#/base/retry-after.ts";
import { createSealedBox } from "#/base/sealed-box.ts";
import { decideNotifications, tellOfArrival } from "#/mail/notify/decide.ts";
import { type PushContext, pushDue } from "#/mail/notify/push.ts";
import { vapidKeys } from "#/mail/notify/vapid.ts";
import { type EventReader, readEvents } from "#/testing/event-reader.ts";
import { mailServices } from "#/testing/mail-services.ts";
import { aPerson, type Person } from "#/testing/person.ts";
import { type PushService, startPushService } from "#/testing/push-service.ts";
import { type RealApp, startRealApp } from "#/testing/real-app.ts";
import { aMessage, anAccount, someFolders } from "#/testing/taken.ts";
import { startTestAuthority, type TestAuthority } from "#/testing/test-authority.ts";
import { egressTo } from "#/testing/web-egress.ts";

/** What of a message differs from a plain one, and which of the two mailboxes it is in. */
type Arriving = Parameters<typeof aMessage>[0] & { in?: 0 | 1 };

describe.each(["sqlite", "postgres"] as const)("notifications, on %s", (engine) => {
  const stack = new AsyncDisposableStack();
  let app: RealApp;
  let authority: TestAuthority;
  let service: PushService;
  let mail: PushContext;
  let count = 0;

  beforeAll(async () => {
    const blobsDir = await mkdtemp(path.join(tmpdir(), "inlet-notifications-"));
    stack.defer(() => rm(blobsDir, { recursive: true }));
    authority = stack.use(await startTestAuthority());
    const egress = egressTo("push.example");
    app = stack.use(
      await startRealApp(engine, {
        services: (parts) => mailServices(parts, blobsDir, { egress, canSendMail: true }),
      }),
    );
    const { database, door, clock } = app;
    const box = createSealedBox(Buffer.alloc(32, 1));
    const log = createLog("silent");
    mail = { database, door, clock, box, egress, log, publicUrl: "https://inlet.example" };
    service = stack.use(
      await startPushService(authority, async () => (await vapidKeys(mail)).publicKey),
    );
  });
  afterAll(() => stack.disposeAsync());
  beforeEach(() => {
    service.pushed.length = 0;
    service.refusal = null;
    app.clock.time = Date.now();
  });

  /** Somebody with two mailboxes who wants to be told of new mail. */
  async function aReader(chosen: Partial<MailPreferences["notifications"]> = {}) {
    const person = await aPerson(app.origin, `Reader${++count}`);
    const { id: userId } = person.user;
    const notifications = { ...usualPreferences.notifications, desktop: true, ...chosen };
    await person.client.call("PUT /user/preferences", { notifications });
    const boxes: { accountId: AccountId; folderId: FolderId }[] = [];
    for (const name of ["north", "south"]) {
      const accountId = await anAccount(app.door, userId, `${name}${count}@example.org`);
      const [inbox] = await someFolders(app.door, userId, accountId, ["inbox", "archive"]);
      if (!inbox) throw new Error("no inbox");
      boxes.push({ accountId, folderId: inbox.id });
    }
    let uid = 0;
    /** A message is taken in, and its job has run. */
    const lands = async ({ in: at = 0, ...one }: Arriving): Promise<MessageId> => {
      uid += 1;
      const box = boxes[at];
      if (!box) throw new Error("no such box");
      const [taken] = await app.door("messages.takeIn", {
        ...{ userId, accountId: box.accountId, folderId: box.folderId },
        messages: [aMessage({ uid, isLive: true, internalDate: app.clock.time, ...one })],
      });
      if (!taken) throw new Error("not taken in");
      await tellOfArrival(mail, { userId, messageId: taken.messageId });
      return taken.messageId;
    };
    /** The same, and it is decided whom to tell. */
    const arrives = async (...given: Arriving[]): Promise<MessageId[]> => {
      const ids: MessageId[] = [];
      for (const one of given) ids.push(await lands(one));
      await decideNotifications(mail, userId);
      return ids;
    };
    const accountIds = boxes.map(({ accountId }) => accountId);
    return { person, userId, lands, arrives, accountIds };
  }

  async function aBrowser(person: Person) {
    const browser = service.newBrowser();
    await person.client.call("PUT /user/push", browser.subscription);
    service.pushed.length = 0;
    return browser;
  }

  const pushJobs = async (userId: UserId) => {
    const rows = await app.database.reader
      .selectFrom("jobs")
      .select("subject_id")
      .where("kind", "=", "push")
      .where("user_id", "=", userId)
      .execute();
    return rows.map((row) => row.subject_id.slice(row.subject_id.indexOf("/") + 1));
  };
  /** Does what the jobs of this person are to do. */
  const work = async (userId: UserId, attempts = 1) => {
    for (const subscriptionId of await pushJobs(userId)) {
      await pushDue(mail, { userId, subscriptionId, attempts });
    }
  };
  const told = () => service.pushed.flatMap(({ notes }) => notes.map(({ title }) => title));

  it("a browser is told at once that it will be, for nobody's eyes but its own", async () => {
    const { person } = await aReader();
    const ways = await person.client.call("GET /user/notifications", {});
    expect(ways).toEqual({ pushKey: (await vapidKeys(mail)).publicKey, canSendMail: true });
    const browser = service.newBrowser();
    await person.client.call("PUT /user/push", browser.subscription);
    expect(service.pushed).toHaveLength(1);
    const [welcome] = service.pushed;
    expect(welcome?.notes[0]?.title).toBe("Notifications are on");
    expect(welcome?.claims.sub).toBe("https://inlet.example");
    expect(welcome?.headers).toMatchObject({ ttl: "86400", urgency: "normal" });
    // It is known now: a page that says so again wakes nobody.
    await person.client.call("PUT /user/push", browser.subscription);
    expect(service.pushed).toHaveLength(1);
  });

  it("the server's key is made once, and lies sealed", async () => {
    const [first, second] = [await vapidKeys(mail), await vapidKeys(mail)];
    expect(first).toEqual(second);
    const rows = await app.database.reader.selectFrom("server_keys").selectAll().execute();
    const subscriptions = await app.database.reader
      .selectFrom("push_subscriptions")
      .selectAll()
      .execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(first.privateKey);
    expect(JSON.stringify(subscriptions)).not.toContain("push.example");
  });

  it("mail that arrives is told of with sender, subject, beginning, account and id", async () => {
    const { person, userId, arrives } = await aReader({ sound: true });
    await aBrowser(person);
    const [id] = await arrives({ in: 1, message: { subject: "Berths", preview: "Two are free." } });
    await work(userId);
    expect(service.pushed.flatMap(({ notes }) => notes)).toEqual([
      {
        title: "Grace Hopper",
        body: `Berths\nTwo are free.\nsouth${count}@example.org`,
        tag: `mail ${id}`,
        emailId: id,
        isSilent: false,
      },
    ]);
    // Once, however often the job runs.
    await work(userId);
    expect(service.pushed).toHaveLength(1);
  });

  it.each([
    ["subject", "Grace Hopper", "Berths"],
    ["none", "New email", ""],
  ] as const)(
    "with less told (%s) the rest does not leave the server",
    async (detail, title, first) => {
      const { person, userId, arrives } = await aReader({ detail });
      await aBrowser(person);
      await arrives({ message: { subject: "Berths", preview: "Two are free." } });
      await work(userId);
      const account = `north${count}@example.org`;
      const body = [first, account].filter(Boolean).join("\n");
      expect(service.pushed[0]?.notes).toMatchObject([{ title, body, isSilent: true }]);
    },
  );

  it("much mail at once is one notification", async () => {
    const { person, userId, arrives } = await aReader();
    await aBrowser(person);
    const ids = await arrives(...Array.from({ length: 5 }, () => ({})));
    await work(userId);
    expect(service.pushed).toHaveLength(1);
    expect(service.pushed[0]?.notes).toMatchObject([
      { title: "5 new emails", body: "Grace Hopper", emailId: null },
    ]);
    // A page tells of it in the same words.
    const { notes } = await person.client.call("POST /user/notifications/describe", { ids });
    expect(notes).toEqual(service.pushed[0]?.notes);
  });

  it("even the longest mail fits into what push services take", async () => {
    const { person, userId, arrives } = await aReader();
    await aBrowser(person);
    const long = "𝕴".repeat(300);
    const message = {
      subject: long,
      preview: long,
      from: [{ name: long, address: "a@b.example" }],
    };
    await arrives({ message }, { message }, { message });
    await work(userId);
    expect(service.pushed).toHaveLength(1);
    expect(service.pushed[0]?.notes).toHaveLength(3);
    expect(JSON.stringify(service.pushed[0]?.notes)).not.toContain("\\ud");
  });

  it("nobody is told of what is read, their own, archived, or of an account they silenced", async () => {
    const { person, userId, lands, arrives, accountIds } = await aReader();
    await aBrowser(person);
    const archived = await lands({});
    const change = { target: { role: "archive" as const } };
    await app.door("messages.change", { userId, messageIds: [archived], change });
    await arrives({ flags: [String.raw`\Seen`] }, { isOwn: true });
    await work(userId);
    expect(service.pushed).toEqual([]);
    const [silent = AccountId.parse("none")] = accountIds;
    const { notifications } = usualPreferences;
    await person.client.call("PUT /user/preferences", {
      notifications: { ...notifications, desktop: true, silentAccounts: [silent] },
    });
    await arrives({}, { in: 1, message: { subject: "Heard" } });
    await work(userId);
    expect(service.pushed.flatMap(({ notes }) => notes.map(({ body }) => body))).toEqual([
      `Heard\nText of message 5\nsouth${count}@example.org`,
    ]);
  });

  it("a muted conversation that goes on is not told of", async () => {
    const { person, userId, arrives } = await aReader();
    await aBrowser(person);
    const [first] = await arrives({ threadKeys: ["boats@x"] });
    await work(userId);
    await app.door("messages.change", {
      ...{ userId, messageIds: [MessageId.parse(first)] },
      change: { muted: true },
    });
    service.pushed.length = 0;
    app.clock.time += 3600_000;
    await arrives({ threadKeys: ["more@x", "boats@x"] });
    await work(userId);
    expect(service.pushed).toEqual([]);
  });

  it("with important mail only, high priority and stars are told of", async () => {
    const { person, userId, arrives } = await aReader({ onlyImportant: true });
    await aBrowser(person);
    const from = [{ name: "Starred", address: "s@x.example" }];
    await arrives({}, { flags: [String.raw`\Flagged`], message: { from } });
    await work(userId);
    expect(told()).toEqual(["Starred"]);
  });

  it("the same mail in two accounts is told of once", async () => {
    const { person, userId, arrives } = await aReader();
    await aBrowser(person);
    await arrives({ twinKey: "same" }, { in: 1, twinKey: "same" });
    await work(userId);
    expect(told()).toEqual(["Grace Hopper"]);
  });

  it("nothing is told in quiet hours, by the person's clock", async () => {
    const quietHours = { isOn: true, from: "22:00", to: "07:00" };
    const { person, userId, arrives } = await aReader({ quietHours, timeZone: "Asia/Tokyo" });
    await aBrowser(person);
    const tomorrow = new Date(app.clock.time + 24 * 3600_000).toISOString().slice(0, 10);
    app.clock.time = Date.parse(`${tomorrow}T21:00:00Z`);
    await arrives({});
    app.clock.time = Date.parse(`${tomorrow}T22:30:00Z`);
    const from = [{ name: "Morning", address: "m@x.example" }];
    await arrives({ message: { from } });
    await work(userId);
    expect(told()).toEqual(["Morning"]);
  });

  it("nothing is told while a page is in sight, and again when it went without a word", async () => {
    const { person, userId, arrives } = await aReader();
    await aBrowser(person);
    const tell = (tabId: string, isVisible: boolean) =>
      person.client.call("PUT /user/presence", { tabId, isVisible });
    await tell("one", true);
    await tell("two", true);
    await tell("one", false);
    await arrives({});
    await tell("two", false);
    const from = (name: string) => ({ from: [{ name, address: "x@x.example" }] });
    await arrives({ message: from("Hidden") });
    await tell("one", true);
    app.clock.time += 76_000;
    await arrives({ message: from("Gone") });
    await work(userId);
    expect(told()).toEqual(["Hidden", "Gone"]);
  });

  it("open pages hear of it too, each decision once", async () => {
    const { person, arrives } = await aReader();
    const events = await readEvents(app.origin, person.token);
    await events.next();
    const ids = await arrives({}, { isOwn: true });
    expect(await upTo(events, "notification.due")).toMatchObject({ ids: [ids[0]] });
    events.close();
    const other = await aPerson(app.origin, `Other${count}`);
    const notes = await other.client.call("POST /user/notifications/describe", { ids });
    expect(notes).toEqual({ notes: [] });
  });

  it("what was read before the push went out is not told", async () => {
    const { person, userId, arrives } = await aReader();
    await aBrowser(person);
    const [id = ""] = await arrives({});
    await person.client.call("PATCH /email/{emailId}", { emailId: id, seen: true });
    await work(userId);
    expect(service.pushed).toEqual([]);
  });

  it.each([404, 410])("a browser that is gone (%i) is forgotten", async (status) => {
    const { person, userId, arrives } = await aReader();
    await aBrowser(person);
    await arrives({});
    service.refusal = { status };
    await work(userId);
    service.refusal = null;
    service.asked = 0;
    await arrives({});
    await work(userId);
    expect(service.asked).toBe(0);
  });

  it("a push service that is busy is asked again when it said, and nothing is lost or doubled", async () => {
    const { person, userId, arrives } = await aReader();
    await aBrowser(person);
    await aBrowser(person);
    await arrives({});
    const [first = "", second = ""] = await pushJobs(userId);
    await pushDue(mail, { userId, subscriptionId: first, attempts: 1 });
    service.refusal = { status: 503, headers: { "retry-after": "120" } };
    const tried = pushDue(mail, { userId, subscriptionId: second, attempts: 1 });
    await expect(tried).rejects.toThrow(RetryAfter);
    await expect(tried).rejects.toMatchObject({ waitMs: 120_000 });
    service.refusal = null;
    await work(userId, 2);
    expect(service.pushed).toHaveLength(2);
    expect(new Set(service.pushed.map(({ browser }) => browser)).size).toBe(2);
  });

  it("a session that ends takes its browser with it", async () => {
    const { person, userId, arrives } = await aReader();
    await aBrowser(person);
    await arrives({});
    await person.client.call("POST /user/logout", {});
    await work(userId);
    expect(service.pushed).toEqual([]);
    const left = await app.database.reader
      .selectFrom("push_subscriptions")
      .select("id")
      .where("user_id", "=", userId)
      .execute();
    expect(left).toEqual([]);
  });

  it("a session that nobody used for long is over for its browser too", async () => {
    const { person, userId, arrives } = await aReader();
    await aBrowser(person);
    app.clock.time += 31 * 24 * 3600_000;
    await arrives({});
    await work(userId);
    expect(service.pushed).toEqual([]);
  });

  it("a browser that somebody else signs in with is theirs", async () => {
    const [anna, ben] = [await aReader(), await aReader()];
    const browser = await aBrowser(anna.person);
    await ben.person.client.call("PUT /user/push", browser.subscription);
    service.pushed.length = 0;
    await anna.arrives({});
    await ben.arrives({ message: { from: [{ name: "For Ben", address: "x@x.example" }] } });
    await work(anna.userId);
    await work(ben.userId);
    expect(told()).toEqual(["For Ben"]);
    const { endpoint } = browser.subscription;
    await anna.person.client.call("POST /user/push/remove", { endpoint });
    await ben.arrives({});
    await work(ben.userId);
    expect(service.pushed).toHaveLength(2);
    await ben.person.client.call("POST /user/push/remove", { endpoint });
    await ben.arrives({});
    await work(ben.userId);
    expect(service.pushed).toHaveLength(2);
  });

  it("of more than ten browsers the oldest are not told any more", async () => {
    const { person, userId, arrives } = await aReader();
    const browsers = [];
    for (let at = 0; at < 12; at++) {
      app.clock.time += 1;
      browsers.push(await aBrowser(person));
    }
    await arrives({});
    await work(userId);
    const reached = new Set(service.pushed.map(({ browser }) => browser));
    expect(browsers.map((browser) => reached.has(browser))).toEqual([
      ...[false, false],
      ...Array.from({ length: 10 }, () => true),
    ]);
  });

  it("an address that is no push service of the Internet is refused, whatever it is", async () => {
    const { person } = await aReader();
    const { subscription } = service.newBrowser();
    const refuse = (changed: Partial<typeof subscription>) =>
      person.client.refusal("PUT /user/push", { ...subscription, ...changed });
    for (const endpoint of [
      "http://push.example/x",
      "ftp://push.example/x",
      "javascript:alert(1)",
      "push.example",
      `https://push.example/${"x".repeat(3000)}`,
    ]) {
      expect(await refuse({ endpoint })).toMatchObject({ status: 400, code: "input.invalid" });
    }
    expect(await refuse({ p256dh: "B" })).toMatchObject({ status: 400 });
    expect(await refuse({ auth: `${subscription.auth}A` })).toMatchObject({ status: 400 });
    for (const endpoint of [
      "https://127.0.0.1/x",
      "https://[::1]/x",
      "https://169.254.169.254/latest/meta-data",
      "https://inside.example/x",
      "https://push.example@10.0.0.1/x",
    ]) {
      expect(await refuse({ endpoint })).toMatchObject({ status: 422, code: "push.refused" });
    }
    // A point that is on no curve.
    const p256dh = `B${"A".repeat(86)}`;
    expect(await refuse({ p256dh })).toMatchObject({ status: 422, code: "push.refused" });
    const left = await app.database.reader
      .selectFrom("push_subscriptions")
      .select("id")
      .where("user_id", "=", person.user.id)
      .execute();
    expect(left).toEqual([]);
  });

  it("who has no device that would show it costs no work", async () => {
    const { userId, arrives } = await aReader({ desktop: false });
    await arrives({});
    const rows = await app.database.reader
      .selectFrom("jobs")
      .select("kind")
      .where("user_id", "=", userId)
      .where("kind", "=", "notify")
      .execute();
    expect(rows).toEqual([]);
  });
});

/** The first event of this kind; null when the stream ends before it. */
async function upTo(events: EventReader, kind: string): Promise<StreamEvent | null> {
  for (let event = await events.next(); event !== null; event = await events.next()) {
    const told = StreamEvent.safeParse(event.data);
    if (told.data?.kind === kind) return told.data;
  }
  return null;
}
