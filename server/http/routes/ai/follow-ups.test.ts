import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { classifyArrived } from "#/ai/classify/classification.ts";
import { usualEngines } from "#/testing/database/database.ts";
import { readEvents } from "#/testing/apps/event-reader.ts";
import { signUpUser, type SignedUpUser } from "#/testing/factories/user.ts";
import {
  asked,
  day,
  hour,
  maria,
  monday,
  question,
  startUnanswered,
} from "#/testing/mailboxes/unanswered-mailbox.ts";

describe.each(usualEngines)("follow-ups, on %s", (engine) => {
  let stage: Awaited<ReturnType<typeof startUnanswered>>;
  let app: typeof stage.app;
  let ben: SignedUpUser;
  // Assigned before each test.
  let { anna, messages, send, receive, list } = {} as Awaited<ReturnType<typeof stage.anna>>;
  beforeAll(async () => {
    stage = await startUnanswered(engine);
    ({ app } = stage);
    ben = await signUpUser(app.origin, "Ben");
  });
  afterAll(() => stage[Symbol.asyncDispose]());
  beforeEach(async () => {
    ({ anna, messages, send, receive, list } = await stage.anna());
  });

  it("lists who has to answer once three working days are over", async () => {
    const theirs = await send(question);
    const own = await receive({ ...asked, at: monday + hour });
    app.clock.time = monday + 3 * day - 1000;
    expect(await list()).toEqual([]);
    app.clock.time = monday + 3 * day + hour;
    expect(await list()).toMatchObject([
      {
        kind: "they-owe",
        emailId: theirs,
        name: maria.name,
        address: maria.address,
        subject: question.subject,
        others: 0,
        days: 3,
        since: new Date(monday).toISOString(),
      },
      { kind: "you-owe", emailId: own, name: maria.name, subject: asked.subject },
    ]);
    expect(await list(ben)).toEqual([]);
  });

  it("counts the same conversations in every list, in the brief and in reminders", async () => {
    const { client } = anna;
    const theirs = await send(question);
    await receive({ ...asked, thread: "budget" });
    const own = await receive({ ...asked, thread: "budget", at: monday + hour });
    await receive({ text: "The plan is attached." });
    app.clock.time = monday + 2 * hour;
    const { followUps, open } = await client.call("GET /follow-ups", {});
    expect(followUps).toEqual([]);
    expect(open.map(({ emailId }) => emailId)).toEqual([theirs, own]);
    const { brief } = await client.call("GET /brief", {});
    expect(brief.waiting.lines.map(({ emailId }) => emailId)).toEqual([theirs]);
    expect(brief.answer.lines.map(({ emailId }) => emailId)).toEqual([own]);
    for (const [followUp, emailId] of [
      ["they-owe", theirs],
      ["you-owe", own],
    ] as const) {
      const { emails } = await client.call("GET /email/list", { followUp });
      const { threads } = await client.call("GET /email/threads", { followUp });
      expect([...emails, ...threads].map(({ id }) => id)).toEqual([emailId, emailId]);
      expect(await client.call("POST /email/count", { followUp })).toEqual({ count: 1 });
    }
    // Another user's list is empty, and a change of all its messages is limited to it.
    expect((await ben.client.call("GET /email/list", { followUp: "you-owe" })).emails).toEqual([]);
    const matching = { folder: "recieved", followUp: "you-owe" } as const;
    const changed = await client.call("POST /email/bulk", { matching, change: { seen: true } });
    expect(changed.count).toBe(1);
  });

  it("leaves dismissed conversations out of the brief and the list, too", async () => {
    const { client } = anna;
    await receive(asked);
    const [{ threadId } = never()] = await list();
    await client.call("PUT /follow-ups/{threadId}", { threadId, isOff: true });
    expect((await client.call("GET /follow-ups", {})).open).toEqual([]);
    expect((await client.call("GET /brief", {})).brief.answer.lines).toEqual([]);
    const { emails } = await client.call("GET /email/list", { followUp: "you-owe" });
    expect(emails).toEqual([]);
  });

  it("notifies the user's pages as soon as something waits for an answer", async () => {
    const messageId = await messages.send({ ...question, to: [maria], at: monday });
    const pages = await readEvents(app.origin, anna.token);
    expect(await pages.next()).toMatchObject({ data: null });
    await classifyArrived(stage.ai, { userId: anna.user.id, messageId });
    expect(await pages.next()).toMatchObject({
      data: { kind: "message.changed", ids: [messageId] },
    });
    pages.close();
  });

  it("ends with an answer by any author, from any client", async () => {
    await send({ ...question, thread: "plan" });
    await receive({ ...asked, thread: "budget" });
    expect(await list()).toHaveLength(2);
    await receive({ text: "Here it is.", thread: "plan", at: monday + day });
    expect(await list()).toMatchObject([{ kind: "you-owe" }]);
    // The reply was sent with another mail client and synced in the archive.
    await messages.send({ text: "Done.", thread: "budget", at: monday + day, folder: "archive" });
    expect(await list()).toEqual([]);
  });

  it("does not count drafts, automatic replies or delivery reports as an answer", async () => {
    await send({ ...question, thread: "plan" });
    await receive({ ...asked, thread: "budget" });
    const at = monday + hour;
    await messages.send({ text: "Not yet", thread: "budget", at, folder: "drafts" });
    await receive({ text: "I am away.", thread: "plan", at, signs: { isAutomatic: true } });
    const report = { messageId: "x@y", envelopeId: "", failed: [] };
    await receive({ text: "Delayed.", thread: "plan", at, signs: { report } });
    expect((await list()).map(({ kind }) => kind)).toEqual(["they-owe", "you-owe"]);
    const { waiting, reply } = await anna.client.call("GET /sorting/turns", {});
    expect([reply, waiting]).toEqual([1, 1]);
  });

  it("waits again after the user asked again, and not after they settled it", async () => {
    await send({ ...question, thread: "plan" });
    await send({ ...question, thread: "plan", at: monday + 2 * day });
    expect(await list()).toEqual([]);
    app.clock.time = monday + 7 * day + hour;
    expect(await list()).toMatchObject([{ since: new Date(monday + 2 * day).toISOString() }]);
    await send({ text: "I have found it.", thread: "plan", at: monday + 3 * day });
    expect(await list()).toEqual([]);
  });

  it("counts from the first of several messages that ask, and names the newest", async () => {
    await receive({ ...asked, thread: "budget" });
    const again = await receive({ ...asked, thread: "budget", at: monday + hour });
    expect(await list()).toMatchObject([{ emailId: again, since: new Date(monday).toISOString() }]);
  });

  it("lists the messages that wait longest if more wait than fit", async () => {
    const first = await send(question);
    for (let minute = 1; minute <= 50; minute++) {
      await send({ ...question, at: monday + minute * 60_000 });
    }
    const listed = await list();
    expect(listed).toHaveLength(50);
    expect(listed[0]?.emailId).toBe(first);
  });

  it("keeps a follow-up with the longest delay for two weeks", async () => {
    const { client } = anna;
    await send(question);
    await client.call("POST /follow-ups/settings", { theirDays: 20 });
    app.clock.time = monday + 27 * day;
    expect(await list()).toEqual([]);
    for (const days of [28, 41]) {
      app.clock.time = monday + days * day;
      expect(await list()).toHaveLength(1);
    }
    app.clock.time = monday + 43 * day;
    expect(await list()).toEqual([]);
  });

  it("ignores newsletters, mail to the user or to machines, and archived mail", async () => {
    await receive({
      ...asked,
      signs: { unsubscribe: { web: "https://x.example/u", mail: "", isOneClick: false } },
    });
    await receive({ ...asked, fromAddress: "no-reply@shop.example", fromName: "Shop" });
    await receive({ ...asked, folder: "archive" });
    await receive({ text: "The plan is attached." });
    await send({ ...question, to: [{ name: "", address: "anna@example.org" }] });
    await send({ ...question, to: [{ name: "", address: "no-reply@shop.example" }] });
    expect(await list()).toEqual([]);
  });

  it("is postponed, turned off and restored for one conversation only", async () => {
    const { client } = anna;
    await send(question);
    await receive(asked);
    const [{ threadId } = never(), other = never()] = await list();
    const until = new Date(app.clock.time + day).toISOString();
    await client.call("PUT /follow-ups/{threadId}", { threadId, putOffUntil: until });
    expect(await list()).toEqual([expect.objectContaining({ threadId: other.threadId })]);
    app.clock.time += day;
    expect(await list()).toHaveLength(2);
    await client.call("PUT /follow-ups/{threadId}", { threadId, isOff: true });
    app.clock.time += day;
    expect(await list()).toHaveLength(1);
    const { off } = await client.call("GET /follow-ups/settings", {});
    expect(off).toEqual([{ threadId, subject: question.subject }]);
    // Another user cannot turn it on again.
    await ben.client.call("PUT /follow-ups/{threadId}", { threadId });
    expect(await list()).toHaveLength(1);
    await client.call("PUT /follow-ups/{threadId}", { threadId });
    expect(await list()).toHaveLength(2);
  });

  it("remains turned off when the conversation is merged into another", async () => {
    const { client } = anna;
    await receive({ ...asked, thread: "one" });
    const [{ threadId } = never()] = await list();
    await receive({ ...asked, thread: "other", at: monday + hour });
    const newer = (await list()).find((one) => one.threadId !== threadId) ?? never();
    await client.call("PUT /follow-ups/{threadId}", { threadId: newer.threadId, isOff: true });
    expect(await list()).toHaveLength(1);
    await receive({ text: "Both are one.", thread: ["one", "other"], at: monday + 2 * hour });
    expect(await list()).toEqual([]);
    expect((await client.call("GET /follow-ups/settings", {})).off).toHaveLength(1);
  });

  it("keeps the stronger setting when two conversations are merged", async () => {
    const { client } = anna;
    await receive({ ...asked, thread: "one" });
    await receive({ ...asked, thread: "other", at: monday + hour });
    const [one = never(), other = never()] = await list();
    const putOffUntil = new Date(app.clock.time + day).toISOString();
    // Both settings are preserved, whichever thread id remains.
    await client.call("PUT /follow-ups/{threadId}", { threadId: one.threadId, putOffUntil });
    await client.call("PUT /follow-ups/{threadId}", { threadId: other.threadId, isOff: true });
    await receive({ text: "Both are one.", thread: ["one", "other"], at: monday + 2 * hour });
    app.clock.time += 2 * day;
    expect(await list()).toEqual([]);
  });

  it("ends with an answer that is queued", async () => {
    const { client } = anna;
    const emailId = await receive(asked);
    const [{ accountId } = never()] = await list();
    const answer = { accountId, inReplyTo: emailId, to: maria.address, subject: "Re: Budget" };
    const sendAt = new Date(app.clock.time + day).toISOString();
    await client.call("POST /email/send", { ...answer, content: "Yes.", sendAt });
    expect(await list()).toEqual([]);
  });

  it("ignores a message with a forged sender, and one in another category", async () => {
    const failed = { server: "mx.example", verdict: "fail", isStrict: true };
    await receive({ ...asked, signs: { dmarc: failed } });
    await receive({ ...asked, signs: { dmarc: { ...failed, isStrict: false } } });
    const other = await receive({ ...asked, subject: "Offer" });
    expect(await list()).toHaveLength(2);
    await anna.client.call("PATCH /email/{emailId}", { emailId: other, category: "Promotions" });
    expect((await list()).map(({ subject }) => subject)).toEqual([asked.subject]);
  });

  it("does not count a received copy of the user's own message as an answer", async () => {
    const messageId = "round@example.com";
    await send({ ...question, messageId });
    await receive({ ...question, messageId, at: monday + hour, isOwn: true });
    expect(await list()).toMatchObject([{ kind: "they-owe" }]);
  });

  it("does not list a message that was reported as undelivered", async () => {
    const { client } = anna;
    await receive(asked);
    const [{ accountId } = never()] = await list();
    const mail = { accountId, to: maria.address, subject: question.subject };
    const { id } = await client.call("POST /email/send", { ...mail, content: question.text });
    const { message_id_header: messageId } = await app.database.reader
      .selectFrom("outbox")
      .select("message_id_header")
      .where("user_id", "=", anna.user.id)
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    await send({ ...question, messageId });
    await send({ ...question, messageId: "" });
    expect(await list()).toHaveLength(3);
    const bounces = [{ address: maria.address, reason: "This address does not exist." }];
    await app.execute("outbox.bounced", { userId: anna.user.id, id, bounces });
    expect((await list()).map(({ kind }) => kind)).toEqual(["they-owe", "you-owe"]);
  });

  it("waits the configured number of days for each side, or is off", async () => {
    const { client } = anna;
    await send(question);
    await receive(asked);
    const save = (chosen: object) => client.call("POST /follow-ups/settings", chosen);
    await save({ theirDays: 5 });
    expect((await list()).map(({ kind }) => kind)).toEqual(["you-owe"]);
    const { settings } = await save({ remindsOfOwn: false });
    expect(settings).toEqual({
      remindsOfTheirs: true,
      remindsOfOwn: false,
      theirDays: 5,
      ownDays: 3,
      preparesAnswers: false,
      returnsToTop: false,
      hour: 8,
      timeZone: "",
    });
    expect(await list()).toEqual([]);
    // Without reminders of a side, its conversations are still without an answer.
    const { open } = await client.call("GET /follow-ups", {});
    expect(open.map(({ kind }) => kind)).toEqual(["they-owe", "you-owe"]);
    const { emails } = await client.call("GET /email/list", { followUp: "you-owe" });
    const { brief } = await client.call("GET /brief", {});
    expect(brief.answer.lines.map(({ emailId }) => emailId)).toEqual(emails.map(({ id }) => id));
    expect(emails).toHaveLength(1);
    // Wednesday, Thursday, Friday, Monday: the weekend does not count.
    app.clock.time = monday + 6 * day;
    expect(await list()).toEqual([]);
    app.clock.time = monday + 7 * day;
    expect((await list()).map(({ kind }) => kind)).toEqual(["they-owe"]);
    await expect(save({ ownDays: 0 })).rejects.toThrow("input.invalid");
  });
});

function never(): never {
  throw new Error("There is none.");
}
