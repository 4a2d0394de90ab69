import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { MessageId } from "@inlet/contract/ids.ts";
import { pseudo } from "@inlet/contract/pseudo.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ModelFailure } from "#/ai/model/port.ts";
import { summarizeArrived, summarizeRecent } from "#/ai/summaries/summarize-arrived.ts";
import { summarizeEmail } from "#/ai/summaries/summarize-email.ts";
import { engineVersion } from "#/ai/summaries/summary.ts";
import { createLog } from "#/base/log.ts";
import { usualEngines } from "#/testing/database/database.ts";
import { GivenModel } from "#/testing/fakes/scripted-model.ts";
import { type ThreeMessages, threeMessages } from "#/testing/apps/mail-app.ts";
import { testContext } from "#/testing/apps/test-context.ts";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";
import { aMessage } from "#/testing/apps/published-calls.ts";

const words = [
  "Hi Ada,",
  "The board approved the budget for the new harbour office yesterday, 120,000 EUR in all.",
  "We still need the signed contract from the landlord.",
  "Could you please send it to me by Friday at 3pm?",
  "Best regards,\nGrace",
].join("\n\n");

describe.each(usualEngines)("summaries, on %s", (engine) => {
  const model = new GivenModel();
  const log = createLog("silent");
  let blobsDir = "";
  let app: RealApp;
  let reader: ThreeMessages;
  let uid = 10;

  beforeAll(async () => {
    blobsDir = await mkdtemp(path.join(tmpdir(), "inlet-blobs-"));
    app = await startRealApp(engine, {
      context: (parts) => testContext(parts, blobsDir, { model }),
    });
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await rm(blobsDir, { recursive: true });
  });
  beforeEach(async () => {
    model.answer = null;
    model.failure = null;
    model.asked.length = 0;
    reader = await threeMessages(app);
  });

  const arrives = async (
    message: NonNullable<NonNullable<Parameters<typeof aMessage>[0]>["message"]> = {},
    rest: { internalDate?: number } = {},
  ): Promise<MessageId> => {
    uid++;
    const messageId = `${reader.userId}.${uid}@example.org`;
    const [ingested] = await app.execute("messages.takeIn", {
      userId: reader.userId,
      accountId: reader.accountId,
      folderId: reader.folders.inbox,
      messages: [aMessage({ uid, ...rest, message: { messageId, html: "", ...message } })],
    });
    if (!ingested) throw new Error("Nothing was taken in.");
    return ingested.messageId;
  };
  const summarize = (emailId: MessageId) =>
    reader.person.client.call("POST /email/summarize", { emailId });
  const ai = () => ({ database: app.database, execute: app.execute, clock: app.clock, log });

  it("contains the message's own sentences: its point, requests, dates and amounts", async () => {
    const emailId = await arrives({ subject: "Harbour office", text: words });
    const result = await summarize(emailId);
    expect(result).toMatchObject({
      headline:
        "The board approved the budget for the new harbour office yesterday, 120,000 EUR in all.",
      asks: [{ text: "Could you please send it to me by Friday at 3pm?", emailId }],
      amounts: [{ text: "120,000 EUR", emailId }],
      thread: [],
      meta: { engine: "local", model: null, note: null, isModelAvailable: false },
    });
    expect(result.dates).toContainEqual(
      expect.objectContaining({ text: "Friday at 3pm", time: "15:00" }),
    );
    expect(result.summary).toBe(result.points.map(({ text }) => text).join("\n"));
    for (const { text, quote } of [
      ...result.points,
      ...result.asks,
      ...result.dates,
      ...result.amounts,
    ]) {
      expect(quote).toBe(text);
      expect(words).toContain(quote);
    }
    expect(await summarize(emailId)).toEqual(result);
  });

  it("writes its own notes in the language of the user", async () => {
    const emailId = await arrives({ subject: "Nothing", text: "" });
    expect((await summarize(emailId)).meta.note).toBe("This email has no text.");
    await reader.person.client.call("PUT /user/preferences", { locale: "en-XA" });
    expect((await summarize(emailId)).meta.note).toBe(pseudo("This email has no text."));
  });

  it("exists before the mail is opened, in lists too, and notifies open pages", async () => {
    const messageId = await arrives({ subject: "Harbour office", text: words });
    await summarizeArrived(ai(), { userId: reader.userId, messageId });
    const { emails } = await reader.person.client.call("GET /email/list", {});
    expect(emails.find(({ id }) => id === messageId)?.summary).toBe(
      "The board approved the budget for the new harbour office yesterday, 120,000 EUR in all.",
    );
    const changes = await app.database.reader
      .selectFrom("changes")
      .selectAll()
      .where("user_id", "=", reader.userId)
      .where("kind", "=", "message.changed")
      .execute();
    expect(changes.flatMap(({ ids_json: ids }) => JSON.parse(ids) as string[])).toContain(
      messageId,
    );
  });

  it("is tried once for a message that crashes the process", async () => {
    const messageId = await arrives({ subject: "Harbour office", text: words });
    const kept: unknown[] = [];
    const ended = new Promise<never>(() => undefined);
    // Simulates that the process ends before it stores the summary, which is the second write.
    const execute = ((name: "summaries.keep", input: never) => {
      kept.push(input);
      return kept.length === 1 ? app.execute(name, input) : ended;
    }) as typeof app.execute;
    void summarizeArrived({ ...ai(), execute }, { userId: reader.userId, messageId });
    await expect.poll(() => kept.length).toBe(2);
    kept.length = 0;
    await summarizeArrived({ ...ai(), execute }, { userId: reader.userId, messageId });
    expect(kept).toEqual([]);
    // A user who opens it requests it again.
    expect((await summarize(messageId)).headline).toContain("The board approved");
  });

  it("omits from a conversation a message that cannot be summarized", async () => {
    const root = `broken.${uid}.${reader.userId}@x.org`;
    const reply = { inReplyTo: root, references: [root], subject: "Re: Harbour office" };
    const first = await arrives({ messageId: root, subject: "Harbour office", text: words });
    const broken = await arrives({ ...reply, text: "The landlord signed the contract at last." });
    const third = await arrives({ ...reply, text: "Then the movers can come on Monday morning." });
    const execute = (async (name: "summaries.keep", input: { messageId: MessageId }) => {
      if (input.messageId === broken) throw new RangeError("Invalid array length");
      return app.execute(name, input as never);
    }) as typeof app.execute;
    const result = await summarizeEmail({ ...ai(), model, execute }, reader.userId, first);
    expect(result.thread.map(({ emailId }) => emailId)).toEqual([third, first]);
  });

  it("covers the last fourteen days, and skips older mail until it is opened", async () => {
    const day = 24 * 3600_000;
    const now = app.clock.now();
    const near = await arrives({ text: words }, { internalDate: now - 13 * day });
    const far = await arrives({ text: words }, { internalDate: now - 15 * day });
    await summarizeRecent(ai(), new AbortController().signal);
    const { emails } = await reader.person.client.call("GET /email/list", {});
    const lines = new Map(emails.map(({ id, summary }) => [id, summary]));
    expect(lines.get(near)).toContain("The board approved");
    expect(lines.get(far)).toBeNull();
    await summarize(far);
    const { email } = await reader.person.client.call("GET /email/preview/{emailId}", {
      emailId: far,
    });
    expect(email.summary).toContain("The board approved");
  });

  it("summarizes all mail in one round: of every user and folder, in several batches", async () => {
    const shared = [];
    for (let each = 0; each < 55; each++) {
      shared.push(await arrives({ text: `${words} ${each}` }, { internalDate: app.clock.now() }));
    }
    const other = await threeMessages(app);
    for (const [index, role] of (["archive", "other", "trash"] as const).entries()) {
      await app.execute("messages.takeIn", {
        userId: other.userId,
        accountId: other.accountId,
        folderId: other.folders[role],
        messages: [
          aMessage({
            uid: 90 + index,
            internalDate: app.clock.now(),
            message: { messageId: `${role}.${other.userId}@x.org`, text: words },
          }),
        ],
      });
    }
    await summarizeRecent(ai(), new AbortController().signal);
    const rows = await app.database.reader
      .selectFrom("messages")
      .select(["id", "message_id_header", "summary_version"])
      .where("user_id", "in", [reader.userId, other.userId])
      .execute();
    const versionOf = new Map(rows.map((row) => [row.id, row.summary_version]));
    expect(shared.filter((id) => versionOf.get(id) !== engineVersion)).toEqual([]);
    const versionIn = (role: string) =>
      rows.find((row) => row.message_id_header.includes(`${role}.${other.userId}`))
        ?.summary_version;
    expect([versionIn("archive"), versionIn("other"), versionIn("trash")]).toEqual([
      engineVersion,
      engineVersion,
      0,
    ]);
  }, 30_000);

  it("covers the conversation, newest first, and is renewed when it grows", async () => {
    const first = await arrives({
      messageId: `root.${uid}.${reader.userId}@x.org`,
      subject: "Harbour office",
      text: words,
    });
    const reply = {
      inReplyTo: `root.${uid - 1}.${reader.userId}@x.org`,
      references: [`root.${uid - 1}.${reader.userId}@x.org`],
      subject: "Re: Harbour office",
    };
    expect((await summarize(first)).thread).toEqual([]);
    const second = await arrives({
      ...reply,
      text: "The landlord signed the contract this morning, it is attached to this mail.\n\n> We still need the signed contract.",
    });
    expect((await summarize(first)).thread.map(({ emailId }) => emailId)).toEqual([second, first]);
    const third = await arrives({
      ...reply,
      text: "Then the movers can come on Monday and we open the office a week later.",
    });
    const { thread } = await summarize(first);
    expect(thread.map(({ emailId }) => emailId)).toEqual([third, second, first]);
    expect(thread[1]?.text).toBe(
      "The landlord signed the contract this morning, it is attached to this mail.",
    );
    expect(thread[1]?.quote).toBe(thread[1]?.text);
  });

  it("shows the statements of a model that are in the mail it cites, and drops the rest", async () => {
    const emailId = await arrives({ subject: "Harbour office", text: words });
    model.answer = {
      headline: "Budget of 120,000 EUR is approved; contract wanted by Friday",
      points: [
        { text: "The board approved 120,000 EUR.", cites: ["m1"] },
        { text: "The board approved 130,000 EUR.", cites: ["m1"] },
        { text: "The contract goes to Mallory.", cites: ["m1"] },
        { text: "The contract is missing.", cites: ["m9"] },
        { text: "Write to win@collect.test now.", cites: ["m1"] },
      ],
      asks: [{ text: "Send the signed contract by Friday.", cites: ["m1"] }],
      dates: [{ text: "Friday at 3pm", cites: ["m1"] }],
    };
    const result = await summarize(emailId);
    expect(result).toMatchObject({
      headline: "Budget of 120,000 EUR is approved; contract wanted by Friday",
      points: [
        {
          text: "The board approved 120,000 EUR.",
          emailId,
          quote:
            "The board approved the budget for the new harbour office yesterday, 120,000 EUR in all.",
        },
      ],
      asks: [
        {
          text: "Send the signed contract by Friday.",
          emailId,
          quote: "We still need the signed contract from the landlord.",
        },
      ],
      meta: { engine: "model", model: { name: "tiny-1", host: "models.example" }, note: null },
    });
    expect(await summarize(emailId)).toEqual(result);
    expect(model.asked).toHaveLength(1);
    const [question] = model.asked;
    expect(question?.instructions).not.toContain("harbour");
    expect(question?.material[0]?.text).toContain("harbour office");
  });

  it("uses its own summary if the model fails or invents something", async () => {
    const emailId = await arrives({ subject: "Harbour office", text: words });
    model.failure = new ModelFailure("slow");
    const local = await summarize(emailId);
    expect(local.meta).toEqual({
      engine: "local",
      model: null,
      note: "The AI model took too long. This was made on this server.",
      isModelAvailable: true,
    });
    // A client that does not wait for the model learns that there is one.
    model.asked.length = 0;
    const { client } = reader.person;
    const quick = await client.call("POST /email/summarize", { emailId, engine: "local" });
    expect(quick.meta).toMatchObject({ engine: "local", note: null, isModelAvailable: true });
    expect(model.asked).toHaveLength(0);
    model.failure = null;
    model.answer = {
      headline: "x",
      points: [{ text: "Pay 999 to Eve.", cites: ["m1"] }],
      asks: [],
      dates: [],
    };
    const { meta, points } = await summarize(emailId);
    expect(points).toEqual(local.points);
    expect(meta.note).toBe(
      "The AI model's summary was not supported by the email, so this was made on this server.",
    );
  });

  it("shows nothing of other users' mail", async () => {
    const emailId = await arrives({ subject: "Harbour office", text: words });
    await summarize(emailId);
    const other = await threeMessages(app);
    await expect(other.person.client.call("POST /email/summarize", { emailId })).rejects.toThrow(
      "404",
    );
  });
});
