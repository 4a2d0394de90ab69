import type { RemindAfter } from "@inlet/contract/mail/drafts.ts";
import type { AccountId, OutboxId } from "@inlet/contract/ids.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { usualEngines } from "#/testing/database/database.ts";
import { readEvents } from "#/testing/apps/event-reader.ts";
import {
  day,
  hour,
  maria,
  monday,
  question,
  startUnanswered,
} from "#/testing/mailboxes/unanswered-mailbox.ts";

/** A message that needs no answer. */
const thanks = { subject: "Thank you", content: "Thank you, that was all." };

describe.each(usualEngines)("requested reminders, on %s", (engine) => {
  let stage: Awaited<ReturnType<typeof startUnanswered>>;
  let { app } = {} as typeof stage;
  // Assigned before each test.
  let { anna, messages, send, receive, list } = {} as Awaited<ReturnType<typeof stage.anna>>;
  let accountId: AccountId;
  beforeAll(async () => {
    stage = await startUnanswered(engine);
    ({ app } = stage);
  });
  afterAll(() => stage[Symbol.asyncDispose]());
  beforeEach(async () => {
    ({ anna, messages, send, receive, list } = await stage.anna());
    const { accounts } = await anna.client.call("GET /imap/accounts", {});
    if (!accounts[0]) throw new Error("She has a mailbox.");
    accountId = accounts[0].id;
    app.clock.time = monday;
  });

  const write = (remindAfter: RemindAfter, more: { sendAt?: string; undoSeconds?: number } = {}) =>
    anna.client.call("POST /email/send", {
      accountId,
      to: `${maria.name} <${maria.address}>`,
      ...thanks,
      remindAfter,
      ...more,
    });
  const messageIdOf = async (id: OutboxId) => {
    const { message_id_header: messageId } = await app.database.reader
      .selectFrom("outbox")
      .select("message_id_header")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    return messageId;
  };
  /** Sends the message now and stores its copy in Sent. */
  const leave = async (id: OutboxId, text = thanks.content) => {
    expect(await app.execute("outbox.sending", { id, attempt: 1 })).toBe(true);
    await app.execute("outbox.settle", { id, attempt: 1, state: "accepted", sentCopy: "done" });
    const messageId = await messageIdOf(id);
    return send({ subject: thanks.subject, text, messageId, at: app.clock.time, thread: id });
  };

  it("are due at their time, for any text, and count from the sending", async () => {
    const sendAt = new Date(monday + day).toISOString();
    const { id } = await write(3, { sendAt });
    app.clock.time = monday + day;
    const emailId = await leave(id);
    app.clock.time = monday + 4 * day - 1000;
    expect(await list()).toEqual([]);
    app.clock.time = monday + 4 * day;
    expect(await list()).toMatchObject([
      { kind: "they-owe", emailId, name: maria.name, subject: thanks.subject, days: 3 },
    ]);
    await anna.client.call("POST /follow-ups/settings", { remindsOfTheirs: false });
    expect(await list()).toHaveLength(1);
    const { text } = await anna.client.call("POST /follow-ups/nudge", { emailId });
    expect(text).toMatch(/^(?:Hi|Hello|Dear) Maria/);
  });

  it("keep a message that asks something among the unanswered until they are due", async () => {
    const { client } = anna;
    const emailId = await leave((await write(10)).id, question.text);
    app.clock.time = monday + 5 * day;
    const { followUps, open } = await client.call("GET /follow-ups", {});
    expect(followUps).toEqual([]);
    expect(open.map((one) => one.emailId)).toEqual([emailId]);
    const { emails } = await client.call("GET /email/list", { followUp: "they-owe" });
    expect(emails.map(({ id }) => id)).toEqual([emailId]);
    const { brief } = await client.call("GET /brief", {});
    expect(brief.waiting.lines.map((line) => line.emailId)).toEqual([emailId]);
    app.clock.time = monday + 10 * day;
    expect(await list()).toMatchObject([{ emailId }]);
  });

  it("are due at a chosen date, and notify the user's pages", async () => {
    const { id } = await write(new Date(monday + hour).toISOString());
    await leave(id);
    const jobs = await app.database.reader
      .selectFrom("jobs")
      .select(["kind", "run_at"])
      .where("subject_id", "=", id)
      .where("kind", "=", "remind-of-reply")
      .execute();
    expect(jobs).toEqual([{ kind: "remind-of-reply", run_at: monday + hour }]);
    app.clock.time = monday + hour;
    const pages = await readEvents(app.origin, anna.token);
    expect(await pages.next()).toMatchObject({ data: null });
    await app.execute("followUps.remind", { userId: anna.user.id, id });
    expect(await pages.next()).toMatchObject({ data: { kind: "outbox.changed", ids: [id] } });
    pages.close();
    expect(await list()).toHaveLength(1);
  });

  it("are due a day after the message is sent if their date has passed", async () => {
    const sendAt = new Date(monday + 2 * day).toISOString();
    const { id } = await write(new Date(monday + day).toISOString(), { sendAt });
    app.clock.time = monday + 2 * day + hour;
    await leave(id);
    expect(await list()).toEqual([]);
    app.clock.time = monday + 3 * day + hour - 1000;
    expect(await list()).toEqual([]);
    app.clock.time = monday + 3 * day + hour;
    expect(await list()).toHaveLength(1);
  });

  it("are not hidden by reminders that have been due for long", async () => {
    for (let minute = 0; minute <= 50; minute++) {
      app.clock.time = monday + minute * 60_000;
      await leave((await write(1)).id);
    }
    app.clock.time = monday + 3 * day;
    const listed = await list();
    expect(listed).toHaveLength(50);
    expect(listed.at(-1)?.since).toBe(new Date(monday + day + 50 * 60_000).toISOString());
    expect(listed[0]?.since).toBe(new Date(monday + day + 60_000).toISOString());
  });

  it("end with an answer, but not with an automatic one or with an earlier message of the user", async () => {
    const { id } = await write(3);
    await leave(id);
    await send({ text: "And one more thing.", thread: id, at: monday + hour });
    await receive({
      text: "I am away.",
      thread: id,
      at: monday + hour,
      signs: { isAutomatic: true },
    });
    app.clock.time = monday + 3 * day;
    expect(await list()).toMatchObject([{ subject: thanks.subject }]);
    await receive({ text: "You are welcome.", thread: id, at: monday + 3 * day });
    expect(await list()).toEqual([]);
  });

  it("end with an answer that arrived before the copy in Sent", async () => {
    const { id } = await write(3);
    app.clock.time = monday + hour;
    expect(await app.execute("outbox.sending", { id, attempt: 1 })).toBe(true);
    await app.execute("outbox.settle", { id, attempt: 1, state: "accepted" });
    await receive({ text: "We talked before.", thread: id, at: monday + hour / 2 });
    const messageId = await messageIdOf(id);
    app.clock.time = monday + 4 * day;
    await send({ text: thanks.content, messageId, at: monday + 3 * hour, thread: id });
    expect(await list()).toHaveLength(1);
    await receive({ text: "You are welcome.", thread: id, at: monday + 2 * hour });
    expect(await list()).toEqual([]);
  });

  it("end with a message of the user's once they are due", async () => {
    const { id } = await write(1);
    await leave(id);
    app.clock.time = monday + 2 * day;
    expect(await list()).toHaveLength(1);
    await send({ text: "Did it reach you?", thread: id, at: monday + 2 * day });
    expect(await list()).toEqual([]);
  });

  it("do not exist for canceled or failed messages", async () => {
    const undone = await write(1, { undoSeconds: 10 });
    await anna.client.call("DELETE /email/outbox/{id}", { id: undone.id });
    const failed = await write(1);
    await app.execute("outbox.sending", { id: failed.id, attempt: 1 });
    await app.execute("outbox.settle", { id: failed.id, attempt: 1, state: "failed" });
    const messageId = await messageIdOf(failed.id);
    await messages.send({ text: thanks.content, messageId, at: monday });
    app.clock.time = monday + 2 * day;
    expect(await list()).toEqual([]);
  });

  it("stay when a report says that the mail did not arrive, as any sender can write one", async () => {
    const { id } = await write(1);
    await leave(id);
    const bounces = [{ address: maria.address, reason: "No such person." }];
    expect(await app.execute("outbox.bounced", { userId: anna.user.id, id, bounces })).toBe(true);
    app.clock.time = monday + 2 * day;
    expect(await list()).toHaveLength(1);
  });

  it("are postponed and turned off like others, and can be requested again after that", async () => {
    const { id } = await write(1);
    await leave(id);
    app.clock.time = monday + 2 * day;
    const [one] = await list();
    if (!one) throw new Error("It is due.");
    const { threadId } = one;
    const putOffUntil = new Date(monday + 3 * day).toISOString();
    await anna.client.call("PUT /follow-ups/{threadId}", { threadId, putOffUntil });
    expect(await list()).toEqual([]);
    app.clock.time = monday + 3 * day;
    expect(await list()).toHaveLength(1);
    await anna.client.call("PUT /follow-ups/{threadId}", { threadId, isOff: true });
    expect(await list()).toEqual([]);
    app.clock.time += hour;
    const again = await write(1);
    const messageId = await messageIdOf(again.id);
    await app.execute("outbox.sending", { id: again.id, attempt: 1 });
    await app.execute("outbox.settle", { id: again.id, attempt: 1, state: "accepted" });
    await send({ text: thanks.content, messageId, at: app.clock.time, thread: id });
    app.clock.time += day;
    expect(await list()).toMatchObject([{ threadId }]);
  });

  it("are in the draft of the queued message, and limited to 1 to 365 days", async () => {
    const { id } = await write(7, { undoSeconds: 10 });
    const { draft } = await anna.client.call("GET /email/outbox/{id}", { id });
    expect(draft.remindAfter).toBe(7);
    for (const remindAfter of [0, 366, 1.5, "soon"]) {
      expect(
        await anna.client.refusal("POST /email/send", {
          accountId,
          to: maria.address,
          ...thanks,
          // Safe: the values are those that the contract refuses.
          remindAfter: remindAfter as number,
        }),
      ).toMatchObject({ code: "input.invalid" });
    }
  });
});
