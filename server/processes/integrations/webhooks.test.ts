import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { webhookAdapter } from "#/integrations/webhooks/adapter.ts";
import { usualQuotas } from "#/store/users/quotas.ts";
import { bothEngines, usualEngines } from "#/testing/database/database.ts";
import { deliverNow, integrationContext } from "#/testing/apps/deliver-now.ts";
import { egressToLoopback } from "#/testing/fakes/web-egress.ts";
import { threeMessages } from "#/testing/apps/mail-app.ts";
import { testContext } from "#/testing/apps/test-context.ts";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";
import { webhookOwners } from "#/testing/factories/webhook-owner.ts";
import { startWebhookReceiver, type WebhookReceiver } from "#/testing/fakes/webhook-receiver.ts";

const hourMs = 3600_000;

describe.each(bothEngines)("on %s", (engine) => {
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

  const core = () => integrationContext(app, egress);
  const { someone, arrive, deliver, stateOf, logOf } = webhookOwners(
    () => ({ app, receiver }),
    egress,
  );

  it("delivers a message's event once, signed, with its data and without secrets", async () => {
    const own = await someone(["message.received"]);
    await arrive(own);
    await arrive(own);
    expect(await deliver(own)).toBeNull();
    const [posted, ...more] = receiver.posted;
    expect(more).toEqual([]);
    expect(posted?.verified(own.secret)).toMatchObject({
      type: "message.received",
      data: {
        emailId: own.ids[0],
        folders: ["inbox"],
        url: `https://inlet.example/app?email=${own.ids[0]}`,
      },
    });
    expect(() => posted?.verified(`whsec_${Buffer.alloc(32).toString("base64")}`)).toThrow();
    expect(posted?.headers["webhook-id"]).not.toContain(".");
    expect(await logOf(own)).toMatchObject([
      { state: "delivered", attempts: 1, answer: "Answered 204.", nextAt: null },
    ]);
    expect(JSON.stringify(await own.client.call("GET /integrations", {}))).not.toContain(
      own.secret,
    );
    const stored = await sql<{
      all: string;
    }>`select secret || config_json as "all" from integrations`.execute(
      app.database.reader as never,
    );
    expect(stored.rows.map((row) => row.all).join()).not.toMatch(/whsec_|\/hook/);
  });

  it("delivers a category that the user chose, in the transaction that changes it", async () => {
    const own = await someone(["message.classified"]);
    const [emailId = ""] = own.ids;
    await own.client.call("PATCH /email/{emailId}", { emailId, category: "Finance" });
    await deliver(own);
    expect(receiver.posted[0]?.verified(own.secret)).toMatchObject({
      type: "message.classified",
      data: { emailId, category: "Finance" },
    });
  });

  if (!usualEngines.includes(engine)) return;

  it("retries a failed delivery with growing intervals and the same id, for one day", async () => {
    const own = await someone(["message.received"]);
    receiver.answer((response) => response.writeHead(500).end("the cellar\nis flooded"));
    await arrive(own);
    const waits: (number | null)[] = [];
    for (let tries = 0; tries < 40; tries++) {
      const waitMs = await deliver(own);
      if (waitMs === null) break;
      waits.push(waitMs);
      if (tries === 0) {
        expect(await stateOf(own)).toEqual({
          state: "failed",
          reason: "Answered 500: the cellar is flooded",
        });
      }
      app.clock.time += waitMs;
    }
    expect(waits.slice(0, 4)).toEqual([5000, 10_000, 20_000, 40_000]);
    expect(Math.max(...waits.map(Number))).toBe(2 * hourMs);
    expect(waits.reduce((sum: number, wait) => sum + Number(wait), 0)).toBeGreaterThan(21 * hourMs);
    expect(new Set(receiver.posted.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(await logOf(own)).toMatchObject([{ state: "failed", nextAt: null }]);
    // It works again: the user replays the delivery, under its former id.
    receiver.answer((response) => response.writeHead(200).end());
    const [failed] = await logOf(own);
    await own.client.call("POST /integrations/{id}/deliveries/{deliveryId}/replay", {
      id: own.id,
      deliveryId: failed?.id ?? "",
    });
    expect(await deliver(own)).toBeNull();
    expect(new Set(receiver.posted.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(await logOf(own)).toMatchObject([{ state: "delivered" }]);
    expect(await stateOf(own)).toEqual({ state: "active", reason: "" });
  });

  it("limits the number of new webhooks per hour", async () => {
    const own = await someone(["message.received"]);
    const allowance = usualQuotas.allowances.connections;
    const uses = [{ what: "connections" as const, amount: allowance.perHour - 1, allowance }];
    await app.execute("quota.use", { userId: own.userId, isOpen: false, uses });
    const hook = { password: own.password, name: "Another", url: receiver.url };
    const refused = await own.client.refusal("POST /webhooks", {
      ...hook,
      events: ["message.received"],
    });
    expect(refused.code).toBe("integration.limit");
  });

  it("sends nothing further to a receiver that responds 410", async () => {
    const own = await someone(["message.received"]);
    receiver.answer((response) => response.writeHead(410).end());
    await arrive(own, 0);
    await arrive(own, 1);
    await deliver(own);
    await arrive(own, 2);
    await deliver(own);
    expect(receiver.posted).toHaveLength(1);
    expect(await stateOf(own)).toEqual({
      state: "revoked",
      reason: "The receiver answered 410: it no longer accepts events.",
    });
    expect((await logOf(own)).map(({ state }) => state)).toEqual(["failed", "failed"]);
    const resume = own.client.call("PATCH /integrations/{id}", { id: own.id, state: "active" });
    await expect(resume).rejects.toThrow("integration.revoked");
  });

  it("times out on a slow receiver, and delivers again later", async () => {
    const own = await someone(["message.received"]);
    receiver.answer(() => undefined);
    await arrive(own);
    const adapter = webhookAdapter(core(), { timeoutMs: 50 });
    const which = { userId: own.userId, integrationId: own.id };
    expect(await deliverNow(core(), [adapter], which)).toBe(5000);
    expect(await stateOf(own)).toEqual({
      state: "failed",
      reason: "No response within 0.05 seconds.",
    });
    receiver.answer((response) => response.writeHead(204).end());
    app.clock.time += 5000;
    expect(await deliver(own)).toBeNull();
    expect(await stateOf(own)).toEqual({ state: "active", reason: "" });
  });

  it("follows no redirect, and reads only the beginning of an endless response", async () => {
    const own = await someone(["message.received"]);
    receiver.answer((response) => response.writeHead(302, { location: receiver.url }).end());
    const redirected = await own.client.call("POST /integrations/{id}/test", { id: own.id });
    expect(redirected).toMatchObject({
      isDelivered: false,
      answer: "Answered 302: redirects are not followed.",
    });
    expect(receiver.posted).toHaveLength(1);
    receiver.answer((response) => {
      response.writeHead(500);
      const pour = () => {
        while (response.write("x".repeat(65_536)));
      };
      response.on("drain", pour).on("error", () => undefined);
      pour();
    });
    const { answer } = await own.client.call("POST /integrations/{id}/test", { id: own.id });
    expect(answer).toHaveLength("Answered 500: ".length + 200);
  });

  it("sends nothing into a private network, and refuses every such address with the same error", async () => {
    const { person } = await threeMessages(app);
    const add = (url: string) =>
      person.client.call("POST /webhooks", {
        password: person.password,
        name: "Inside",
        url,
        events: ["message.received"],
      });
    for (const url of [
      "https://inside.example/hook",
      "http://inside.example/hook",
      "https://10.0.0.1/",
      "https://[::1]/",
      "https://169.254.169.254/latest",
      "https://2130706434/",
      "https://nowhere.example/",
      "ftp://127.0.0.1/",
      "not an address",
    ]) {
      await expect(add(url), url).rejects.toThrow("webhook.address_refused");
    }
    const named = receiver.url.replace("//", "//marta:secret@");
    await expect(add(named)).rejects.toThrow("webhook.address_password");
  });

  it("requires the password before it shows a secret, and shows it once", async () => {
    const own = await someone(["message.received"]);
    const wrong = {
      password: "guess",
      name: "x",
      url: receiver.url,
      events: ["message.received" as const],
    };
    await expect(own.client.call("POST /webhooks", wrong)).rejects.toThrow("password.wrong");
    const rotate = own.client.call("POST /webhooks/{id}/secret", { id: own.id, password: "guess" });
    await expect(rotate).rejects.toThrow("password.wrong");
  });

  it("signs with both secrets for a day after a rotation, then with the new one alone", async () => {
    const own = await someone(["message.received"]);
    const { secret } = await own.client.call("POST /webhooks/{id}/secret", {
      id: own.id,
      password: own.password,
    });
    expect(secret).not.toBe(own.secret);
    await arrive(own, 0);
    await deliver(own);
    expect(receiver.posted[0]?.verified(own.secret)).toBeTruthy();
    expect(receiver.posted[0]?.verified(secret)).toBeTruthy();
    app.clock.time += 25 * hourMs;
    await arrive(own, 1);
    await deliver(own);
    const { headers } = receiver.posted[1] ?? { headers: {} as Record<string, string> };
    expect(headers["webhook-signature"]?.split(" ")).toHaveLength(1);
  });

  it("delivers nothing during a pause, and nothing from it afterwards", async () => {
    const own = await someone(["message.received"]);
    await own.client.call("PATCH /integrations/{id}", { id: own.id, state: "paused" });
    await arrive(own, 0);
    expect(await deliver(own)).toBeNull();
    await own.client.call("PATCH /integrations/{id}", { id: own.id, state: "active" });
    await arrive(own, 1);
    await deliver(own);
    expect(receiver.posted).toHaveLength(1);
    await own.client.call("DELETE /integrations/{id}", { id: own.id });
    await arrive(own, 2);
    expect(await stateOf(own)).toBeUndefined();
    expect(receiver.posted).toHaveLength(1);
  });

  it("delivers an account's failure, once until it works again", async () => {
    const own = await threeMessages(app);
    const { client, password } = own.person;
    const { integration, secret } = await client.call("POST /webhooks", {
      password,
      name: "Watch",
      url: receiver.url,
      events: ["account.failed"],
    });
    const { accountId } = own;
    const errorCode = "account.reconnect";
    for (const state of ["failed", "connecting", "failed"] as const) {
      await app.execute("account.state", {
        accountId,
        state,
        ...(state === "failed" && { errorCode }),
      });
    }
    await deliver({ userId: own.userId, id: integration.id });
    expect(receiver.posted).toHaveLength(1);
    expect(receiver.posted[0]?.verified(secret)).toMatchObject({
      type: "account.failed",
      data: { accountId, code: errorCode },
    });
  });

  it("delivers an account's recovery, once, to receivers of its failure", async () => {
    const own = await threeMessages(app);
    const { client, password } = own.person;
    const { integration, secret } = await client.call("POST /webhooks", {
      password,
      name: "Watch",
      url: receiver.url,
      events: ["account.failed", "account.recovered"],
    });
    const { accountId } = own;
    const which = { userId: own.userId, id: integration.id };
    for (const state of ["connecting", "watching", "failed", "connecting", "watching"] as const) {
      const errorCode = state === "failed" ? "account.reconnect" : "";
      app.clock.time += 1000;
      await app.execute("account.state", { accountId, state, errorCode });
    }
    for (const state of ["connecting", "watching"] as const) {
      await app.execute("account.state", { accountId, state });
    }
    await deliver(which);
    const verified = receiver.posted.map((posted) => posted.verified(secret));
    expect(verified).toMatchObject([{ type: "account.failed" }, { type: "account.recovered" }]);
    expect(verified[1]).toMatchObject({ data: { accountId } });
  });
});
