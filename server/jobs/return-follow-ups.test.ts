import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { RetryAfter } from "#/base/retry-after.ts";
import { anAnswerableMailbox } from "#/testing/mailboxes/answerable-mailbox.ts";
import { bothEngines } from "#/testing/database/database.ts";
import {
  asked,
  day,
  hour,
  maria,
  monday,
  question,
  startUnanswered,
} from "#/testing/mailboxes/unanswered-mailbox.ts";
import { remindAtHour } from "./return-follow-ups.ts";

describe.each(bothEngines)("returning conversations, on %s", (engine) => {
  let stage: Awaited<ReturnType<typeof startUnanswered>>;
  let app: typeof stage.app;
  // Safe: set before each test.
  let { anna, messages, send, receive, list } = {} as Awaited<ReturnType<typeof stage.anna>>;
  beforeAll(async () => {
    stage = await startUnanswered(engine);
    ({ app } = stage);
  });
  afterAll(() => stage[Symbol.asyncDispose]());
  beforeEach(async () => {
    ({ anna, messages, send, receive, list } = await stage.anna());
  });

  it("moves due conversations to the top of the inbox at the user's hour, once", async () => {
    const { client, user } = anna;
    const emailId = await receive(asked);
    await receive({ text: "News.", at: monday + day });
    const first = async () => (await client.call("GET /email/list", {})).emails[0];
    await remindAtHour(stage.ai, user.id);
    expect((await first())?.id).not.toBe(emailId);
    // Berlin is an hour ahead of UTC: noon there is 11:00 UTC.
    const timeZone = "Europe/Berlin";
    await client.call("POST /follow-ups/settings", { returnsToTop: true, hour: 12, timeZone });
    app.clock.time = monday + 3 * day + 1.5 * hour;
    await expect(remindAtHour(stage.ai, user.id)).rejects.toMatchObject({ waitMs: hour / 2 });
    expect((await first())?.id).not.toBe(emailId);
    app.clock.time = monday + 3 * day + 2 * hour;
    await expect(remindAtHour(stage.ai, user.id)).rejects.toMatchObject({ waitMs: day });
    expect(await first()).toMatchObject({
      id: emailId,
      returnedAt: new Date(app.clock.time).toISOString(),
    });
    app.clock.time += hour;
    const arrived = await receive({ text: "More news.", at: app.clock.time });
    app.clock.time += day - hour;
    await expect(remindAtHour(stage.ai, user.id)).rejects.toThrow(RetryAfter);
    expect((await first())?.id).toBe(arrived);
  });

  it("returns a conversation with two questions once, and again after the user wrote", async () => {
    const { client, user } = anna;
    await receive({ ...asked, thread: "budget" });
    const timeZone = "Europe/Berlin";
    await client.call("POST /follow-ups/settings", { returnsToTop: true, hour: 12, timeZone });
    const [{ threadId } = never()] = await list();
    const raise = (since: number) =>
      app.execute("followUps.return", { userId: user.id, items: [{ threadId, since }] });
    const first = async () => (await client.call("GET /email/list", {})).emails[0]?.id;
    await raise(monday);
    app.clock.time += hour;
    const other = await receive({ text: "News.", at: app.clock.time });
    const again = await receive({ ...asked, thread: "budget", at: monday + day });
    await raise(monday + day);
    expect(await first()).toBe(other);
    await messages.send({ text: "Soon.", thread: "budget", at: monday + day + hour });
    app.clock.time += hour;
    await raise(monday + 2 * day);
    expect(await first()).toBe(again);
  });

  it("returns a conversation at the requested time, not earlier, even if it would be due without the request", async () => {
    const { client, user } = anna;
    app.clock.time = monday;
    const timeZone = "Europe/Berlin";
    await client.call("POST /follow-ups/settings", { returnsToTop: true, hour: 10, timeZone });
    const old = await receive({ text: "Here it is.", thread: "plan", at: monday - hour });
    const { accounts } = await client.call("GET /imap/accounts", {});
    for (const remindAfter of [7, 8]) {
      const { id } = await client.call("POST /email/send", {
        accountId: accounts[0]?.id ?? never(),
        to: maria.address,
        subject: question.subject,
        content: question.text,
        remindAfter,
      });
      await app.execute("outbox.sending", { id, attempt: 1 });
      await app.execute("outbox.settle", { id, attempt: 1, state: "accepted" });
      const { message_id_header: messageId } = await app.database.reader
        .selectFrom("outbox")
        .select("message_id_header")
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      await send({ ...question, messageId, thread: "plan" });
    }
    for (const days of [1, 2, 3, 4, 5, 6, 7, 8, 9]) {
      app.clock.time = monday + days * day;
      const news = await receive({ text: "News.", at: app.clock.time - hour });
      await expect(remindAtHour(stage.ai, user.id)).rejects.toThrow(RetryAfter);
      const [first] = (await client.call("GET /email/list", {})).emails;
      const isDue = days === 7 || days === 8;
      expect([days, first?.id]).toEqual([days, isDue ? old : news]);
      expect(await list()).toHaveLength(days < 7 ? 0 : 1);
    }
    const since = new Date(monday + 8 * day).toISOString();
    expect(await list()).toMatchObject([{ since, days: 7 }]);
  });

  it("returns the listed copy of a message that two accounts received", async () => {
    const { user, client } = anna;
    const mail = { ...asked, thread: "budget", messageId: `${user.id}@example.com` };
    const seen = await receive(mail);
    const other = await anAnswerableMailbox(app.execute, user.id, "second");
    await other.receive({ ...mail, at: monday + hour });
    await receive({ text: "News.", at: monday + day });
    const [{ threadId } = never()] = await list();
    const items = [{ threadId, since: monday }];
    await app.execute("followUps.return", { userId: user.id, items });
    expect((await client.call("GET /email/list", {})).emails[0]?.id).toBe(seen);
  });

  it("does not return a conversation again as part of another one", async () => {
    const { user, client } = anna;
    await receive({ ...asked, thread: "one" });
    await receive({ ...asked, thread: "other", at: monday + hour });
    const [one = never(), other = never()] = await list();
    const items = [one, other].map(({ threadId, since }) => ({
      threadId,
      since: Date.parse(since),
    }));
    await app.execute("followUps.return", { userId: user.id, items });
    await receive({ text: "Both.", thread: ["one", "other"], at: monday + 2 * hour });
    app.clock.time += hour;
    const news = await receive({ text: "News.", at: app.clock.time });
    const [{ threadId, since } = never()] = await list();
    await app.execute("followUps.return", {
      userId: user.id,
      items: [{ threadId, since: Date.parse(since) }],
    });
    expect((await client.call("GET /email/list", {})).emails[0]?.id).toBe(news);
  });
});

function never(): never {
  throw new Error("There is none.");
}
