import { inspect } from "node:util";
import { FolderId, MessageId, UserId } from "@inlet/contract/ids.ts";
import { expect, it } from "vitest";
import { z } from "zod";
import { openTestDatabase, usualEngines, withDatabases } from "#/testing/database/database.ts";
import { type Fault, goodKey } from "#/testing/fakes/model-provider.ts";
import { stageModel } from "#/testing/apps/model-trial.ts";
import { fakeUsage } from "#/testing/fakes/provider-dialects.ts";
import { openStore } from "#/testing/database/test-store.ts";
import { aMessage, anAccount, someFolders } from "#/testing/apps/published-calls.ts";
import type { ModelQuestion, UserModel } from "./port.ts";
import { placeOfKey } from "./settings.ts";

const shape = z.object({ headline: z.string(), points: z.array(z.string()) });
const good = JSON.stringify({ headline: "Two berths are free.", points: ["Answer by Friday."] });

const names = ["openai", "anthropic", "google", "compatible"] as const;

function about<Shape>(
  wanted: z.ZodType<Shape>,
  change: Partial<ModelQuestion<Shape>> = {},
): ModelQuestion<Shape> {
  return {
    task: "summary",
    instructions: "Summarise the mail.",
    asked: "",
    material: [
      {
        id: "m1",
        messageId: MessageId.parse("message-1"),
        facts: { From: "Grace Hopper", Subject: "Berths" },
        text: "Two berths are free. Please answer by Friday.",
      },
    ],
    shape: wanted,
    maxOutputTokens: 200,
    ...change,
  };
}

async function read(stream: AsyncIterable<string>): Promise<string[]> {
  const pieces: string[] = [];
  for await (const piece of stream) pieces.push(piece);
  return pieces;
}

/** Returns the model as in production, after the user turned it on. */
async function modelOf(stage: Awaited<ReturnType<typeof stageModel>>): Promise<UserModel> {
  const model = await stage.port.forUser(stage.userId);
  if (model === null) throw new Error("There is no model.");
  return model;
}

const open = () => openTestDatabase("sqlite");

withDatabases((open) => {
  it.each(names)(
    "requests an answer of a given shape from %s, and records its result",
    async (name) => {
      await using stage = await stageModel(name, await openStore(open), {
        price: { input: 1, output: 10 },
      });
      stage.provider.respondWith(good);
      const model = await modelOf(stage);
      expect(await model.answer(about(shape))).toEqual(JSON.parse(good));
      expect(stage.provider.received).toHaveLength(1);
      expect(await stage.calls()).toMatchObject([
        {
          task: "summary",
          host: model.host,
          outcome: "ok",
          requests: 1,
          input_tokens: fakeUsage.input,
          output_tokens: fakeUsage.output,
          cost_micros: fakeUsage.input + 10 * fakeUsage.output,
          message_ids_json: '["message-1"]',
          received_chars: good.length,
        },
      ]);
    },
  );

  it.each(names)("streams the response of %s", async (name) => {
    await using stage = await stageModel(name, await openStore(open));
    stage.provider.respondWith(
      "Two berths are free, and the harbour master wants an answer by Friday.",
    );
    const pieces = await read((await modelOf(stage)).stream(about(z.string())));
    expect(pieces.length).toBeGreaterThan(5);
    expect(pieces.join("")).toMatch(/^Two berths .* by Friday\.$/);
    expect(await stage.calls()).toMatchObject([
      { rung: "stream", outcome: "ok", output_tokens: fakeUsage.output },
    ]);
  });
}, usualEngines);

// Server faults do not depend on the database.
const wholeFaults = [
  ["bad-key", "refused-key", 1],
  ["rate-limit", "out-of-quota", 3],
  ["down", "unreachable", 3],
  ["cut-stream", "unreachable", 3],
  ["slow-first-byte", "slow", 1],
  ["bad-json", "unusable-answer", 1],
  ["wrong-schema", "unusable-answer", 2],
  ["empty", "unusable-answer", 1],
  ["huge", "unusable-answer", 1],
] as const;
it.each(names.flatMap((name) => wholeFaults.map((fault) => [name, ...fault] as const)))(
  "%s with %s fails as %s after %i requests",
  async (name, fault, reason, requests) => {
    const timeouts = { totalMs: fault === "slow-first-byte" ? 800 : 10_000 };
    await using stage = await stageModel(name, await openStore(open), { timeouts });
    stage.provider.fail(fault);
    const model = await modelOf(stage);
    await expect(model.answer(about(shape))).rejects.toMatchObject({ reason });
    expect(stage.provider.received).toHaveLength(requests);
    expect(await stage.calls()).toMatchObject([{ outcome: reason, requests }]);
  },
);

