import { limits } from "@inlet/contract/limits.ts";
import { type MessageId } from "@inlet/contract/ids.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { bothEngines, usualEngines } from "#/testing/database/database.ts";
import { startMailApp, threeMessages } from "#/testing/apps/mail-app.ts";
import { signUpUser, type SignedUpUser } from "#/testing/factories/user.ts";
import type { RealApp } from "#/testing/apps/real-app.ts";

describe.each(bothEngines)("a repeated change on %s", (engine) => {
  let app: RealApp;
  let person: SignedUpUser;
  let ids: MessageId[];

  beforeAll(async () => {
    app = await startMailApp(engine);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  beforeEach(async () => {
    ({ person, ids } = await threeMessages(app));
  });

  const inbox = async () =>
    (await person.client.call("GET /email/list", { folder: "inbox" })).emails.map(({ id }) => id);
  const first = () => ids[0] ?? never();

  test("changes once for repeated requests with the same key", async () => {
    const headers = { "idempotency-key": "archive" };
    const change = { folder: "archive" } as const;
    const [one, two] = await Promise.all([
      person.client.call("PATCH /email/{emailId}", { emailId: first(), ...change }, { headers }),
      person.client.call("PATCH /email/{emailId}", { emailId: first(), ...change }, { headers }),
    ]);
    expect(one.undoId).not.toBeNull();
    expect(two.undoId).toBe(one.undoId);
    // The user moves it back. A page that missed the response asks again, now with a bulk change.
    await person.client.call("PATCH /email/{emailId}", { emailId: first(), folder: "inbox" });
    const ids1 = { ids: [first()], change };
    const again = await person.client.call("POST /email/bulk", ids1, { headers });
    expect(again).toEqual({ count: 1, undoId: one.undoId });
    expect(await inbox()).toEqual([ids[2], ids[1], ids[0]]);
    const other = { ids: [first()], change: { starred: true } };
    expect(await person.client.refusal("POST /email/bulk", other, { headers })).toMatchObject({
      code: "change.other_content",
      status: 422,
    });
    // The same key of another user is another key.
    const stranger = await signUpUser(app.origin, "Stranger");
    const theirs = await stranger.client.call("POST /email/bulk", ids1, { headers });
    expect(theirs).toEqual({ count: 0, undoId: null });
  });

  test("changes all matching messages once for repeated requests with the same key", async () => {
    const headers = { "idempotency-key": "all" };
    const all = { matching: { folder: "inbox" as const }, change: { folder: "archive" as const } };
    const done = await person.client.call("POST /email/bulk", all, { headers });
    expect(done).toMatchObject({ count: 3 });
    await person.client.call("POST /email/undo", { undoId: done.undoId ?? never() });
    expect(await person.client.call("POST /email/bulk", all, { headers })).toEqual(done);
    expect(await inbox()).toHaveLength(3);
  });

  if (!usualEngines.includes(engine)) return;

  test("returns the same result for a repeated snooze whose time has passed, and for a repeated undo", async () => {
    const headers = { "idempotency-key": "snooze" };
    const snoozeUntil = new Date(app.clock.time + 60_000).toISOString();
    const snooze = { ids: [first()], change: { snoozeUntil } };
    const { undoId } = await person.client.call("POST /email/bulk", snooze, { headers });
    app.clock.time += 120_000;
    expect(await person.client.call("POST /email/bulk", snooze, { headers })).toEqual({
      count: 1,
      undoId,
    });
    const undo = () =>
      person.client.call(
        "POST /email/undo",
        { undoId: undoId ?? never() },
        { headers: { "idempotency-key": "undo" } },
      );
    expect(await undo()).toEqual({ count: 1 });
    expect(await undo()).toEqual({ count: 1 });
  });

  test("returns the same result for a repeated bulk change whose search names a deleted label", async () => {
    const headers = { "idempotency-key": "old" };
    await person.client.call("POST /email/bulk", { ids, change: { labels: { add: ["Old"] } } });
    const all = { matching: { query: "label:Old" }, change: { folder: "archive" as const } };
    const done = await person.client.call("POST /email/bulk", all, { headers });
    expect(done).toMatchObject({ count: 3 });
    await person.client.call("DELETE /email/labels/{name}", { name: "Old" });
    expect(await person.client.refusal("POST /email/bulk", all)).toMatchObject({
      code: "search.unknown_value",
    });
    expect(await person.client.call("POST /email/bulk", all, { headers })).toEqual(done);
  });

  test("is applied again once its key is forgotten", async () => {
    const headers = { "idempotency-key": "star" };
    const star = { ids: [first()], change: { starred: true } };
    await person.client.call("POST /email/bulk", star, { headers });
    await person.client.call("PATCH /email/{emailId}", { emailId: first(), starred: false });
    const { time } = app.clock;
    await app.execute("undo.sweep", {
      before: time - limits.undoRetentionMs,
      keysBefore: time + 1,
    });
    await person.client.call("POST /email/bulk", star, { headers });
    const { emails } = await person.client.call("GET /email/list", { isStarred: true });
    expect(emails.map(({ id }) => id)).toEqual([first()]);
  });
});

function never(): never {
  throw new Error("It is missing.");
}
