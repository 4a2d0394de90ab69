import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { MessageId } from "@inlet/contract/ids.ts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { createBreaker } from "#/ai/model/breaker.ts";
import { modelPort } from "#/ai/model/models.ts";
import type { ModelContext } from "#/ai/model/settings.ts";
import { createLog } from "#/base/log.ts";
import { createSecretBox } from "#/base/secret-box.ts";
import { usualEngines } from "#/testing/database/database.ts";
import { type FakeProvider, goodKey, startFakeProvider } from "#/testing/fakes/model-provider.ts";
import { threeMessages } from "#/testing/apps/mail-app.ts";
import { testContext } from "#/testing/apps/test-context.ts";
import { shortTimeouts } from "#/testing/apps/model-trial.ts";
import { signUpUser, type SignedUpUser } from "#/testing/factories/user.ts";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";
import { egressToLoopback } from "#/testing/fakes/web-egress.ts";

describe.each(usualEngines)("models, on %s", (engine) => {
  let blobsDir = "";
  let app: RealApp;
  let provider: FakeProvider;
  let models: ModelContext;
  let people = 0;
  beforeAll(async () => {
    blobsDir = await mkdtemp(path.join(tmpdir(), "inlet-blobs-"));
    provider = await startFakeProvider("compatible");
    const egress = egressToLoopback();
    app = await startRealApp(engine, {
      context(parts) {
        models = {
          ...parts,
          log: createLog("silent"),
          box: createSecretBox(Buffer.alloc(32, 1)),
          egress,
          operator: { model: null, egress, allowsOwn: true },
          breaker: createBreaker(parts.clock),
          timeouts: shortTimeouts,
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
  beforeEach(() => {
    provider.fail(null);
    provider.knows(["schema", "json", "text"]);
    provider.respondWith(({ isStream }) =>
      isStream ? "One, two, three, four, five, six, seven." : `{"day":"Tuesday","number":7}`,
    );
    provider.received.length = 0;
  });
  /** Changes the operator's settings during a test. The app uses the same object. */
  const operate = (operator: Partial<ModelContext["operator"]>) =>
    Object.assign(models.operator, operator);
  afterEach(() => operate({ model: null, allowsOwn: true }));

  const someone = (): Promise<SignedUpUser> =>
    signUpUser(app.origin, `Modeller${engine}${people++}`);
  const own = () => ({
    provider: "compatible" as const,
    baseUrl: `${provider.baseUrl}/`,
    model: "fake-1",
    apiKey: goodKey,
  });
  const host = () => new URL(provider.baseUrl).host;

  it("calls no model before the operator or the user configures one", async () => {
    const { client } = await someone();
    expect(await client.call("GET /ai/status", {})).toEqual({ model: null, hasModel: false });
    const { settings } = await client.call("GET /ai/settings", {});
    expect(settings).toMatchObject({
      isOn: false,
      source: "server",
      serverModel: null,
      allowsOwn: true,
      own: null,
      excludedAccounts: [],
      dailyTokens: 500_000,
      dailyUsd: 1,
      price: null,
      today: { tokens: 0, usd: 0, calls: 0 },
    });
    const refused = await client.send("PUT /ai/settings", { isOn: true });
    expect(await refused.json()).toMatchObject({ code: "ai.no_model" });
    expect((await client.call("GET /ai/ledger", {})).calls).toEqual([]);
  });

  it("calls no model only because the operator described one", async () => {
    operate({ model: { ...own(), baseUrl: provider.baseUrl, price: { input: 1, output: 2 } } });
    const { client } = await someone();
    expect(await client.call("GET /ai/status", {})).toEqual({ model: null, hasModel: true });
    const { trial, settings } = await client.call("PUT /ai/settings", { isOn: true });
    expect(trial).toMatchObject({
      works: true,
      name: "fake-1",
      host: host(),
      rung: "schema",
      streams: true,
      countsTokens: true,
    });
    expect(settings).toMatchObject({
      serverModel: { name: "fake-1", host: host() },
      price: { input: 1, output: 2, dated: null },
      today: { calls: 2 },
    });
    expect(await client.call("GET /ai/status", {})).toEqual({
      model: { name: "fake-1", host: host() },
      hasModel: true,
    });
    // A model that is already known is not probed again.
    provider.received.length = 0;
    const again = await client.call("PUT /ai/settings", { isOn: true, dailyUsd: 0.5 });
    expect(again.trial).toBeNull();
    expect(again.settings.dailyUsd).toBe(0.5);
    expect(provider.received).toEqual([]);
    await client.call("PUT /ai/settings", { isOn: false });
    expect((await client.call("GET /ai/status", {})).model).toBeNull();
  });

  it("stores a key where it cannot be read, and sends it to no other server", async () => {
    const { client, user } = await someone();
    const saved = await client.call("PUT /ai/settings", { isOn: true, own: own() });
    expect(saved.trial).toMatchObject({ works: true });
    expect(saved.settings.own).toEqual({
      provider: "compatible",
      baseUrl: provider.baseUrl,
      model: "fake-1",
      hasKey: true,
    });
    expect(JSON.stringify(saved)).not.toContain(goodKey);
    const row = await app.database.reader
      .selectFrom("model_settings")
      .selectAll()
      .where("user_id", "=", user.id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(goodKey);
    // Another model of the same server uses the stored key.
    const { apiKey: _key, ...described } = own();
    const other = await client.call("PUT /ai/settings", { own: { ...described, model: "fake-2" } });
    expect(other.trial).toMatchObject({ works: true, name: "fake-2" });
    // Another server does not get the stored key.
    await using otherPlace = await startFakeProvider("compatible");
    const moved = { ...described, baseUrl: otherPlace.baseUrl };
    const tried = await client.call("POST /ai/settings/test", { own: moved });
    expect(tried.trial).toMatchObject({ works: false, problem: "refused-key" });
    expect(JSON.stringify(otherPlace.received)).not.toContain(goodKey);
  });

  it("detects the abilities of a model server without sending it any mail", async () => {
    const { client } = await someone();
    provider.knows(["text"]);
    provider.respondWith(({ isStream }) =>
      isStream ? "Hm." : `Sure: {"day":"Tuesday","number":7}`,
    );
    const { trial } = await client.call("POST /ai/settings/test", { own: own() });
    expect(trial).toMatchObject({ works: true, rung: "text", streams: false });
    provider.respondWith("I would rather not.");
    const { trial: idle } = await client.call("POST /ai/settings/test", { own: own() });
    expect(idle).toMatchObject({ works: false, problem: "unusable-answer" });
    provider.fail("rate-limit");
    const { trial: busy } = await client.call("POST /ai/settings/test", { own: own() });
    expect(busy).toMatchObject({ works: false, problem: "out-of-quota" });
    // A test of settings saves nothing.
    expect((await client.call("GET /ai/settings", {})).settings.own).toBeNull();
  });

  it("saves a model that does not respond, and reports it", async () => {
    const { client } = await someone();
    const wrong = { ...own(), apiKey: "sk-wrong" };
    const { trial, settings } = await client.call("PUT /ai/settings", { isOn: true, own: wrong });
    expect(trial).toMatchObject({ works: false, problem: "refused-key" });
    expect(settings).toMatchObject({ isOn: true, source: "own" });
  });

  it.each([
    ["https://10.0.0.1/v1", "ai.address_refused"],
    ["http://169.254.169.254/latest", "ai.address_refused"],
    ["https://inside.example/v1", "ai.address_refused"],
    ["http://[::1]:11434/v1", "ai.address_refused"],
    ["", "ai.address_needed"],
  ])("contacts no private address that a user enters: %s", async (baseUrl, code) => {
    const { client } = await someone();
    for (const call of ["PUT /ai/settings", "POST /ai/settings/test"] as const) {
      const refused = await client.send(call, { own: { ...own(), baseUrl } });
      expect(await refused.json()).toMatchObject({ code });
    }
  });

  it("lets no user describe a model where the operator does not allow it", async () => {
    operate({ allowsOwn: false });
    const { client } = await someone();
    for (const call of ["PUT /ai/settings", "POST /ai/settings/test"] as const) {
      const refused = await client.send(call, { own: own() });
      expect(await refused.json()).toMatchObject({ code: "ai.own_refused" });
    }
    expect(provider.received).toEqual([]);
  });

  it("stops calling a user's model once the operator no longer allows it", async () => {
    const { client } = await someone();
    await client.call("PUT /ai/settings", { isOn: true, own: own() });
    operate({ allowsOwn: false });
    expect(await client.call("GET /ai/status", {})).toEqual({ model: null, hasModel: false });
  });

  it("shows the data sent, its destination and its cost in the ledger, only to the user", async () => {
    operate({ model: { ...own(), baseUrl: provider.baseUrl, price: { input: 1, output: 2 } } });
    const { person, userId, ids } = await threeMessages(app);
    await person.client.call("PUT /ai/settings", { isOn: true });
    // Ids sort by time, and the clock does not move.
    app.clock.time += 1000;
    const model = await modelPort(models).forUser(userId);
    const gone = MessageId.parse("gone");
    await model?.answer({
      task: "summary",
      instructions: "Summarise.",
      asked: "",
      maxOutputTokens: 50,
      material: [...ids.slice(0, 1), gone].map((messageId, at) => ({
        id: `m${at + 1}`,
        messageId,
        facts: {},
        text: "The berth is free.",
      })),
      shape: z.object({ day: z.string() }),
    });
    const { calls, nextCursor } = await person.client.call("GET /ai/ledger", {});
    expect(nextCursor).toBeNull();
    expect(calls.map(({ task }) => task)).toEqual(["summary", "test", "test"]);
    const subject = await subjectOf(person, ids[0] ?? gone);
    expect(calls[0]).toMatchObject({
      outcome: "ok",
      host: host(),
      model: "fake-1",
      rung: "schema",
      requests: 1,
      emails: [
        { id: ids[0], subject },
        { id: gone, subject: null },
      ],
      inputTokens: 120,
      outputTokens: 30,
      usd: 0.00018,
    });
    const { settings } = await person.client.call("GET /ai/settings", {});
    expect(settings.today).toEqual({ tokens: 450, usd: 0.00054, calls: 3 });
    const other = await someone();
    expect((await other.client.call("GET /ai/ledger", {})).calls).toEqual([]);
    expect(JSON.stringify(calls)).not.toContain("berth is free");
  });

  async function subjectOf({ client }: SignedUpUser, emailId: MessageId): Promise<string> {
    return (await client.call("GET /email/preview/{emailId}", { emailId })).email.subject;
  }

  it("excludes only the user's own accounts from models", async () => {
    const { person, accountId } = await threeMessages(app);
    const { settings } = await person.client.call("PUT /ai/settings", {
      excludedAccounts: [accountId],
    });
    expect(settings.excludedAccounts).toEqual([accountId]);
    const { client } = await someone();
    const refused = await client.send("PUT /ai/settings", { excludedAccounts: [accountId] });
    expect(await refused.json()).toMatchObject({ code: "account.not_found" });
  });

  it("reads a rule for which Inlet does not understand all words", async () => {
    const { client } = await someone();
    await client.call("PUT /ai/settings", { source: "own", own: own(), isOn: true });
    provider.received.length = 0;
    provider.respondWith(
      JSON.stringify({ query: 'from:"Jira"', actions: { move: "archive" }, unread: [] }),
    );
    const text = "Chuck mail from Jira into the archive";
    expect(await client.call("POST /rules/read", { text })).toMatchObject({
      query: 'from:"Jira"',
      actions: { move: "archive" },
      model: "fake-1",
    });
    expect(JSON.stringify(provider.received[0]?.body)).toContain(text);
  });
});
