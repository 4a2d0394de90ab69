import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createBreaker } from "#/ai/model/breaker.ts";
import { createLog } from "#/base/log.ts";
import { createSecretBox } from "#/base/secret-box.ts";
import { shortTimeouts } from "#/testing/apps/model-trial.ts";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";
import { testContext } from "#/testing/apps/test-context.ts";
import { signUpUser, type SignedUpUser } from "#/testing/factories/user.ts";
import { type FakeProvider, goodKey, startFakeProvider } from "#/testing/fakes/model-provider.ts";
import { egressToLoopback } from "#/testing/fakes/web-egress.ts";

// A model's answer does not depend on the database.
describe("rules that a model reads", () => {
  let blobsDir = "";
  let app: RealApp;
  let provider: FakeProvider;
  let person: SignedUpUser;

  beforeAll(async () => {
    blobsDir = await mkdtemp(path.join(tmpdir(), "inlet-blobs-"));
    provider = await startFakeProvider("compatible");
    app = await startRealApp("sqlite", {
      context(parts) {
        const egress = egressToLoopback();
        const models = {
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
    person = await signUpUser(app.origin, "Modeller");
    const own = {
      provider: "compatible" as const,
      baseUrl: `${provider.baseUrl}/`,
      model: "fake-1",
      apiKey: goodKey,
    };
    await person.client.call("PUT /ai/settings", { source: "own", own, isOn: true });
    provider.received.length = 0;
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
    await rm(blobsDir, { recursive: true });
  });

  it("are asked for over HTTP when Inlet does not understand all words", async () => {
    provider.respondWith(
      JSON.stringify({ query: 'from:"Jira"', actions: { move: "archive" }, unread: [] }),
    );
    const text = "Chuck mail from Jira into the archive";
    expect(await person.client.call("POST /rules/read", { text })).toMatchObject({
      query: 'from:"Jira"',
      actions: { move: "archive" },
      model: "fake-1",
    });
    expect(JSON.stringify(provider.received[0]?.body)).toContain(text);
  });
});
