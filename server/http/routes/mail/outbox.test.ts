import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { errors } from "@inlet/contract/errors.ts";
import { DraftId, type OutboxId } from "@inlet/contract/ids.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bothEngines, usualEngines } from "#/testing/database/database.ts";
import { readEvents } from "#/testing/apps/event-reader.ts";
import { testContext } from "#/testing/apps/test-context.ts";
import { aMailbox, type Mailbox } from "#/testing/mailboxes/mailbox.ts";
import { signUpUser, type SignedUpUser } from "#/testing/factories/user.ts";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";

describe.each(bothEngines)("outgoing mail, on %s", (engine) => {
  let blobsDir = "";
  let app: RealApp;
  let anna: SignedUpUser;
  let mailbox: Mailbox;
  let count = 0;
  beforeAll(async () => {
    blobsDir = await mkdtemp(path.join(tmpdir(), "inlet-outbox-"));
    app = await startRealApp(engine, { context: (parts) => testContext(parts, blobsDir) });
    anna = await signUpUser(app.origin, "Anna");
    mailbox = await aMailbox(app.execute, anna.user.id, "canary");
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await rm(blobsDir, { recursive: true });
  });

  const mail = (content = "Hello") => ({
    accountId: mailbox.accountId,
    to: "Ben <ben@example.net>",
    subject: "Hi",
    content,
  });
  const send = (content?: string, key = `key ${++count}`) =>
    anna.client.call("POST /email/send", mail(content), { headers: { "idempotency-key": key } });
  const state = async (id: OutboxId) => anna.client.call("GET /email/outbox/{id}", { id });
  const listed = async (id: OutboxId) => {
    const { outgoing } = await anna.client.call("GET /email/outbox", {});
    return outgoing.find((one) => one.id === id);
  };

  it("refuses a blank subject or content, unless the caller allows it", async () => {
    for (const blank of [{ subject: " " }, { content: " \n" }]) {
      const form = { ...mail(), ...blank };
      expect(await anna.client.refusal("POST /email/send", form)).toEqual({
        status: 400,
        code: "send.fields_required",
        message: "A subject and a message are required.",
      });
      const { state: allowed } = await anna.client.call("POST /email/send", {
        ...form,
        allowEmpty: true,
      });
      expect(allowed).toBe("queued");
    }
    const picture = { ...mail(""), html: '<p><img src="cid:a"></p>' };
    await anna.client.call("POST /email/send", picture);
  });

  it("stores one message for two clicks, two tabs or a repeated request", async () => {
    const answers = await Promise.all([send("Once", "k"), send("Once", "k"), send("Once", "k")]);
    answers.push(await send("Once", "k"));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    const { outgoing } = await anna.client.call("GET /email/outbox", {});
    expect(outgoing.filter(({ draft }) => draft.content === "Once")).toHaveLength(1);
  });

  it("is sent by only one of two tabs that show the same draft", async () => {
    const draftId = DraftId.parse(crypto.randomUUID());
    await anna.client.call("PUT /email/drafts/{id}", { ...mail("Two"), id: draftId, revision: 0 });
    const { id } = await anna.client.call("POST /email/send", { ...mail("Two"), draftId });
    const other = { ...mail("Two tabs"), draftId };
    expect(await anna.client.refusal("POST /email/send", other)).toMatchObject({
      code: "draft.gone",
    });
    const { outgoing } = await anna.client.call("GET /email/outbox", {});
    expect(outgoing.filter(({ draft }) => draft.content.startsWith("Two"))).toMatchObject([{ id }]);
  });

  if (!usualEngines.includes(engine)) return;

  it("is one message, and no draft, when a page missed the response and saved a draft", async () => {
    const id = DraftId.parse(crypto.randomUUID());
    const headers = { "idempotency-key": "lost answer" };
    const first = { ...mail("Lost answer"), undoSeconds: 10 };
    const { id: sent } = await anna.client.call("POST /email/send", first, { headers });
    const draft = { ...mail("Lost answer"), id, revision: 0 };
    await anna.client.call("PUT /email/drafts/{id}", draft);
    const again = { ...mail("Lost answer"), undoSeconds: 0, draftId: id };
    expect(await anna.client.call("POST /email/send", again, { headers })).toMatchObject({
      id: sent,
    });
    expect((await anna.client.call("GET /email/drafts", {})).drafts).toEqual([]);
  });

  it("keeps the draft of a canceled message when the earlier request is repeated", async () => {
    const { id } = await send("Taken back", "taken back");
    await anna.client.call("DELETE /email/outbox/{id}", { id });
    const draftId = DraftId.parse(crypto.randomUUID());
    const text = mail("Taken back");
    await anna.client.call("PUT /email/drafts/{id}", { ...text, id: draftId, revision: 0 });
    const headers = { "idempotency-key": "taken back" };
    const again = await anna.client.call("POST /email/send", { ...text, draftId }, { headers });
    expect(again).toEqual({ id, state: "cancelled" });
    const { drafts } = await anna.client.call("GET /email/drafts", {});
    expect(drafts.map((draft) => draft.id)).toEqual([draftId]);
    await anna.client.call("DELETE /email/drafts/{id}", { id: draftId });
  });

  it("refuses a key that is repeated with another message", async () => {
    await send("First", "again");
    const headers = { "idempotency-key": "again" };
    expect(await anna.client.refusal("POST /email/send", mail("Second"), { headers })).toEqual({
      status: 422,
      code: "send.other_content",
      message: "This email was already sent. Check your Outbox first.",
    });
  });

  it("is sent at the time of the last request if an earlier response was lost", async () => {
    const later = (hours: number) => new Date(app.clock.time + hours * 3600_000).toISOString();
    const headers = { "idempotency-key": "another time" };
    const tried = (more: { sendAt?: string; undoSeconds?: number }) =>
      anna.client.call("POST /email/send", { ...mail("When?"), ...more }, { headers });
    const { id } = await tried({ undoSeconds: 10 });
    const window = (await state(id)).sendAt;
    expect(await tried({})).toEqual({ id, state: "queued" });
    expect((await state(id)).sendAt).toBe(window);
    for (const sendAt of [later(2), later(1)]) {
      expect(await tried({ sendAt })).toEqual({ id, state: "queued" });
      expect((await state(id)).sendAt).toBe(sendAt);
    }
    await tried({ undoSeconds: 10 });
    expect((await state(id)).sendAt).toBe(new Date(app.clock.time + 10_000).toISOString());
    await anna.client.call("DELETE /email/outbox/{id}", { id });
    expect(await tried({ sendAt: later(1) })).toEqual({ id, state: "cancelled" });
  });

  it("waits for the undo window and the requested time, and can be canceled until then", async () => {
    const sendAt = new Date(app.clock.time + 3600_000).toISOString();
    const { id } = await anna.client.call("POST /email/send", { ...mail(), sendAt });
    expect(await state(id)).toMatchObject({ state: "queued", sendAt, draft: { content: "Hello" } });
    const { id: undoable } = await anna.client.call("POST /email/send", {
      ...mail(),
      undoSeconds: 10,
    });
    const window = new Date(app.clock.time + 10_000).toISOString();
    expect((await state(undoable)).sendAt).toBe(window);
    await anna.client.call("DELETE /email/outbox/{id}", { id: undoable });
    expect(await state(undoable)).toMatchObject({ state: "cancelled", sendAt: null });
    expect(await listed(undoable)).toBeUndefined();
  });

  it("can be sent at another time or now, with that date", async () => {
    const { id } = await anna.client.call("POST /email/send", {
      ...mail(),
      sendAt: new Date(app.clock.time + 3600_000).toISOString(),
    });
    const dated = async () => {
      const { raw } = await app.database.reader
        .selectFrom("outbox")
        .select("raw")
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      return Date.parse(/^Date: (.*)\r$/m.exec(Buffer.from(raw).toString())?.[1] ?? "");
    };
    const seconds = (time: number) => Math.floor(time / 1000) * 1000;
    expect(await dated()).toBe(seconds(app.clock.time + 3600_000));
    const sendAt = new Date(app.clock.time + 7200_000).toISOString();
    await anna.client.call("PATCH /email/outbox/{id}", { id, sendAt });
    expect((await state(id)).sendAt).toBe(sendAt);
    expect(await dated()).toBe(seconds(app.clock.time + 7200_000));
    await anna.client.call("PATCH /email/outbox/{id}", { id });
    expect((await state(id)).sendAt).toBe(new Date(app.clock.time).toISOString());
  });

  it("cannot be changed once it is being sent", async () => {
    const { id } = await send();
    await app.execute("outbox.sending", { id, attempt: 1 });
    for (const refusal of [
      anna.client.refusal("PATCH /email/outbox/{id}", { id }),
      anna.client.refusal("DELETE /email/outbox/{id}", { id }),
      anna.client.refusal("POST /email/outbox/{id}/resolve", { id, decision: "send_again" }),
    ]) {
      expect(await refusal).toMatchObject({ status: 409, code: "send.too_late" });
    }
    expect(await listed(id)).toMatchObject({ state: "sending" });
  });

  it("sends an unknown one again only at the user's request, and removes a failed one from the list", async () => {
    const { id } = await send();
    await app.execute("outbox.sending", { id, attempt: 1 });
    await app.execute("outbox.settle", { id, attempt: 1, state: "unknown" });
    expect(await listed(id)).toMatchObject({
      state: "unknown",
      error: errors["send.unknown"].message,
      draft: { subject: "Hi" },
    });
    const again = { id, decision: "send_again" } as const;
    expect(await anna.client.call("POST /email/outbox/{id}/resolve", again)).toEqual({
      id,
      state: "queued",
    });
    await app.execute("outbox.settle", {
      id,
      attempt: 2,
      state: "failed",
      error: "No such person.",
    });
    expect(await listed(id)).toMatchObject({ state: "failed", error: "No such person." });
    await anna.client.call("POST /email/outbox/{id}/resolve", { id, decision: "dismiss" });
    expect(await listed(id)).toBeUndefined();
  });

  it("lists the bounces of an accepted message until the user dismisses them", async () => {
    const { id } = await send();
    await app.execute("outbox.sending", { id, attempt: 1 });
    await app.execute("outbox.settle", { id, attempt: 1, state: "accepted", sentCopy: "done" });
    expect(await listed(id)).toBeUndefined();
    const bounces = [{ address: "ben@example.net", reason: "The mailbox is full." }];
    await app.execute("outbox.bounced", { userId: anna.user.id, id, bounces });
    expect(await listed(id)).toMatchObject({ state: "accepted", error: null, bounces });
    await anna.client.call("POST /email/outbox/{id}/resolve", { id, decision: "dismiss" });
    expect(await listed(id)).toBeUndefined();
  });

  it("notifies open tabs of every step", async () => {
    const events = await readEvents(app.origin, anna.token);
    await events.next();
    const { id } = await send();
    await app.execute("outbox.sending", { id, attempt: 1 });
    await app.execute("outbox.settle", { id, attempt: 1, state: "failed" });
    await anna.client.call("POST /email/outbox/{id}/resolve", { id, decision: "dismiss" });
    for (const _ of ["queued", "sending", "failed", "dismissed"]) {
      expect((await events.next())?.data).toEqual({ kind: "outbox.changed", ids: [id] });
    }
    events.close();
  });
});
