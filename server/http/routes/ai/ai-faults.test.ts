import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { MessageId } from "@inlet/contract/ids.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createBreaker } from "#/ai/model/breaker.ts";
import type { ModelContext } from "#/ai/model/settings.ts";
import { createLog } from "#/base/log.ts";
import { createSecretBox } from "#/base/secret-box.ts";
import {
  type Fault,
  type FakeProvider,
  goodKey,
  startFakeProvider,
} from "#/testing/fakes/model-provider.ts";
import { type ThreeMessages, threeMessages } from "#/testing/apps/mail-app.ts";
import { testContext } from "#/testing/apps/test-context.ts";
import { shortTimeouts } from "#/testing/apps/model-trial.ts";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";
import { aMessage } from "#/testing/apps/published-calls.ts";
import { egressToLoopback } from "#/testing/fakes/web-egress.ts";

const words =
  "Hi Ada,\n\nThe board approved the budget for the new harbour office. Could you please send the signed contract by Friday?\n\nBest,\nGrace";
const file = {
  part: "2",
  filename: "plan.pdf",
  type: "application/pdf",
  sizeBytes: 1000,
  contentId: "",
  isInline: false,
  sha256: "",
};

// Faults of a model server or of a message do not depend on the database.
describe("bad messages and bad models", () => {
  let blobsDir = "";
  let app: RealApp;
  let provider: FakeProvider;
  const timeouts = { ...shortTimeouts };
  let reader: ThreeMessages;
  let uid = 10;
  beforeAll(async () => {
    blobsDir = await mkdtemp(path.join(tmpdir(), "inlet-blobs-"));
    provider = await startFakeProvider("compatible");
    app = await startRealApp("sqlite", {
      context(parts) {
        const egress = egressToLoopback();
        const models: ModelContext = {
          ...parts,
          log: createLog("silent"),
          box: createSecretBox(Buffer.alloc(32, 1)),
          egress,
          operator: { model: null, egress, allowsOwn: true },
          breaker: createBreaker(parts.clock),
          timeouts,
        };
        return testContext(parts, blobsDir, { models });
      },
    });
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
    await rm(blobsDir, { recursive: true });
  });
  beforeEach(async () => {
    provider.fail(null);
    provider.respondWith(`{"day":"Tuesday","number":7}`);
    // Lets the backoff after the previous test's failures pass.
    app.clock.time += 5 * 60_000;
    Object.assign(timeouts, shortTimeouts);
    reader = await threeMessages(app);
  });

  type Given = NonNullable<Parameters<typeof aMessage>[0]>;
  const arrives = async (message: Given["message"], rest: Given = {}): Promise<MessageId> => {
    uid++;
    const [ingested] = await app.execute("messages.takeIn", {
      userId: reader.userId,
      accountId: reader.accountId,
      folderId: reader.folders.inbox,
      messages: [
        aMessage({
          ...rest,
          uid,
          message: { messageId: `${reader.userId}.${uid}@example.org`, html: "", ...message },
        }),
      ],
    });
    if (!ingested) throw new Error("Nothing was taken in.");
    return ingested.messageId;
  };
  const summarize = (emailId: MessageId) =>
    reader.person.client.call("POST /email/summarize", { emailId });
  const replies = (emailId: MessageId) =>
    reader.person.client.call("POST /ai/generate-replies", { emailId });
  /** Configures the fake model as the user's own and switches it on. */
  const hasModel = async (): Promise<void> => {
    const own = {
      provider: "compatible" as const,
      baseUrl: `${provider.baseUrl}/`,
      model: "fake-1",
      apiKey: goodKey,
    };
    const { client } = reader.person;
    await client.call("PUT /ai/settings", { source: "own", own, isOn: true });
    expect((await client.call("GET /ai/status", {})).model).not.toBeNull();
    provider.received.length = 0;
  };

  const badMessages: [string, () => Promise<MessageId>, string | null, string | null][] = [
    ["empty", () => arrives({ text: "" }), "This email has no text.", "no-text"],
    ["blank", () => arrives({ text: " \n\u200b\n" }), "This email has no text.", "no-text"],
    [
      "made of pictures",
      () => arrives({ text: "", html: `<img src="cid:a"><img src="https://x.example/a.png">` }),
      "This email contains only images; there is no text to summarize.",
      "no-text",
    ],
    [
      "made of files",
      () => arrives({ text: "" }, { attachments: [file] }),
      "This email has no text, only attachments: plan.pdf",
      "no-text",
    ],
    [
      "a calendar file alone",
      () =>
        arrives({ text: "" }, { attachments: [{ ...file, filename: "", type: "text/calendar" }] }),
      "This email has no text, only an attachment.",
      "no-text",
    ],
    [
      "encrypted",
      () =>
        arrives({
          text: "-----BEGIN PGP MESSAGE-----\n\nhQEMA could you please send it?\n-----END PGP MESSAGE-----",
          notice: "This email is encrypted with PGP and cannot be read here.",
        }),
      "This email is encrypted, so it cannot be summarized here.",
      "no-text",
    ],
    [
      "huge",
      () => arrives({ text: `${words}\n\n${"All of this is said again. ".repeat(40_000)}` }),
      "This email is very long; only its beginning was read.",
      null,
    ],
    ["made of signs", () => arrives({ text: "🙂🙂 !!! ---- 42 ???" }), null, "language"],
  ];
  it.each(badMessages)(
    "a mail that is %s gets a sensible answer",
    async (name, make, note, whyNone) => {
      await hasModel();
      const emailId = await make();
      const result = await summarize(emailId);
      if (note !== null) expect(result.meta.note).toContain(note);
      expect(result.summary).not.toBe("");
      const given = await replies(emailId);
      if (whyNone === "no-text") {
        expect(given).toMatchObject({ suggestions: [], meta: { whyNone } });
        // A message without text, or one that hides its text, is sent to no model.
        expect(provider.received, name).toEqual([]);
      }
      for (const text of given.suggestions) expect(text.length).toBeLessThan(2000);
    },
  );

  const faults: [Fault, string][] = [
    ["bad-key", "The AI model did not accept its key."],
    ["rate-limit", "The AI model's quota is used up."],
    ["down", "The AI model could not be reached."],
    ["cut-stream", "The AI model could not be reached."],
    ["slow-first-byte", "The AI model took too long."],
    ["bad-json", "The AI model gave no usable answer."],
    ["wrong-schema", "The AI model gave no usable answer."],
    ["empty", "The AI model gave no usable answer."],
    ["huge", "The AI model gave no usable answer."],
  ];
  it.each(faults)(
    "with the fault %s of a model, the local result remains, with a note",
    async (fault, note) => {
      await hasModel();
      const emailId = await arrives({ subject: "Harbour office", text: words });
      if (fault === "slow-first-byte") timeouts.totalMs = 300;
      provider.fail(fault);
      const result = await summarize(emailId);
      expect(result.meta).toMatchObject({
        engine: "local",
        note: `${note} This was made on this server.`,
      });
      expect(result.points.map(({ text }) => text).join()).toContain(
        "The board approved the budget",
      );
      const given = await replies(emailId);
      expect(given.meta).toMatchObject({ engine: "local", note });
      expect(given.suggestions).toHaveLength(3);
      const { client } = reader.person;
      const refused = client.refusal("POST /ai/write", { asked: "shorter", text: "My own words." });
      expect(await refused).toMatchObject({ code: "ai.failed" });
      provider.release();
    },
  );

  it("an unavailable model delays no request: after five failures it is not called", async () => {
    await hasModel();
    provider.fail("down");
    const emailId = await arrives({ subject: "Harbour office", text: words });
    for (let each = 0; each < 5; each++) await summarize(emailId);
    provider.received.length = 0;
    expect((await summarize(emailId)).meta).toMatchObject({
      engine: "local",
      note: "The AI model could not be reached. This was made on this server.",
    });
    expect(provider.received).toEqual([]);
  });

  it("does not show a model's answer in a language other than the message's", async () => {
    await hasModel();
    const emailId = await arrives({ subject: "Harbour office", text: words });
    const french =
      "Le conseil a approuvé le budget du nouveau bureau du port et il demande maintenant que le contrat signé lui soit envoyé.";
    provider.respondWith(({ body }) =>
      JSON.stringify(body).includes("three replies")
        ? JSON.stringify({
            replies: [
              {
                tone: "professional",
                stance: "accept",
                text: `Merci beaucoup, je vous envoie le contrat bientôt. ${french}`,
              },
              {
                tone: "casual",
                stance: "accept",
                text: "Bien sûr, je le fais ce soir !",
              },
              {
                tone: "formal",
                stance: "accept",
                text: "Chère collègue, je donnerai volontiers suite à votre demande.",
              },
            ],
          })
        : JSON.stringify({
            headline: french,
            points: [{ text: french, cites: ["m1"] }],
            asks: [],
            dates: [],
          }),
    );
    expect((await summarize(emailId)).meta).toMatchObject({
      engine: "local",
      note: "The AI model answered in a different language than the email, so this was made on this server.",
    });
    const given = await replies(emailId);
    expect(given.meta).toMatchObject({
      engine: "local",
      note: "The AI model gave no usable answer.",
    });
    expect(given.suggestions.join()).not.toContain("contrat");
  });

  it("a request for replies without an email id names the missing id", async () => {
    const { client } = reader.person;
    expect(await client.refusal("POST /ai/generate-replies", {})).toMatchObject({
      message: "Email ID is required to generate replies",
    });
  });
});
