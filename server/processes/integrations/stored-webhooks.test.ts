import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { bothEngines, usualEngines } from "#/testing/database/database.ts";
import { egressToLoopback } from "#/testing/fakes/web-egress.ts";
import { testContext } from "#/testing/apps/test-context.ts";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";
import { webhookOwners } from "#/testing/factories/webhook-owner.ts";
import { startWebhookReceiver, type WebhookReceiver } from "#/testing/fakes/webhook-receiver.ts";

const hourMs = 3600_000;

describe.each(bothEngines)("an existing webhook, on %s", (engine) => {
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

  const { someone, arrive, deliver } = webhookOwners(() => ({ app, receiver }), egress);

  it("deletes old deliveries in batches", async () => {
    const own = await someone(["message.received"]);
    const events = Array.from({ length: 1100 }, (_, at) => ({
      integrationId: own.id,
      event: { kind: "message.received", eventId: `old_${at}`, about: {} } as const,
    }));
    await app.execute("event.tell", { userId: own.userId, deliveries: events });
    const count = async () =>
      (
        await app.database.reader
          .selectFrom("deliveries")
          .select("id")
          .where("user_id", "=", own.userId)
          .execute()
      ).length;
    expect(await count()).toBe(1100);
    await app.execute("deliveries.prune", { before: app.clock.time - hourMs });
    expect(await count()).toBe(1100);
    await app.execute("deliveries.prune", { before: app.clock.time + hourMs });
    expect(await count()).toBe(0);
  });

  if (!usualEngines.includes(engine)) return;

  it("moves to another address with the same secret if the password is correct and the address is allowed", async () => {
    const own = await someone(["message.received"]);
    await using otherPlace = await startWebhookReceiver();
    const move = (url: string, password = own.password) =>
      own.client.call("PUT /webhooks/{id}/address", { id: own.id, url, password });
    await expect(move(otherPlace.url, "guess")).rejects.toThrow("password.wrong");
    await expect(move("http://192.0.2.1/hook")).rejects.toThrow("webhook.address_refused");
    const { integration } = await move(otherPlace.url);
    expect(integration.target).toBe(new URL(otherPlace.url).origin);
    await arrive(own);
    await deliver(own);
    expect(receiver.posted).toEqual([]);
    expect(otherPlace.posted[0]?.verified(own.secret)).toMatchObject({ type: "message.received" });
    const other = await someone(["message.received"]);
    const foreign = { id: own.id, url: receiver.url, password: other.password };
    await expect(other.client.call("PUT /webhooks/{id}/address", foreign)).rejects.toThrow(
      "integration.not_found",
    );
  });
});