const streamFaults = [
  ["bad-key", "refused-key"],
  ["rate-limit", "out-of-quota"],
  ["down", "unreachable"],
  ["cut-stream", "unreachable"],
  ["slow-first-byte", "slow"],
  ["empty", "unusable-answer"],
  ["huge", "unusable-answer"],
] as const satisfies [Fault, string][];
it.each(names.flatMap((name) => streamFaults.map((fault) => [name, ...fault] as const)))(
  "%s, streamed, with %s ends with the failure %s",
  async (name, fault, reason) => {
    const timeouts = { firstTextMs: fault === "slow-first-byte" ? 500 : 10_000 };
    await using stage = await stageModel(name, await openStore(open), { timeouts });
    stage.provider.respondWith("A longer answer, of which at least a part is on its way.");
    stage.provider.fail(fault);
    const model = await modelOf(stage);
    await expect(read(model.stream(about(z.string())))).rejects.toMatchObject({ reason });
    expect(await stage.calls()).toMatchObject([{ outcome: reason }]);
  },
);

it("requests a repair once if a response does not match the shape, without sending the mail again", async () => {
  await using stage = await stageModel("openai", await openStore(open));
  stage.provider.fail("wrong-schema", 1);
  stage.provider.respondWith(good);
  const model = await modelOf(stage);
  expect(await model.answer(about(shape))).toEqual(JSON.parse(good));
  const [first, second] = stage.provider.received.map(({ body }) => JSON.stringify(body));
  expect(first).toContain("answer by Friday");
  expect(second).toContain("unasked");
  expect(second).not.toContain("answer by Friday");
});

it("falls back to JSON and text if a server supports no schema, and extracts the object", async () => {
  await using stage = await stageModel("openai", await openStore(open));
  stage.provider.knows(["text"]);
  stage.provider.respondWith(`<think>{"no":1}</think>Here you are: ${good} I hope {that} helps.`);
  const model = await modelOf(stage);
  expect(await model.answer(about(shape))).toEqual(JSON.parse(good));
  expect(stage.provider.received.map(({ format }) => format)).toEqual(["schema", "json", "text"]);
  expect(await stage.calls()).toMatchObject([{ rung: "text", outcome: "ok", requests: 3 }]);
});

it("waits as long as the server requests, and gives up if that exceeds the deadline", async () => {
  await using stage = await stageModel("openai", await openStore(open));
  stage.provider.respondWith(good);
  const model = await modelOf(stage);
  stage.provider.retryAfter("0");
  stage.provider.fail("rate-limit", 1);
  await model.answer(about(shape));
  expect(stage.provider.received).toHaveLength(2);
  stage.provider.retryAfter("3600");
  stage.provider.fail("rate-limit", 1);
  await expect(model.answer(about(shape))).rejects.toMatchObject({ reason: "out-of-quota" });
  expect(stage.provider.received).toHaveLength(3);
});

it("does not contact a server for a minute after five failures within one", async () => {
  const store = await openStore(open);
  await using stage = await stageModel("openai", store, { timeouts: { retries: 0 } });
  stage.provider.respondWith(good);
  const model = await modelOf(stage);
  stage.provider.fail("down");
  for (let times = 1; times <= 7; times++) {
    await expect(model.answer(about(shape))).rejects.toMatchObject({ reason: "unreachable" });
  }
  expect(stage.provider.received).toHaveLength(5);
  stage.provider.fail(null);
  store.clock.at += 60_001;
  expect(await model.answer(about(shape))).toEqual(JSON.parse(good));
});

it("aborts the request when the caller leaves", async () => {
  await using stage = await stageModel("openai", await openStore(open));
  stage.provider.fail("slow-first-byte");
  const model = await modelOf(stage);
  const left = new AbortController();
  const waiting = model.answer(about(shape, { signal: left.signal }));
  await expect.poll(() => stage.provider.received.length).toBe(1);
  left.abort();
  await expect(waiting).rejects.toMatchObject({ reason: "aborted" });
  await expect(model.answer(about(shape, { signal: left.signal }))).rejects.toMatchObject({
    reason: "aborted",
  });
  expect(await stage.calls()).toMatchObject([{ outcome: "aborted", requests: 1 }]);
});

it("aborts the stream when the reader leaves", async () => {
  await using stage = await stageModel("openai", await openStore(open));
  stage.provider.respondWith("One two three four five six seven eight nine ten eleven twelve.");
  const model = await modelOf(stage);
  for await (const piece of model.stream(about(z.string()))) {
    expect(piece).not.toBe("");
    break;
  }
  expect(await stage.calls()).toMatchObject([{ outcome: "aborted" }]);
});

