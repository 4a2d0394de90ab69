import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DraftId, type OutboxId } from "@inlet/contract/ids.ts";
import { programLimits } from "@inlet/contract/program-limits.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Client, createClient } from "#/testing/client.ts";
import { readEvents } from "#/testing/event-reader.ts";
import { mailServices } from "#/testing/mail-services.ts";
import { aMailbox, type Mailbox } from "#/testing/mailbox.ts";
import { aPerson, type Person } from "#/testing/person.ts";
import { type RealApp, startRealApp } from "#/testing/real-app.ts";

const dayMs = 24 * 3600_000;

describe.each(["sqlite", "postgres"] as const)("what a program sends, on %s", (engine) => {
  let blobsDir = "";
  let app: RealApp;
  let anna: Person;
  let mailbox: Mailbox;
  let program: Client;
  let count = 0;
  beforeAll(async () => {
    blobsDir = await mkdtemp(path.join(tmpdir(), "inlet-approvals-"));
    app = await startRealApp(engine, { services: (parts) => mailServices(parts, blobsDir) });
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await rm(blobsDir, { recursive: true });
  });
  beforeEach(async () => {
    anna = await aPerson(app.origin, `Anna${++count}`);
    mailbox = await aMailbox(app.door, anna.user.id, `canary${count}`);
    const { token, created } = await anna.client.call("POST /user/tokens", {
      ...{ password: anna.password, name: "Agent", days: 30 },
      scopes: ["read", "send"],
    });
    expect(created.asksFirst).toBe(true);
    program = createClient(app.origin, token);
  });

  const letter = (more: object = {}) => ({
    ...{ accountId: mailbox.accountId, to: "ben@example.net", subject: "Hi", content: "Hello" },
    ...more,
  });
  const ask = (more: object = {}, key = "") =>
    program.call("POST /email/send", letter(more), { headers: { "idempotency-key": key } });
  const approvals = async () => (await anna.client.call("GET /email/approvals", {})).approvals;
  const stateOf = async (id: OutboxId) =>
    (await program.call("GET /email/outbox/{id}", { id })).state;
  const sendJobs = async (id: OutboxId) =>
    app.database.reader
      .selectFrom("jobs")
      .select("run_at")
      .where("kind", "=", "send-outbox")
      .where("subject_id", "=", id)
      .execute();

  it("waits, is shown whole and at once, and leaves after one word of the person", async () => {
    const stream = await readEvents(app.origin, anna.token);
    await stream.next();
    const { id, state } = await ask({ inReplyTo: mailbox.messageId, cc: "c@example.net" }, "k");
    expect(state).toBe("approval");
    expect((await stream.next())?.data).toEqual({ kind: "outbox.changed", ids: [id] });
    expect(await ask({ inReplyTo: mailbox.messageId, cc: "c@example.net" }, "k")).toEqual({
      id,
      state,
    });
    expect(await sendJobs(id)).toEqual([]);
    const [waiting, ...more] = await approvals();
    expect(more).toEqual([]);
    expect(waiting).toMatchObject({
      ...{ id, program: "Agent", sendAt: null, from: `Anna${count} <canary${count}@example.org>` },
      expiresAt: new Date(app.clock.time + 7 * dayMs).toISOString(),
      draft: { to: "ben@example.net", cc: "c@example.net", subject: "Hi", content: "Hello" },
    });
    // What it quotes leaves with it, and is shown with it.
    expect(waiting?.text).toContain("Hello");
    expect(waiting?.text).toContain(`Text of canary${count}`);

    app.clock.time += dayMs;
    const words = await Promise.allSettled([
      anna.client.call("POST /email/approvals/{id}", { id }),
      anna.client.call("POST /email/approvals/{id}", { id }),
    ]);
    expect(words.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await anna.client.refusal("POST /email/approvals/{id}", { id })).toMatchObject({
      status: 409,
      code: "approval.over",
    });
    expect(await stateOf(id)).toBe("queued");
    expect(await sendJobs(id)).toHaveLength(1);
    expect(await approvals()).toEqual([]);
    const row = await app.database.reader
      .selectFrom("outbox")
      .select("raw")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const raw = Buffer.from(row.raw).toString();
    // Dated when it leaves, and what was shown is what there is.
    const shownDay = new Date(app.clock.time).toUTCString().slice(5, 16);
    expect(raw).toContain(shownDay.replace(/^0/, ""));
    expect(raw).not.toContain("text/html");
    // A repeated request of the program changes nothing any more.
    expect(await ask({ inReplyTo: mailbox.messageId, cc: "c@example.net" }, "k")).toMatchObject({
      id,
      state: "queued",
    });
    expect(await sendJobs(id)).toHaveLength(1);
  });

  it("never leaves once it was rejected or taken back", async () => {
    const { id } = await ask();
    await anna.client.call("DELETE /email/outbox/{id}", { id });
    expect(await stateOf(id)).toBe("cancelled");
    expect(await anna.client.refusal("POST /email/approvals/{id}", { id })).toMatchObject({
      code: "approval.over",
    });
    expect(await sendJobs(id)).toEqual([]);
    const other = await ask({ subject: "Taken back" });
    await program.call("DELETE /email/outbox/{id}", { id: other.id });
    expect(await approvals()).toEqual([]);
  });

  it("cannot be approved by the program, hurried, or passed by", async () => {
    const { id } = await ask();
    for (const name of ["GET /email/approvals", "POST /email/approvals/{id}"] as const) {
      expect((await program.refusal(name, { id })).code).toBe("token.scope");
    }
    const own = { id: mailbox.outboxId };
    expect((await program.refusal("PATCH /email/outbox/{id}", own)).code).toBe("token.approval");
    const again = { id, decision: "send_again" as const };
    expect((await program.refusal("POST /email/outbox/{id}/resolve", again)).code).toBe(
      "token.approval",
    );
    const receipt = { emailId: mailbox.messageId, send: true };
    expect((await program.refusal("POST /email/{emailId}/receipt", receipt)).code).toBe(
      "token.approval",
    );
    const { messageId: emailId } = mailbox;
    expect((await program.refusal("POST /email/{emailId}/unsubscribe", { emailId })).code).toBe(
      "token.approval",
    );
    const html = letter({ html: "<p>Something else</p>" });
    expect((await program.refusal("POST /email/send", html)).code).toBe("token.plain_text");
    // Not even by the person's own way to other times, which is for what is queued.
    expect((await anna.client.refusal("PATCH /email/outbox/{id}", { id })).code).toBe(
      "send.too_late",
    );
    expect(await stateOf(id)).toBe("approval");
  });

  it("is decided by its owner alone", async () => {
    const { id } = await ask();
    const ben = await aPerson(app.origin, `Ben${count}`);
    expect((await ben.client.call("GET /email/approvals", {})).approvals).toEqual([]);
    expect(await ben.client.refusal("POST /email/approvals/{id}", { id })).toMatchObject({
      status: 404,
      code: "outbox.not_found",
    });
    expect(await approvals()).toHaveLength(1);
  });

  it("keeps the draft that it was until it is approved", async () => {
    const draftId = DraftId.parse(crypto.randomUUID());
    const draft = { ...letter(), id: draftId, revision: 0 };
    await anna.client.call("PUT /email/drafts/{id}", draft);
    const { id } = await ask({ draftId });
    const drafts = async () => (await anna.client.call("GET /email/drafts", {})).drafts;
    expect(await drafts()).toHaveLength(1);
    await anna.client.call("POST /email/approvals/{id}", { id });
    expect(await drafts()).toEqual([]);
  });

  it("is over after a week", async () => {
    const { id } = await ask();
    app.clock.time += 7 * dayMs;
    expect(await approvals()).toEqual([]);
    expect((await anna.client.refusal("POST /email/approvals/{id}", { id })).code).toBe(
      "approval.over",
    );
    await app.door("approvals.expire", {});
    expect(await stateOf(id)).toBe("cancelled");
    const rows = await app.database.reader.selectFrom("approvals").select("id").execute();
    expect(rows.map((row) => row.id)).not.toContain(id);
  });

  it("does not pile up", async () => {
    for (let index = 0; index < programLimits.approvals; index++)
      await ask({ subject: `${index}` });
    expect((await program.refusal("POST /email/send", letter())).code).toBe("approval.too_many");
    expect(await approvals()).toHaveLength(programLimits.approvals);
    await anna.client.call("DELETE /imap/{id}", { id: mailbox.accountId });
    expect(await approvals()).toEqual([]);
    const left = await app.database.reader
      .selectFrom("approvals")
      .select("id")
      .where("user_id", "=", anna.user.id)
      .execute();
    expect(left).toEqual([]);
  });

  it("leaves without asking where the person wished so", async () => {
    const { token } = await anna.client.call("POST /user/tokens", {
      ...{ password: anna.password, name: "Trusted", days: 30, scopes: ["send"] },
      asksFirst: false,
    });
    const trusted = createClient(app.origin, token);
    expect(await trusted.call("POST /email/send", letter())).toMatchObject({ state: "queued" });
  });
});
