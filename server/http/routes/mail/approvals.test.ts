import { api, type Call } from "@inlet/contract/api.ts";
import { DraftId, type OutboxId } from "@inlet/contract/ids.ts";
import { limits } from "@inlet/contract/limits.ts";
import { apiClientLimits } from "@inlet/contract/auth/api-client-limits.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Client, createClient } from "#/testing/apps/client.ts";
import { bothEngines, usualEngines } from "#/testing/database/database.ts";
import { readEvents } from "#/testing/apps/event-reader.ts";
import type { Mailbox } from "#/testing/mailboxes/mailbox.ts";
import { signUpUser, type SignedUpUser } from "#/testing/factories/user.ts";
import { type ApiClientTrial, startApiClientTrial } from "#/testing/apps/api-client-trial.ts";
import { inputs } from "#/testing/factories/tenant-inputs.ts";

// `Object.keys` loses the type of the keys.
const sendingCalls = (Object.keys(api) as Call[]).filter(
  (name) =>
    api[name].scope === "send" && !["POST /email/send", "DELETE /email/outbox/{id}"].includes(name),
);
const dayMs = 24 * 3600_000;

describe.each(bothEngines)("messages of an API client, on %s", (engine) => {
  let trial: ApiClientTrial;
  let app: ApiClientTrial["app"];
  let anna: SignedUpUser;
  let mailbox: Mailbox;
  let client: Client;
  let count = 0;
  beforeAll(async () => {
    trial = await startApiClientTrial(engine);
    ({ app } = trial);
  });
  afterAll(() => trial[Symbol.asyncDispose]());
  beforeEach(async () => {
    const owner = await trial.anOwner();
    ({ anna, mailbox, count } = owner);
    const { token, created } = await owner.aToken({ scopes: ["read", "send"] });
    expect(created.asksFirst).toBe(true);
    client = createClient(app.origin, token);
  });

  const letter = (more: object = {}) => ({
    accountId: mailbox.accountId,
    to: "ben@example.net",
    subject: "Hi",
    content: "Hello",
    ...more,
  });
  const ask = (more: object = {}, key = "") =>
    client.call("POST /email/send", letter(more), { headers: { "idempotency-key": key } });
  const approvals = async () => (await anna.client.call("GET /email/approvals", {})).approvals;
  const stateOf = async (id: OutboxId) =>
    (await client.call("GET /email/outbox/{id}", { id })).state;
  const sendJobs = async (id: OutboxId) =>
    app.database.reader
      .selectFrom("jobs")
      .select("run_at")
      .where("kind", "=", "send-outbox")
      .where("subject_id", "=", id)
      .execute();

  it("waits, is shown in full immediately, and is sent after one approval by the user", async () => {
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
      id,
      program: "Agent",
      sendAt: null,
      from: `Anna${count} <canary${count}@example.org>`,
      expiresAt: new Date(app.clock.time + 7 * dayMs).toISOString(),
      draft: { to: "ben@example.net", cc: "c@example.net", subject: "Hi", content: "Hello" },
    });
    // The quoted message is sent with it, and is shown with it.
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
    // The same delay as for undo of the user's own messages.
    expect((await sendJobs(id)).map(({ run_at: at }) => Number(at) - app.clock.time)).toEqual([
      limits.undoSecondsDefault * 1000,
    ]);
    expect(await approvals()).toEqual([]);
    const row = await app.database.reader
      .selectFrom("outbox")
      .select("raw")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const raw = Buffer.from(row.raw).toString();
    // The date is that of the sending, and the shown text is the whole text.
    const shownDay = new Date(app.clock.time).toUTCString().slice(5, 16);
    expect(raw).toContain(shownDay.replace(/^0/, ""));
    expect(raw).not.toContain("text/html");
    // A repeated request of the API client changes nothing after the approval.
    expect(await ask({ inReplyTo: mailbox.messageId, cc: "c@example.net" }, "k")).toMatchObject({
      id,
      state: "queued",
    });
    expect(await sendJobs(id)).toHaveLength(1);
  });

  it("sends a draft once, by the user or by the client", async () => {
    const draftId = DraftId.parse(crypto.randomUUID());
    await anna.client.call("PUT /email/drafts/{id}", { ...letter(), id: draftId, revision: 0 });
    const { id } = await ask({ draftId });
    expect((await client.refusal("POST /email/send", letter({ draftId }))).code).toBe(
      "approval.asked_already",
    );
    expect(await approvals()).toHaveLength(1);
    // The user was faster: it leaves the list of approvals on every open page.
    const stream = await readEvents(app.origin, anna.token);
    await stream.next();
    await anna.client.call("POST /email/send", letter({ draftId }));
    expect(await approvals()).toEqual([]);
    const events = [await stream.next(), await stream.next(), await stream.next()];
    expect(events.map((event) => event?.data)).toContainEqual({
      kind: "outbox.changed",
      ids: [id],
    });
    expect((await anna.client.refusal("POST /email/approvals/{id}", { id })).code).toBe(
      "approval.over",
    );
    expect([await stateOf(id), await sendJobs(id)]).toEqual(["cancelled", []]);
  });

  it("is sent once, also with concurrent approvals", async () => {
    const { id } = await ask();
    const options = { token: anna.token };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        anna.client.send("POST /email/approvals/{id}", { id }, options),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
    expect(await sendJobs(id)).toHaveLength(1);
    // With concurrent approval and rejection, one of the two takes effect.
    const other = await ask({ subject: "Or not" });
    const [approved] = await Promise.all([
      anna.client.send("POST /email/approvals/{id}", { id: other.id }, options),
      anna.client.send("DELETE /email/outbox/{id}", { id: other.id }, options),
    ]);
    const state = await stateOf(other.id);
    expect(state).toBe("cancelled");
    expect(await sendJobs(other.id)).toEqual([]);
    expect([200, 409]).toContain(approved.status);
  });

  if (!usualEngines.includes(engine)) return;

  it("is never sent after it was rejected or canceled", async () => {
    const { id } = await ask();
    await anna.client.call("DELETE /email/outbox/{id}", { id });
    expect(await stateOf(id)).toBe("cancelled");
    expect(await anna.client.refusal("POST /email/approvals/{id}", { id })).toMatchObject({
      code: "approval.over",
    });
    expect(await sendJobs(id)).toEqual([]);
    const other = await ask({ subject: "Taken back" });
    await client.call("DELETE /email/outbox/{id}", { id: other.id });
    expect(await approvals()).toEqual([]);
  });

  it("is canceled only by the client that requested it", async () => {
    const { id: waits } = await ask();
    const { token } = await anna.client.call("POST /user/tokens", {
      password: anna.password,
      name: "Another",
      days: 30,
      scopes: ["read", "send"],
    });
    const another = createClient(app.origin, token);
    const { id: persons } = await anna.client.call("POST /email/send", letter());
    for (const id of [waits, persons, mailbox.outboxId]) {
      expect((await another.refusal("DELETE /email/outbox/{id}", { id })).code).toBe("token.scope");
    }
    expect([await stateOf(waits), await stateOf(persons)]).toEqual(["approval", "queued"]);
  });

  it("cannot be approved, hastened or bypassed by the API client", async () => {
    const { id } = await ask();
    for (const name of ["GET /email/approvals", "POST /email/approvals/{id}"] as const) {
      expect((await client.refusal(name, { id })).code).toBe("token.scope");
    }
    const own = { id: mailbox.outboxId };
    expect((await client.refusal("PATCH /email/outbox/{id}", own)).code).toBe("token.approval");
    const again = { id, decision: "send_again" as const };
    const { messageId: emailId } = mailbox;
    for (const refused of [
      client.refusal("POST /email/outbox/{id}/resolve", again),
      client.refusal("POST /email/{emailId}/receipt", { emailId, send: true }),
      client.refusal("POST /email/{emailId}/unsubscribe", { emailId }),
    ]) {
      expect((await refused).code).toBe("token.approval");
    }
    // All calls of the contract that send, including future ones.
    for (const name of sendingCalls) {
      // The table pairs each name with its input, which TypeScript cannot follow in a loop.
      const answer = await client.send(name, inputs[name]?.(mailbox as never) as never);
      expect([name, answer.status, await answer.text()]).toEqual([
        name,
        403,
        expect.stringContaining("token.approval"),
      ]);
    }
    const html = letter({ html: "<p>Something else</p>" });
    expect((await client.refusal("POST /email/send", html)).code).toBe("token.plain_text");
    // Not even by the user's endpoint for rescheduling, which is for queued messages.
    expect((await anna.client.refusal("PATCH /email/outbox/{id}", { id })).code).toBe(
      "send.too_late",
    );
    expect(await stateOf(id)).toBe("approval");
  });

  it("can be approved by its owner only", async () => {
    const { id } = await ask();
    const ben = await signUpUser(app.origin, `Ben${count}`);
    expect((await ben.client.call("GET /email/approvals", {})).approvals).toEqual([]);
    expect(await ben.client.refusal("POST /email/approvals/{id}", { id })).toMatchObject({
      status: 404,
      code: "outbox.not_found",
    });
    expect(await approvals()).toHaveLength(1);
  });

  it("retains the original draft until it is approved", async () => {
    const draftId = DraftId.parse(crypto.randomUUID());
    const draft = { ...letter(), id: draftId, revision: 0 };
    await anna.client.call("PUT /email/drafts/{id}", draft);
    const { id } = await ask({ draftId });
    const drafts = async () => (await anna.client.call("GET /email/drafts", {})).drafts;
    expect(await drafts()).toHaveLength(1);
    await anna.client.call("POST /email/approvals/{id}", { id });
    expect(await drafts()).toEqual([]);
  });

  it("does not delete a draft that was edited later or has different content", async () => {
    for (const [first, second] of [
      ["Hello", "Hello, and much more"],
      ["What the person wrote", ""],
    ] as const) {
      const draft = { ...letter({ content: first }), id: DraftId.parse(crypto.randomUUID()) };
      await anna.client.call("PUT /email/drafts/{id}", { ...draft, revision: 0 });
      const { id } = await ask({ draftId: draft.id });
      if (second !== "") {
        const more = { ...draft, content: second, revision: 1 };
        await anna.client.call("PUT /email/drafts/{id}", more);
      }
      await anna.client.call("POST /email/approvals/{id}", { id });
      const { drafts } = await anna.client.call("GET /email/drafts", {});
      expect(drafts.find((one) => one.id === draft.id)?.content).toBe(second || first);
    }
  });

  it("is not longer than a user can read", async () => {
    const content = "x".repeat(apiClientLimits.approvalBytes + 1);
    expect((await client.refusal("POST /email/send", letter({ content }))).code).toBe(
      "approval.too_long",
    );
    const long = content.slice(200);
    for (let index = 0; index < 16; index++) await ask({ content: long });
    expect((await client.refusal("POST /email/send", letter({ content: long }))).code).toBe(
      "approval.too_many",
    );
    // A request that was not answered in time does not count, even before it is deleted.
    app.clock.time += 7 * dayMs;
    await ask({ content: long });
  });

  it("expires after a week", async () => {
    const { id } = await ask();
    app.clock.time += 7 * dayMs;
    expect(await approvals()).toEqual([]);
    expect((await anna.client.refusal("POST /email/approvals/{id}", { id })).code).toBe(
      "approval.over",
    );
    await app.execute("approvals.expire", {});
    expect(await stateOf(id)).toBe("cancelled");
    const rows = await app.database.reader.selectFrom("approvals").select("id").execute();
    expect(rows.map((row) => row.id)).not.toContain(id);
  });

  it("counts toward a limit of waiting messages", async () => {
    const first = await ask();
    for (let index = 1; index < apiClientLimits.approvals; index++)
      await ask({ subject: `${index}` });
    expect((await client.refusal("POST /email/send", letter())).code).toBe("approval.too_many");
    // One that was canceled frees space for the next.
    await client.call("DELETE /email/outbox/{id}", { id: first.id });
    await ask({ subject: "The next" });
    expect(await approvals()).toHaveLength(apiClientLimits.approvals);
    await anna.client.call("DELETE /imap/{id}", { id: mailbox.accountId });
    const left = await app.database.reader
      .selectFrom("approvals")
      .select("id")
      .where("user_id", "=", anna.user.id)
      .execute();
    expect(left).toEqual([]);
  });

  it("is sent without approval where the user chose so", async () => {
    const { token } = await anna.client.call("POST /user/tokens", {
      password: anna.password,
      name: "Trusted",
      days: 30,
      scopes: ["send"],
      asksFirst: false,
    });
    const trusted = createClient(app.origin, token);
    expect(await trusted.call("POST /email/send", letter())).toMatchObject({ state: "queued" });
  });
});