it("sends no request over the daily token or money limit until the next day", async () => {
  const store = await openStore(open);
  await using stage = await stageModel("openai", store, { price: { input: 1, output: 1 } });
  stage.provider.respondWith(good);
  await stage.decide({ daily_tokens: 1000 });
  const model = await modelOf(stage);
  await model.answer(about(shape));
  const many = { maxOutputTokens: 900 };
  await expect(model.answer(about(shape, many))).rejects.toMatchObject({ reason: "over-budget" });
  expect(stage.provider.received).toHaveLength(1);
  store.clock.at += 24 * 3600_000;
  await model.answer(about(shape, { maxOutputTokens: 300 }));
  expect(stage.provider.received).toHaveLength(2);
  await stage.decide({ daily_micros: 100 });
  const dear = await modelOf(stage);
  await expect(dear.answer(about(shape))).rejects.toMatchObject({ reason: "over-budget" });
  expect(stage.provider.received).toHaveLength(2);
});

it("counts a pending call towards the day's limit at its maximum", async () => {
  await using stage = await stageModel("openai", await openStore(open));
  stage.provider.respondWith(good);
  await stage.decide({ daily_tokens: 1000 });
  const model = await modelOf(stage);
  const both = await Promise.allSettled(
    [1, 2].map(() => model.answer(about(shape, { maxOutputTokens: 500 }))),
  );
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
});

it("sends no mail of accounts that the user excluded from models", async () => {
  const store = await openStore(open);
  await using stage = await stageModel("openai", store);
  stage.provider.respondWith(good);
  const { userId } = stage;
  const kept = await anAccount(store.execute, userId);
  const shown = await anAccount(store.execute, userId);
  const messageIn = async (accountId: typeof kept) => {
    const [folder] = await someFolders(store.execute, userId, accountId);
    const [ingested] = await store.execute("messages.takeIn", {
      userId,
      accountId,
      folderId: folder?.id ?? FolderId.parse("none"),
      messages: [aMessage({ uid: 1 })],
    });
    return ingested?.messageId ?? MessageId.parse("none");
  };
  const [secret, open_] = [await messageIn(kept), await messageIn(shown)];
  await stage.decide({ excluded_accounts_json: JSON.stringify([kept]) });
  const model = await modelOf(stage);
  const piece = (id: string, messageId: MessageId | undefined, text: string) => ({
    id,
    facts: {},
    text,
    ...(messageId === undefined ? {} : { messageId }),
  });
  const material = [
    piece("m1", secret, "Kept back."),
    piece("m2", open_, "Shown."),
    piece("m3", undefined, "From somewhere."),
  ];
  await model.answer(about(shape, { material }));
  const received = JSON.stringify(stage.provider.received[0]?.body);
  expect(received).toContain("Shown.");
  expect(received).not.toContain("Kept back.");
  expect(received).not.toContain("From somewhere.");
  await expect(
    model.answer(about(shape, { material: material.slice(0, 1) })),
  ).rejects.toMatchObject({ reason: "kept-from-models" });
  expect(stage.provider.received).toHaveLength(1);
});

it("is not used for a user until they turn it on", async () => {
  await using stage = await stageModel("openai", await openStore(open));
  await stage.decide({ is_on: 0 });
  expect(await stage.port.forUser(stage.userId)).toBeNull();
  expect(await stage.port.forUser(UserId.parse("another"))).toBeNull();
});

it("reaches no private address, with any content of a user's settings", async () => {
  const timeouts = { retries: 0 };
  await using stage = await stageModel("compatible", await openStore(open), { timeouts });
  const own = { is_own: 1, provider: "compatible", model: "fake-1" } as const;
  for (const base_url of ["https://10.0.0.1/v1", "https://inside.example/v1", "ftp://127.0.0.1"]) {
    await stage.decide({ ...own, base_url });
    const model = await modelOf(stage);
    await expect(model.answer(about(shape))).rejects.toMatchObject({ reason: "unreachable" });
  }
  // A private address works if the operator allows it.
  stage.provider.respondWith(good);
  const encrypted = stage.context.box.encrypt(goodKey, placeOfKey(stage.userId));
  await stage.decide({ ...own, base_url: stage.provider.baseUrl, secret: encrypted });
  expect(await (await modelOf(stage)).answer(about(shape))).toEqual(JSON.parse(good));
});

it("includes neither mail nor keys in its failures", async () => {
  await using stage = await stageModel("openai", await openStore(open));
  stage.provider.fail("bad-key");
  const model = await modelOf(stage);
  const failure: unknown = await model.answer(about(shape)).catch((error: unknown) => error);
  const shown = inspect(failure, { depth: 10, showHidden: true });
  expect(shown).toContain("refused-key");
  expect(shown).not.toMatch(/berths|sk-good/i);
});
