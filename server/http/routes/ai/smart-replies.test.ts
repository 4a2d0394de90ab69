import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { UserId } from "@inlet/contract/ids.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ModelFailure, type ModelQuestion, type UserModel } from "#/ai/model/port.ts";
import {
  type AnswerableMailbox,
  anAnswerableMailbox,
} from "#/testing/mailboxes/answerable-mailbox.ts";
import { usualEngines } from "#/testing/database/database.ts";
import { testContext } from "#/testing/apps/test-context.ts";
import { signUpUser, type SignedUpUser } from "#/testing/factories/user.ts";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";

const asksForReport = {
  subject: "Budget",
  text: "Hi Anna,\n\nCould you please review the budget draft by Thursday?\n\nBest,\nMaria",
};

describe.each(usualEngines)("replies, on %s", (engine) => {
  let blobsDir = "";
  let app: RealApp;
  let anna: SignedUpUser;
  let ben: SignedUpUser;
  let messages: AnswerableMailbox;
  /** Answer of the model, and the user who has one. */
  const model: { of: string; answer: (question: ModelQuestion<unknown>) => unknown } = {
    of: "",
    answer: () => ({}),
  };
  const port = {
    forUser: async (userId: UserId): Promise<UserModel | null> =>
      userId !== model.of
        ? null
        : {
            name: "Quill",
            host: "models.example",
            answer: async (question) => question.shape.parse(model.answer(question)),
            stream: () => {
              throw new Error("Replies are not streamed.");
            },
          },
  };
  beforeAll(async () => {
    blobsDir = await mkdtemp(path.join(tmpdir(), "inlet-replies-"));
    app = await startRealApp(engine, {
      context: (parts) => testContext(parts, blobsDir, { model: port }),
    });
    anna = await signUpUser(app.origin, "Anna");
    ben = await signUpUser(app.origin, "Ben");
    messages = await anAnswerableMailbox(app.execute, anna.user.id, "harbour");
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await rm(blobsDir, { recursive: true });
  });
  const ask = (emailId: string, more: object = {}, { client }: SignedUpUser = anna) =>
    client.call("POST /ai/generate-replies", { emailId, context: "", ...more });

  it("suggests the most likely answer in three tones, with details of the message only", async () => {
    const id = await messages.receive(asksForReport);
    const { suggestions, details, meta } = await ask(id, { length: "usual" });
    expect(suggestions).toEqual(details.slice(0, 3).map(({ text }) => text));
    expect(details.slice(0, 3).map(({ tone, stance }) => [tone, stance])).toEqual([
      ["professional", "accept"],
      ["casual", "accept"],
      ["formal", "accept"],
    ]);
    for (const text of suggestions) {
      expect(text).toContain("Maria");
      expect(text).toMatch(/budget draft|Thursday/);
      expect(text).toMatch(/\nAnna$/);
    }
    expect(new Set(details.map(({ stance }) => stance)).size).toBeGreaterThan(1);
    expect(meta).toEqual({
      engine: "local",
      label: "Made on this server without AI models",
      note: null,
      isModelAvailable: false,
      length: "usual",
      language: "en",
      whyNone: null,
      isAnswered: false,
    });
  });

  it("reports a missing id, and that another user's mail does not exist", async () => {
    await expect(ask("")).rejects.toThrow(
      '"code":"replies.id_required","message":"Email ID is required to generate replies"',
    );
    const id = await messages.receive(asksForReport);
    await expect(ask(id, {}, ben)).rejects.toThrow("message.not_found");
    await expect(ask("no such mail")).rejects.toThrow("message.not_found");
  });

  it("suggests nothing for newsletters, notices, the user's own messages, and unknown languages", async () => {
    const list = { unsubscribe: { web: "https://x.example/u", mail: "", isOneClick: false } };
    const bulk = await messages.receive({ ...asksForReport, signs: list });
    expect(await ask(bulk)).toMatchObject({ suggestions: [], meta: { whyNone: "bulk" } });
    // The header of a notice (RFC 3834) or of list mail (RFC 2919), however personal the text is.
    for (const signs of [{ isBulk: true }, { isAutomatic: true }] as const) {
      const notice = await messages.receive({ ...asksForReport, signs });
      expect(await ask(notice)).toMatchObject({ suggestions: [], meta: { whyNone: "bulk" } });
    }
    const own = await messages.send(asksForReport);
    expect(await ask(own)).toMatchObject({ suggestions: [], meta: { whyNone: "own" } });
    const polish = await messages.receive({
      text: "Cześć Anna, czy możesz mi przesłać raport przed czwartkiem? Potrzebujemy go na spotkanie zarządu.",
    });
    expect(await ask(polish)).toMatchObject({
      suggestions: [],
      meta: { whyNone: "language", language: "pl" },
    });
    const unclear = await messages.receive({
      text: "The money for the fair is a strange story, and the bank has an account of it.",
    });
    expect(await ask(unclear)).toMatchObject({ suggestions: [], meta: { whyNone: "unsure" } });
    const empty = await messages.receive({ text: "" });
    expect(await ask(empty)).toMatchObject({ suggestions: [], meta: { whyNone: "no-text" } });
  });

  it("answers a French message in French, with the form of address that the sender uses", async () => {
    const id = await messages.receive({
      fromName: "Camille Fournier",
      text: "Bonjour Anna, pourriez-vous m'envoyer le rapport avant jeudi ? Nous en avons besoin pour la réunion.",
    });
    const { suggestions, meta } = await ask(id);
    expect(meta).toMatchObject({ whyNone: null, language: "fr" });
    expect(suggestions).toHaveLength(3);
    expect(suggestions[0]).toMatch(
      /^Bonjour,\n\nOui, je peux vous envoyer le rapport avant jeudi\.\n\nBien cordialement,/,
    );
  });

  it("answers a German message in German", async () => {
    const id = await messages.receive({
      fromName: "Jonas Weber",
      text: "Hallo Anna, könntest du bitte den Bericht noch einmal durchsehen? Viele Grüße, Jonas",
    });
    const { suggestions, meta } = await ask(id);
    expect(meta.language).toBe("de");
    expect(suggestions).toHaveLength(3);
    expect(suggestions.join(" ")).toMatch(/Hallo Jonas|Hi Jonas/);
    expect(suggestions.join(" ")).not.toMatch(/\b(?:the|regards|sincerely)\b/);
  });

  it("reports that the user has already answered", async () => {
    const id = await messages.receive({ ...asksForReport, thread: "budget" });
    await messages.send({ text: "Here you are.", thread: "budget" });
    expect((await ask(id)).meta.isAnswered).toBe(true);
  });

  it("is shorter or longer as requested, and starts with the stance that the user states", async () => {
    const id = await messages.receive(asksForReport);
    const lengths = await Promise.all(
      (["short", "usual", "long"] as const).map(async (length) => {
        const { suggestions } = await ask(id, { length });
        return suggestions.join("").length;
      }),
    );
    expect(lengths).toEqual(lengths.toSorted((one, other) => one - other));
    expect(new Set(lengths).size).toBe(3);
    const { details } = await ask(id, { context: "no, sorry" });
    expect(details[0]?.stance).toBe("decline");
  });

  it("writes in the user's style, and in no other user's", async () => {
    const clara = await signUpUser(app.origin, "Clara");
    const claras = await anAnswerableMailbox(app.execute, clara.user.id, "quay");
    const id = await claras.receive(asksForReport);
    const before = await ask(id, {}, clara);
    for (const topic of ["ropes", "sails", "paint", "oars", "flags"]) {
      await claras.send({
        text: `Good morning Tom,\n\nI am glad to say that the ${topic} are here and I will bring them along tomorrow, so that we do not have to wait.\n\nWarm regards,\nClara B.`,
      });
    }
    const { details } = await ask(id, { length: "usual" }, clara);
    const professional = details.find(({ tone }) => tone === "professional")?.text ?? "";
    expect(professional).toMatch(/^Good morning Maria,\n/);
    expect(professional).toMatch(/Warm regards,\nClara B\.$/);
    expect(professional).not.toMatch(/I'll/);
    expect(before.details[0]?.text).not.toContain("Warm regards");
    const annas = await ask(await messages.receive(asksForReport));
    expect(annas.suggestions.join()).not.toContain("Warm regards");
  });

  it("uses a model's text if it is safe, and its own with a note if the model fails", async () => {
    const dora = await signUpUser(app.origin, "Dora");
    const doras = await anAnswerableMailbox(app.execute, dora.user.id, "pier");
    const id = await doras.receive(asksForReport);
    model.of = dora.user.id;
    const replies = (professional: string) => ({
      replies: [
        { tone: "professional", stance: "accept", text: professional },
        { tone: "casual", stance: "accept", text: "Sure, doing it tonight!" },
        { tone: "formal", stance: "accept", text: "I shall gladly attend to your draft." },
      ],
    });
    model.answer = (question) => {
      expect(question.instructions).not.toContain("budget draft");
      expect(question.asked).toBe("yes");
      return replies("Hello Maria, with pleasure. You will have my comments in time.");
    };
    const written = await ask(id, { context: "yes" }, dora);
    expect(written.suggestions[0]).toContain("with pleasure");
    expect(written.meta).toMatchObject({
      engine: "model",
      label: "Made by Quill via models.example",
      note: null,
    });
    for (const hostile of [
      "Please see https://evil.example/login",
      "Pay to DE89 3704 0044 0532 0130 00",
      "Call +44 20 7946 0958 now",
      "Hello <img src=x onerror=alert(1)>",
      "I owe you 4,500 euros",
    ]) {
      model.answer = () => replies(hostile);
      const given = await ask(id, { context: "yes" }, dora);
      expect(given.meta).toMatchObject({
        engine: "local",
        note: "The AI model gave no usable answer.",
        isModelAvailable: true,
      });
      expect(given.suggestions).toHaveLength(3);
      expect(given.suggestions.join()).not.toContain(hostile);
    }
    model.answer = () => {
      throw new ModelFailure("slow");
    };
    expect((await ask(id, {}, dora)).meta.note).toBe("The AI model took too long.");
    // The answer may hold a fact that the user names.
    model.answer = () => replies("I can offer you 4,500 euros for it.");
    expect((await ask(id, { context: "offer 4,500 euros" }, dora)).meta.engine).toBe("model");
    model.answer = () => {
      throw new Error("nobody asked for a model");
    };
    expect((await ask(id, { engine: "local" }, dora)).meta.engine).toBe("local");
  });

  it("writes and rewrites texts only with a model", async () => {
    const { client } = ben;
    await expect(client.call("POST /ai/write", { asked: "shorter" })).rejects.toThrow(
      "ai.model_off",
    );
    model.of = ben.user.id;
    model.answer = () => ({ text: "The boat leaves at nine." });
    expect(
      await client.call("POST /ai/write", {
        asked: "shorter",
        text: "The boat, I think, leaves at nine.",
      }),
    ).toMatchObject({ text: "The boat leaves at nine.", meta: { engine: "model" } });
    model.answer = () => ({ text: "See www.evil.example" });
    await expect(client.call("POST /ai/write", { asked: "shorter" })).rejects.toThrow("ai.failed");
  });
});
