import { StreamEvent } from "@inlet/contract/events.ts";
import { AccountId, MessageId } from "@inlet/contract/ids.ts";
import { pseudo } from "@inlet/contract/pseudo.ts";
import { usualPreferences } from "@inlet/contract/mail/default-preferences.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { usualEngines } from "#/testing/database/database.ts";
import { type EventReader, readEvents } from "#/testing/apps/event-reader.ts";
import { decideNotifications, notifyOfArrival } from "#/mail/notify/decide-notifications.ts";
import { signUpUser } from "#/testing/factories/user.ts";
import { startNotifying, type Notifications } from "#/testing/apps/push-trial.ts";

describe.each(usualEngines)("notifications, on %s", (engine) => {
  let captured: Notifications;
  beforeAll(async () => {
    captured = await startNotifying(engine);
  });
  afterAll(() => captured[Symbol.asyncDispose]());
  beforeEach(() => {
    captured.service.pushed.length = 0;
    captured.service.refusal = null;
    captured.app.clock.time = Date.now();
  });

  it("new mail is announced with sender, subject, beginning, account and id", async () => {
    const { person, userId, arrives, number } = await captured.aReader({ sound: true });
    await captured.aBrowser(person);
    const [id] = await arrives({ in: 1, message: { subject: "Berths", preview: "Two are free." } });
    await captured.work(userId);
    expect(captured.service.pushed.flatMap(({ notes }) => notes)).toEqual([
      {
        title: "Grace Hopper",
        body: `Berths\nTwo are free.\nsouth${number}@example.org`,
        tag: `mail ${id}`,
        emailId: id,
        isSilent: false,
      },
    ]);
    // A repeated job sends no second notification.
    await captured.work(userId);
    expect(captured.service.pushed).toHaveLength(1);
  });

  it.each([
    ["subject", "Grace Hopper", "Berths"],
    ["none", "New email", ""],
  ] as const)(
    "with less detail (%s) the rest does not leave the server",
    async (detail, title, first) => {
      const { person, userId, arrives, number } = await captured.aReader({ detail });
      await captured.aBrowser(person);
      await arrives({ message: { subject: "Berths", preview: "Two are free." } });
      await captured.work(userId);
      const account = `north${number}@example.org`;
      const body = [first, account].filter(Boolean).join("\n");
      expect(captured.service.pushed[0]?.notes).toMatchObject([{ title, body, isSilent: true }]);
    },
  );

  it("sends one notification for several messages that arrive together", async () => {
    const { person, userId, arrives } = await captured.aReader();
    await captured.aBrowser(person);
    const ids = await arrives(...Array.from({ length: 5 }, () => ({})));
    await captured.work(userId);
    expect(captured.service.pushed).toHaveLength(1);
    expect(captured.service.pushed[0]?.notes).toMatchObject([
      { title: "5 new emails", body: "Grace Hopper", emailId: null },
    ]);
    // A page shows it in the same words.
    const { notes } = await person.client.call("POST /user/notifications/describe", { ids });
    expect(notes).toEqual(captured.service.pushed[0]?.notes);
  });

  it("shows a notification in the user's language, without translating the message", async () => {
    const { person, arrives } = await captured.aReader();
    await person.client.call("PUT /user/preferences", { locale: "en-XA" });
    const ids = await arrives(...Array.from({ length: 5 }, () => ({})));
    const { notes } = await person.client.call("POST /user/notifications/describe", { ids });
    expect(notes).toMatchObject([{ title: `5 ${pseudo("new emails")}`, body: "Grace Hopper" }]);
  });

  it("read, own and archived mail and mail of a silenced account causes no notification", async () => {
    const { person, userId, lands, arrives, accountIds, number } = await captured.aReader();
    await captured.aBrowser(person);
    const archived = await lands({});
    const change = { target: { role: "archive" as const } };
    await captured.app.execute("messages.change", { userId, messageIds: [archived], change });
    await arrives({ flags: [String.raw`\Seen`] }, { isOwn: true });
    await captured.work(userId);
    expect(captured.service.pushed).toEqual([]);
    const [silent = AccountId.parse("none")] = accountIds;
    const { notifications } = usualPreferences;
    await person.client.call("PUT /user/preferences", {
      notifications: { ...notifications, desktop: true, silentAccounts: [silent] },
    });
    await arrives({}, { in: 1, message: { subject: "Heard" } });
    await captured.work(userId);
    expect(captured.service.pushed.flatMap(({ notes }) => notes.map(({ body }) => body))).toEqual([
      `Heard\nText of message 5\nsouth${number}@example.org`,
    ]);
  });

  it("new mail in a muted conversation causes no notification", async () => {
    const { person, userId, arrives } = await captured.aReader();
    await captured.aBrowser(person);
    const [first] = await arrives({ threadKeys: ["boats@x"] });
    await captured.work(userId);
    await captured.app.execute("messages.change", {
      userId,
      messageIds: [MessageId.parse(first)],
      change: { muted: true },
    });
    captured.service.pushed.length = 0;
    captured.app.clock.time += 3600_000;
    await arrives({ threadKeys: ["more@x", "boats@x"] });
    await captured.work(userId);
    expect(captured.service.pushed).toEqual([]);
  });

  it("with important mail only, high priority and stars cause notifications", async () => {
    const { person, userId, arrives } = await captured.aReader({ onlyImportant: true });
    await captured.aBrowser(person);
    const from = [{ name: "Starred", address: "s@x.example" }];
    await arrives({}, { flags: [String.raw`\Flagged`], message: { from } });
    await captured.work(userId);
    expect(captured.shown()).toEqual(["Starred"]);
  });

  it("the same mail in two accounts causes one notification", async () => {
    const { person, userId, arrives } = await captured.aReader();
    await captured.aBrowser(person);
    await arrives({ duplicateKey: "same" }, { in: 1, duplicateKey: "same" });
    await captured.work(userId);
    expect(captured.shown()).toEqual(["Grace Hopper"]);
  });

  it("quiet hours in the user's time zone suppress notifications", async () => {
    const quietHours = { isOn: true, from: "22:00", to: "07:00" };
    const { person, userId, arrives } = await captured.aReader({
      quietHours,
      timeZone: "Asia/Tokyo",
    });
    await captured.aBrowser(person);
    const tomorrow = new Date(captured.app.clock.time + 24 * 3600_000).toISOString().slice(0, 10);
    captured.app.clock.time = Date.parse(`${tomorrow}T21:00:00Z`);
    await arrives({});
    captured.app.clock.time = Date.parse(`${tomorrow}T22:30:00Z`);
    const from = [{ name: "Morning", address: "m@x.example" }];
    await arrives({ message: { from } });
    await captured.work(userId);
    expect(captured.shown()).toEqual(["Morning"]);
  });

  it("nothing is sent while a page is visible, but again after it vanished without notice", async () => {
    const { person, userId, arrives } = await captured.aReader();
    await captured.aBrowser(person);
    let word = 0;
    const reportPresence = (tabId: string, isVisible: boolean) => {
      word += 1;
      return person.client.call("PUT /user/presence", { tabId, isVisible, word });
    };
    await reportPresence("one", true);
    await reportPresence("two", true);
    await reportPresence("one", false);
    await arrives({});
    await reportPresence("two", false);
    const from = (name: string) => ({ from: [{ name, address: "x@x.example" }] });
    await arrives({ message: from("Hidden") });
    await reportPresence("one", true);
    captured.app.clock.time += 76_000;
    await arrives({ message: from("Gone") });
    await captured.work(userId);
    expect(captured.shown()).toEqual(["Hidden", "Gone"]);
  });

  it("mail that arrived on a visible page causes no notification after the user looks away", async () => {
    const { person, userId, arrives } = await captured.aReader();
    await captured.aBrowser(person);
    const reportPresence = (isVisible: boolean, word: number) =>
      person.client.call("PUT /user/presence", { tabId: "one", isVisible, word });
    await reportPresence(true, 1);
    const [seen] = await arrives({});
    const at = captured.app.clock.time;
    captured.app.clock.time += 5;
    await reportPresence(false, 3);
    // This report has a lower number than the previous one of the same page, so it is ignored.
    await reportPresence(true, 2);
    if (!seen) throw new Error("not taken in");
    const lateJob = async (arrivedAt: number) => {
      await notifyOfArrival(captured.mail, { userId, messageId: seen, at: arrivedAt });
      await decideNotifications(captured.mail, userId);
      await captured.work(userId);
      return captured.shown();
    };
    expect(await lateJob(at)).toEqual([]);
    expect(await lateJob(at + 5)).toHaveLength(1);
  });

  it("open pages receive it too, each decision once", async () => {
    const { person, arrives, number } = await captured.aReader();
    const events = await readEvents(captured.app.origin, person.token);
    await events.next();
    const ids = await arrives({}, { isOwn: true });
    expect(await upTo(events, "notification.due")).toMatchObject({ ids: [ids[0]] });
    events.close();
    const other = await signUpUser(captured.app.origin, `Other${number}`);
    const notes = await other.client.call("POST /user/notifications/describe", { ids });
    expect(notes).toEqual({ notes: [] });
  });

  it("mail that was read before the push causes no notification", async () => {
    const { person, userId, arrives } = await captured.aReader();
    await captured.aBrowser(person);
    const [id = ""] = await arrives({});
    await person.client.call("PATCH /email/{emailId}", { emailId: id, seen: true });
    await captured.work(userId);
    expect(captured.service.pushed).toEqual([]);
  });

  it("a user without a device that shows notifications causes no job", async () => {
    const { userId, arrives } = await captured.aReader({ desktop: false });
    await arrives({});
    const rows = await captured.app.database.reader
      .selectFrom("jobs")
      .select("kind")
      .where("user_id", "=", userId)
      .where("kind", "=", "notify")
      .execute();
    expect(rows).toEqual([]);
  });
});

/** Returns the first event of this kind; null if the stream ends before. */
async function upTo(events: EventReader, kind: string): Promise<StreamEvent | null> {
  for (let event = await events.next(); event !== null; event = await events.next()) {
    const shown = StreamEvent.safeParse(event.data);
    if (shown.data?.kind === kind) return shown.data;
  }
  return null;
}
