import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { usualEngines } from "#/testing/database/database.ts";
import { aMailbox } from "#/testing/mailboxes/mailbox.ts";
import { testContext } from "#/testing/apps/test-context.ts";
import { readEvents } from "#/testing/apps/event-reader.ts";
import { signUpUser } from "#/testing/factories/user.ts";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";

describe.each(usualEngines)("trusted senders, on %s", (engine) => {
  let blobsDir = "";
  let app: RealApp;
  beforeAll(async () => {
    blobsDir = await mkdtemp(path.join(tmpdir(), "inlet-trusted-"));
    app = await startRealApp(engine, { context: (parts) => testContext(parts, blobsDir) });
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await rm(blobsDir, { recursive: true });
  });

  it("have their images loaded automatically, until the trust is withdrawn", async () => {
    const [anna, ben] = [await signUpUser(app.origin, "Anna"), await signUpUser(app.origin, "Ben")];
    const { messageId: emailId } = await aMailbox(app.execute, anna.user.id, "harbour");
    const isTrusted = async () => {
      const { email } = await anna.client.call("GET /email/preview/{emailId}", { emailId });
      expect(email).toMatchObject({ remoteImages: 1, trackers: 0 });
      return email.imagesTrusted;
    };
    const address = "Harbour@Example.com";
    expect(await isTrusted()).toBe(false);
    await ben.client.call("PUT /senders/trusted/{address}", { address });
    expect(await isTrusted()).toBe(false);
    await anna.client.call("PUT /senders/trusted/{address}", { address });
    await anna.client.call("PUT /senders/trusted/{address}", { address });
    expect(await isTrusted()).toBe(true);
    expect(await anna.client.call("GET /senders/trusted", {})).toMatchObject({
      senders: [{ address: "harbour@example.com" }],
    });
    await anna.client.call("DELETE /senders/trusted/{address}", { address });
    expect(await isTrusted()).toBe(false);
    expect((await anna.client.call("GET /senders/trusted", {})).senders).toEqual([]);
    expect((await ben.client.call("GET /senders/trusted", {})).senders).toHaveLength(1);
  });

  it("reach every tab when they change", async () => {
    const { client, token } = await signUpUser(app.origin, "Cleo");
    const events = await readEvents(app.origin, token);
    await events.next();
    const address = "pilot@example.com";
    for (const call of ["PUT", "DELETE"] as const) {
      await client.call(`${call} /senders/trusted/{address}`, { address });
      expect((await events.next())?.data).toEqual({ kind: "settings.changed", ids: [address] });
    }
    events.close();
  });
});
