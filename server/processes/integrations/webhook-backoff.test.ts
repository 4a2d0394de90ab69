import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { usualEngines } from "#/testing/database/database.ts";
import { egressToLoopback } from "#/testing/fakes/web-egress.ts";
import { testContext } from "#/testing/apps/test-context.ts";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";
import { webhookOwners } from "#/testing/factories/webhook-owner.ts";
import { startWebhookReceiver, type WebhookReceiver } from "#/testing/fakes/webhook-receiver.ts";

const hourMs = 3600_000;

describe.each(usualEngines)("on %s", (engine) => {
  let blobsDir = "";
  let app: RealApp;
  let receiver: WebhookReceiver;
  const egress = egressToLoopback();
  beforeAll(async () => {
    blobsDir = await mkdtemp(path.join(tmpdir(), "inlet-blobs-"));
    app = await startRealApp(engine, {
      context: (parts) => testContext(parts, blobsDir, { egress }),
    });
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await rm(blobsDir, { recursive: true });
  });
  beforeEach(async () => {
    receiver = await startWebhookReceiver();
    // Signature verification compares the timestamp with this machine's clock.
    app.clock.time = Date.now();
  });
  afterEach(() => receiver[Symbol.asyncDispose]());

  const { someone, arrive, deliver, logOf } = webhookOwners(() => ({ app, receiver }), egress);

  it("waits at least a second for a receiver that requests no delay, and at most a day", async () => {
    const own = await someone(["message.received"]);
    receiver.answer((response) => response.writeHead(429, { "retry-after": "0" }).end());
    await arrive(own, 0);
    await arrive(own, 1);
    expect(await deliver(own)).toBe(1000);
    expect(receiver.posted).toHaveLength(1);
    receiver.answer((response) => response.writeHead(503, { "retry-after": "99999999" }).end());
    app.clock.time += 1000;
    expect(await deliver(own)).toBe(24 * hourMs);
  });

  it("yields to other integrations when a receiver is slow, and continues at once", async () => {
    const own = await someone(["message.received"]);
    receiver.answer((response) => {
      app.clock.time += 12_000;
      response.writeHead(204).end();
    });
    for (const at of [0, 1, 2]) await arrive(own, at);
    expect(await deliver(own)).toBe(0);
    expect(receiver.posted).toHaveLength(2);
  });

  it("finishes the current delivery when the server stops, and begins no other", async () => {
    const own = await someone(["message.received"]);
    const stopping = new AbortController();
    receiver.answer((response) => {
      stopping.abort();
      response.writeHead(204).end();
    });
    await arrive(own, 0);
    await arrive(own, 1);
    expect(await deliver(own, { stopping: stopping.signal })).toBe(0);
    expect(receiver.posted).toHaveLength(1);
    expect((await logOf(own)).map(({ state }) => state)).toContain("waiting");
  });

  it("signs with a secret that was created during the previous delivery", async () => {
    const own = await someone(["message.received"]);
    let made = "";
    receiver.answer((response) => {
      const { id, password } = own;
      void own.client.call("POST /webhooks/{id}/secret", { id, password }).then(({ secret }) => {
        made = secret;
        response.writeHead(204).end();
      });
    });
    await arrive(own, 0);
    await arrive(own, 1);
    await deliver(own);
    expect(made).not.toBe("");
    expect(receiver.posted[1]?.headers["webhook-signature"]?.split(" ")).toHaveLength(2);
  });

  it("honors a receiver's Retry-After", async () => {
    const own = await someone(["message.received"]);
    receiver.answer((response) => response.writeHead(429, { "retry-after": "1800" }).end());
    await arrive(own, 0);
    await arrive(own, 1);
    expect(await deliver(own)).toBe(1800_000);
    expect(receiver.posted).toHaveLength(1);
    app.clock.time += 600_000;
    await arrive(own, 2);
    receiver.answer((response) => response.writeHead(204).end());
    // A later event waits too.
    expect(await deliver(own)).toBe(1200_000);
    expect(receiver.posted).toHaveLength(1);
    app.clock.time += 1200_000;
    expect(await deliver(own)).toBeNull();
    expect((await logOf(own)).map(({ state }) => state)).toEqual(Array(3).fill("delivered"));
  });

  it("shortens waits at random to spread retries", async () => {
    const own = await someone(["message.received"]);
    receiver.answer((response) => response.writeHead(502).end());
    await arrive(own);
    expect(await deliver(own, { random: () => 0.9 })).toBe(3500);
  });

  it("a test does not resume a revoked integration", async () => {
    const own = await someone(["message.received"]);
    receiver.answer((response) => response.writeHead(410).end());
    await arrive(own);
    await deliver(own);
    receiver.answer((response) => response.writeHead(204).end());
    const test = await own.client.call("POST /integrations/{id}/test", { id: own.id });
    expect(test).toMatchObject({ isDelivered: true, integration: { state: "revoked" } });
  });
});
