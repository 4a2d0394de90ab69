import type { Brief } from "@inlet/contract/ai/brief.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { composeBrief } from "#/ai/brief/compose-brief.ts";
import { createLog } from "#/base/log.ts";
import { RetryAfter } from "#/base/retry-after.ts";
import {
  type ComposeBrief,
  dailyBrief,
  pushBrief,
  readPushBrief,
} from "#/mail/notify/daily-brief.ts";
import { aBriefReader } from "#/testing/factories/brief-reader.ts";
import { usualEngines } from "#/testing/database/database.ts";
import type { SignedUpUser } from "#/testing/factories/user.ts";
import { startNotifying, type Notifications } from "#/testing/apps/push-trial.ts";

const hourMs = 3600_000;
/** A Sunday, 11:00 in Berlin. */
const now = Date.parse("2026-11-22T10:00:00Z");

const contract = [
  "Hi Reader,",
  "The board approved the budget for the new harbour office yesterday.",
  "Could you please send me the signed contract by Tuesday at 3pm?",
  "Best regards,\nGrace",
].join("\n\n");

describe.each(usualEngines)("the daily brief, on %s", (engine) => {
  let captured: Notifications;
  beforeAll(async () => {
    captured = await startNotifying(engine);
  });
  afterAll(() => captured[Symbol.asyncDispose]());
  beforeEach(() => {
    captured.app.clock.time = now;
    captured.service.pushed.length = 0;
    captured.service.refusal = null;
  });

  const ai = () => ({ ...captured.mail, log: createLog("silent") });
  const compose: ComposeBrief = (userId, period) => composeBrief(ai(), userId, period);

  const aReader = () => aBriefReader(captured);
  const read = async (person: SignedUpUser): Promise<Brief> =>
    (await person.client.call("GET /brief", {})).brief;

  it("lists messages to answer, deadlines and awaited answers, and counts the rest", async () => {
    const { person, holds } = await aReader();
    const asked = await holds({
      hoursAgo: 3,
      message: { subject: "Harbour office", text: contract },
    });
    const waits = await holds({
      hoursAgo: 70,
      role: "sent",
      isOwn: true,
      message: {
        subject: "Crane",
        text: "Hi Bob,\n\nCould you tell me when the crane is repaired?\n\nReader",
        from: [{ name: "Reader", address: "me@example.org" }],
        to: [{ name: "Bob Miller", address: "bob@example.net" }],
      },
    });
    const news = { subject: "Numbers", text: "The lighthouse was painted. It looks fine." };
    await holds({ hoursAgo: 5, message: news }, "Updates");
    await holds({ hoursAgo: 6, message: news }, "Updates");
    await holds({ hoursAgo: 6, message: news }, "Finance");
    await holds({ hoursAgo: 30, message: news }, "Work");
    expect(await read(person)).toMatchObject({
      day: "2026-11-22",
      since: "2026-11-21T10:00:00.000Z",
      madeAt: "2026-11-22T10:00:00.000Z",
      answer: {
        lines: [
          {
            emailId: asked,
            who: "Grace Hopper",
            subject: "Harbour office",
            text: "Could you please send me the signed contract by Tuesday at 3pm?",
            sentAt: "2026-11-22T07:00:00.000Z",
          },
        ],
        more: 0,
      },
      deadlines: {
        lines: [
          {
            emailId: asked,
            day: "2026-11-24",
            time: "15:00",
            text: "Could you please send me the signed contract by Tuesday at 3pm?",
          },
        ],
        more: 0,
      },
      waiting: {
        lines: [
          {
            emailId: waits,
            who: "Bob Miller",
            subject: "Crane",
            text: "Could you tell me when the crane is repaired?",
          },
        ],
        more: 0,
      },
      rest: [
        { category: "Finance", count: 1 },
        { category: "Updates", count: 2 },
      ],
    });
    // The brief is the same for the same mail.
    expect(await read(person)).toEqual(await read(person));
  });

  it("leaves out answered and filed messages", async () => {
    const { person, holds } = await aReader();
    const subject = "Harbour office";
    const asked = await holds({
      hoursAgo: 3,
      message: { subject, text: contract, messageId: `asked.${person.user.id}@x.org` },
    });
    expect((await read(person)).answer.lines).toHaveLength(1);
    await holds({
      hoursAgo: 1,
      role: "sent",
      isOwn: true,
      threadKeys: [`asked.${person.user.id}@x.org`],
      message: { subject: `Re: ${subject}`, text: "Here it is.", references: [] },
    });
    expect((await read(person)).answer.lines).toEqual([]);
    expect((await read(person)).deadlines.lines).toHaveLength(1);
    await person.client.call("PATCH /email/{emailId}", { emailId: asked, folder: "trash" });
    expect(await read(person)).toMatchObject({ deadlines: { lines: [] }, rest: [] });
  });

  it("leaves out spam, advertising, and messages with a forged sender", async () => {
    const { person, holds } = await aReader();
    const message = { subject: "Harbour office", text: contract };
    await holds({ hoursAgo: 1, role: "spam", message });
    await holds({ hoursAgo: 2, message }, "Spam");
    await holds({ hoursAgo: 3, message }, "Promotions");
    const dmarc = { server: "mx.example.org", verdict: "fail", isStrict: true };
    await holds({ hoursAgo: 4, message: { ...message, signs: { dmarc } } }, "Work");
    const brief = await read(person);
    expect(brief).toMatchObject({ answer: { lines: [] }, deadlines: { lines: [] } });
    expect(brief.rest).toEqual([
      { category: "Work", count: 1 },
      { category: "Promotions", count: 1 },
    ]);
  });

  it("omits hidden text, markup and hostile subjects", async () => {
    const { person, holds } = await aReader();
    const html = [
      "<p>Hi Reader,</p>",
      `<p style="display:none">Could you please send the blue folder by Monday?</p>`,
      "<p>The board approved the budget for the new harbour office yesterday.</p>",
      "<p>Could you please send me the signed contract by Tuesday at 3pm?</p>",
      `<p style="font-size:0">The blue folder is due on Wednesday.</p>`,
      "<p>Best regards,<br>Grace</p>",
    ].join("");
    const emailId = await holds({
      hoursAgo: 2,
      message: {
        subject: "Har\u202Ebour\u200B <img src=x>\r\n office",
        from: [{ name: "Gr\u202Eace\u{E0041}", address: "grace@example.com" }],
        text: `${contract}\n\nThe blue folder is due on Wednesday.`,
        html,
      },
    });
    const brief = await read(person);
    expect(brief.answer.lines).toMatchObject([
      {
        emailId,
        who: "Grace",
        subject: "Harbour <img src=x> office",
        text: "Could you please send me the signed contract by Tuesday at 3pm?",
      },
    ]);
    expect(brief.deadlines.lines.map(({ day }) => day)).toEqual(["2026-11-24"]);
    expect(JSON.stringify(brief)).not.toMatch(/blue|Monday|Wednesday|\u202E/);
  });

  it("lists important messages first, new ones before old ones, and counts the rest", async () => {
    const { person, userId, holds } = await aReader();
    const ask = (subject: string, hoursAgo: number) =>
      holds({ hoursAgo, message: { subject, text: `Could you please call me about ${subject}?` } });
    await ask("old", 100);
    for (const at of [1, 2, 3, 4, 5, 6, 7]) await ask(`new${at}`, at);
    const high = await ask("high", 9);
    await captured.app.execute("messages.change", {
      userId,
      messageIds: [high],
      change: { priority: "High" },
    });
    await ask("ancient", 24 * 31);
    const { answer } = await read(person);
    expect(answer.lines.map(({ subject }) => subject)).toEqual([
      "high",
      "new1",
      "new2",
      "new3",
      "new4",
      "new5",
      "new6",
    ]);
    expect(answer.more).toBe(2);
  });

  it("is empty for an empty mailbox", async () => {
    const { person } = await aReader();
    expect(await read(person)).toMatchObject({
      answer: { lines: [], more: 0 },
      deadlines: { lines: [], more: 0 },
      waiting: { lines: [], more: 0 },
      rest: [],
    });
  });

  it("contains nothing of another user's mail, and records for each user what they saw", async () => {
    const anna = await aReader();
    await anna.holds({ hoursAgo: 1, message: { subject: "Canary", text: contract } });
    const ben = await aReader();
    expect(JSON.stringify(await read(ben.person))).not.toContain("Canary");
    const { brief } = await ben.person.client.call("GET /brief", {});
    await ben.person.client.call("POST /brief/seen", { day: brief.day });
    expect((await ben.person.client.call("GET /brief", {})).isSeen).toBe(true);
    expect((await anna.person.client.call("GET /brief", {})).isSeen).toBe(false);
    expect((await read(anna.person)).answer.lines).toHaveLength(1);
    const bad = { day: "today" };
    expect(await ben.person.client.refusal("POST /brief/seen", bad)).toMatchObject({ status: 400 });
  });

  it("notifies a browser once, in one short notification, and not if the brief is empty", async () => {
    const { person, userId, holds, choose } = await aReader();
    await captured.aBrowser(person);
    const { execute, database, clock } = captured.app;
    const mail = { ...captured.mail, database, execute, clock };
    const unused = () => expect.unreachable();
    const post = { isConfigured: false, encrypt: unused, leaveToken: unused };
    const work = async () => {
      await expect(dailyBrief(mail, { post, compose }, userId)).rejects.toThrow(RetryAfter);
      const jobs = await database.reader
        .selectFrom("jobs")
        .selectAll()
        .where("kind", "=", "push-brief")
        .where("user_id", "=", userId)
        .execute();
      for (const job of jobs) {
        const about = { userId, ...readPushBrief(job.subject_id), attempts: 1 };
        await pushBrief(mail, compose, about);
        const [taken] = await execute("jobs.take", {
          kinds: ["push-brief"],
          background: [],
          limit: 9,
          holdMs: 1000,
          running: [],
          notOf: [],
        });
        await execute("jobs.done", { id: job.id, takeId: taken?.take_id ?? "", userId });
      }
      return captured.service.pushed.splice(0).flatMap(({ notes }) => notes);
    };
    expect(await work()).toEqual([]);
    clock.time += 24 * hourMs;
    await holds({ hoursAgo: 2, message: { subject: "Harbour office", text: contract } });
    expect(await work()).toEqual([
      {
        title: "Your daily brief",
        body: "1 to answer, 1 deadline",
        tag: "brief 2026-11-23",
        emailId: null,
        isSilent: true,
      },
    ]);
    expect(await work()).toEqual([]);
    // Quiet hours cover the time of the brief, so no notification is sent.
    await choose({ quietHours: { isOn: true, from: "00:00", to: "00:00" } });
    clock.time += 24 * hourMs;
    expect(await work()).toEqual([]);
    // A visible page shows the brief already.
    await choose({ detail: "none" });
    clock.time += 24 * hourMs;
    await person.client.call("PUT /user/presence", { tabId: "t", isVisible: true, word: 1 });
    expect(await work()).toEqual([]);
  });
});
