import type { AccountId, OutboxId, UploadId, UserId } from "@inlet/contract/ids.ts";
import { expect, test } from "vitest";
import { randomId } from "#/base/random-id.ts";
import { withDatabases } from "#/testing/database/database.ts";
import { openStore } from "#/testing/database/test-store.ts";
import { aUser, testNow } from "#/testing/apps/published-calls.ts";
import { getOutbox, openOutbox, outboxById, outboxInState } from "./queries.ts";
import { sessionByTokenHash } from "#/store/auth/session-queries.ts";
import type { NewOutgoing } from "./commands.ts";
import { getUploads, uploadHashes } from "#/store/blobs/upload-queries.ts";
import { hasUsers, userByEmail, userById } from "#/store/users/queries.ts";

function anOutgoing(userId: UserId, given: Partial<NewOutgoing> = {}): NewOutgoing {
  return {
    id: randomId() as OutboxId, // new ids get their brand by this cast
    user_id: userId,
    account_id: "account" as AccountId, // queueing requires no account
    idempotency_key: "",
    message_id_header: "x@example.org",
    envelope_json: "{}",
    draft_json: "{}",
    raw: Buffer.from("From: a\r\n\r\n\0\xff", "latin1"),
    request_hash: "",
    send_at: testNow,
    ...given,
  };
}

withDatabases((open) => {
  test("returns the first row for a repeated key of the same user", async () => {
    const { execute } = await openStore(open);
    const [ada, bob] = [await aUser(execute), await aUser(execute)];
    const queue = (userId: UserId, key: string) =>
      execute("outbox.queue", anOutgoing(userId, { idempotency_key: key }));
    const [one, two] = await Promise.all([queue(ada, "k"), queue(ada, "k")]);
    expect(two.id).toBe(one.id);
    expect((await queue(bob, "k")).id).not.toBe(one.id);
    expect((await queue(ada, "")).id).not.toBe((await queue(ada, "")).id);
  });

  test("sends a message once, at its time, and drops the source after the copy in Sent", async () => {
    const { database, execute, clock } = await openStore(open);
    const userId = await aUser(execute);
    const { id, raw } = await execute(
      "outbox.queue",
      anOutgoing(userId, { send_at: testNow + 10 }),
    );
    const kinds = ["send-outbox"];
    expect(await execute("outbox.sending", { id, attempt: 1 })).toBe(false);
    expect(await execute("jobs.take", { kinds, limit: 9, holdMs: 9 })).toEqual([]);
    clock.at += 10;
    expect(await execute("jobs.take", { kinds, limit: 9, holdMs: 9 })).toMatchObject([
      { subject_id: id },
    ]);
    const started = await Promise.all([
      execute("outbox.sending", { id, attempt: 1 }),
      execute("outbox.sending", { id, attempt: 1 }),
    ]);
    expect(started.toSorted()).toEqual([false, true]);
    expect(await outboxInState(database.reader, "sending")).toMatchObject([{ id }]);
    await execute("outbox.settle", { id, attempt: 1, state: "accepted" });
    const accepted = await getOutbox(database.reader, userId, id);
    expect(Buffer.from(accepted?.raw ?? []).equals(raw)).toBe(true);
    await execute("outbox.copied", { id });
    const done = await outboxById(database.reader, id);
    expect(done).toMatchObject({ state: "accepted", sent_copy: "done", attempts: 1 });
    expect(done?.raw).toHaveLength(0);
    expect(await execute("outbox.cancel", { userId, id })).toBe("accepted");
  });

  test("rejects a known key with different content", async () => {
    const { execute } = await openStore(open);
    const userId = await aUser(execute);
    const queue = (hash: string) =>
      execute("outbox.queue", anOutgoing(userId, { idempotency_key: "k", request_hash: hash }));
    const first = await queue("one");
    expect((await queue("one")).id).toBe(first.id);
    await expect(queue("two")).rejects.toMatchObject({ code: "send.other_content" });
  });

  test("accepts the outcome of a message only from the try that holds it", async () => {
    const { database, execute, clock } = await openStore(open);
    const userId = await aUser(execute);
    const { id } = await execute("outbox.queue", anOutgoing(userId));
    const now = async () => {
      const row = await getOutbox(database.reader, userId, id);
      return [row?.state, row?.attempts];
    };
    await execute("outbox.sending", { id, attempt: 1 });
    expect(await execute("outbox.settle", { id, attempt: 2, state: "failed" })).toBe(false);
    await execute("outbox.settle", { id, attempt: 1, state: "queued", sendAt: testNow + 5 });
    expect(await now()).toEqual(["queued", 1]);
    clock.at += 5;
    // A second try that read the row before the first one began is rejected.
    expect(await execute("outbox.sending", { id, attempt: 1 })).toBe(false);
    expect(await execute("outbox.sending", { id, attempt: 2 })).toBe(true);
    expect(await execute("outbox.settle", { id, attempt: 1, state: "accepted" })).toBe(false);
    await execute("outbox.settle", { id, attempt: 2, state: "unknown" });
    await execute("outbox.resolve", { userId, id, decision: "send_again" });
    expect(await now()).toEqual(["queued", 2]);
    // Only the try that submitted the message may report that, and this one has not begun.
    const refused = { id, state: "failed" as const, isHandedOver: true };
    for (const attempt of [2, 3]) {
      expect(await execute("outbox.settle", { ...refused, attempt })).toBe(false);
    }
    // The response to the second try arrives late, and ends it.
    expect(await execute("outbox.settle", { id, attempt: 2, state: "accepted" })).toBe(true);
    expect(await execute("outbox.sending", { id, attempt: 3 })).toBe(false);
  });

  test("postpones, lists and dismisses a message only for its owner, and only in a suitable state", async () => {
    const { database, execute } = await openStore(open);
    const { reader } = database;
    const [ada, bob] = [await aUser(execute), await aUser(execute)];
    const { id } = await execute("outbox.queue", anOutgoing(ada));
    const receipt = await execute("outbox.queue", anOutgoing(ada, { purpose: "receipt" }));
    expect(receipt.sent_copy).toBe("not_needed");
    const listed = async (userId: UserId) =>
      (await openOutbox(reader, userId, 9)).map((row) => [row.id, row.state]);
    expect(await listed(ada)).toEqual([[id, "queued"]]);
    expect(await listed(bob)).toEqual([]);

    const asked = { userId: ada, id };
    const later = { sendAt: testNow + 99, raw: new Uint8Array([1]) };
    for (const foreign of [
      execute("outbox.reschedule", { ...asked, userId: bob, ...later }),
      execute("outbox.resolve", { ...asked, userId: bob, decision: "dismiss" }),
    ]) {
      await expect(foreign).rejects.toMatchObject({ code: "outbox.not_found" });
    }
    expect(await execute("outbox.reschedule", { ...asked, ...later })).toBe("queued");
    expect(await execute("outbox.sending", { id, attempt: 1 })).toBe(false);
    await expect(
      execute("outbox.resolve", { ...asked, decision: "dismiss" }),
    ).rejects.toMatchObject({
      code: "send.too_late",
    });

    await execute("outbox.settle", { id, attempt: 1, state: "failed", error: "no" });
    expect(await execute("outbox.reschedule", { ...asked, ...later })).toBe("failed");
    expect(await listed(ada)).toEqual([[id, "failed"]]);
    expect(await execute("outbox.resolve", { ...asked, decision: "dismiss" })).toBe("failed");
    expect(await listed(ada)).toEqual([]);
    await expect(
      execute("outbox.resolve", { ...asked, decision: "send_again" }),
    ).rejects.toMatchObject({ code: "send.too_late" });
  });

  test("is due at the new time, even if that is earlier", async () => {
    const { execute, clock } = await openStore(open);
    const userId = await aUser(execute);
    const { id, raw } = await execute(
      "outbox.queue",
      anOutgoing(userId, { send_at: testNow + 99 }),
    );
    await execute("outbox.reschedule", { userId, id, raw, sendAt: testNow + 10 });
    clock.at += 10;
    expect(
      await execute("jobs.take", { kinds: ["send-outbox"], limit: 9, holdMs: 9 }),
    ).toMatchObject([{ subject_id: id }]);
  });

  test("clears the error of a failed try when the message is queued again", async () => {
    const { database, execute } = await openStore(open);
    const userId = await aUser(execute);
    const { id } = await execute("outbox.queue", anOutgoing(userId));
    await execute("outbox.settle", { id, attempt: 1, state: "failed", error: "Mailbox is full" });
    await execute("outbox.resolve", { userId, id, decision: "send_again" });
    expect(await getOutbox(database.reader, userId, id)).toMatchObject({
      state: "queued",
      error: "",
    });
  });

  test("stores the bounces of a message, one per address", async () => {
    const { database, execute } = await openStore(open);
    const [ada, bob] = [await aUser(execute), await aUser(execute)];
    const { id } = await execute("outbox.queue", anOutgoing(ada));
    await execute("outbox.sending", { id, attempt: 1 });
    await execute("outbox.settle", { id, attempt: 1, state: "accepted", sentCopy: "done" });
    expect(await openOutbox(database.reader, ada, 9)).toEqual([]);
    const bounces = [{ address: "a@example.org", reason: "no such person" }];
    expect(await execute("outbox.bounced", { userId: bob, id, bounces })).toBe(false);
    expect(await execute("outbox.bounced", { userId: ada, id, bounces })).toBe(true);
    expect(await execute("outbox.bounced", { userId: ada, id, bounces })).toBe(false);
    expect(await openOutbox(database.reader, ada, 9)).toMatchObject([
      { id, state: "accepted", bounces_json: JSON.stringify(bounces) },
    ]);
    await execute("outbox.resolve", { userId: ada, id, decision: "dismiss" });
    expect(await openOutbox(database.reader, ada, 9)).toEqual([]);
  });

  test("does not empty a message that may still be sent, no matter how it is taken off the list", async () => {
    const { database, execute } = await openStore(open);
    const userId = await aUser(execute);
    const bounces = [{ address: "a@example.org", reason: "no such person" }];
    const bounced = await execute("outbox.queue", anOutgoing(userId));
    await execute("outbox.sending", { id: bounced.id, attempt: 1 });
    await execute("outbox.settle", { id: bounced.id, attempt: 1, state: "unknown" });
    await execute("outbox.bounced", { userId, id: bounced.id, bounces });
    await execute("outbox.resolve", { userId, id: bounced.id, decision: "send_again" });
    await expect(
      execute("outbox.resolve", { userId, id: bounced.id, decision: "dismiss" }),
    ).rejects.toMatchObject({ code: "send.too_late" });
    expect((await getOutbox(database.reader, userId, bounced.id))?.raw.length).toBeGreaterThan(0);

    const silent = await execute("outbox.queue", anOutgoing(userId));
    await execute("outbox.sending", { id: silent.id, attempt: 1 });
    await execute("outbox.settle", { id: silent.id, attempt: 1, state: "unknown" });
    await execute("outbox.resolve", { userId, id: silent.id, decision: "dismiss" });
    // The server responds after all, with a temporary error.
    expect(await execute("outbox.settle", { id: silent.id, attempt: 1, state: "queued" })).toBe(
      false,
    );
    expect((await getOutbox(database.reader, userId, silent.id))?.state).toBe("unknown");

    // A bounce of a message that the user had dismissed returns it to the list and changes nothing else.
    await execute("outbox.bounced", { userId, id: silent.id, bounces });
    await expect(
      execute("outbox.resolve", { userId, id: silent.id, decision: "send_again" }),
    ).rejects.toMatchObject({ code: "send.too_late" });
    expect((await getOutbox(database.reader, userId, silent.id))?.state).toBe("unknown");
    await execute("outbox.resolve", { userId, id: silent.id, decision: "dismiss" });
    expect(await openOutbox(database.reader, userId, 9)).toHaveLength(1);
  });

  test("only the owner can cancel a message, and only while it is queued", async () => {
    const { database, execute } = await openStore(open);
    const [ada, bob] = [await aUser(execute), await aUser(execute)];
    const { id } = await execute("outbox.queue", anOutgoing(ada));
    await expect(execute("outbox.cancel", { userId: bob, id })).rejects.toMatchObject({
      code: "outbox.not_found",
    });
    expect(await getOutbox(database.reader, bob, id)).toBeUndefined();
    expect(await execute("outbox.cancel", { userId: ada, id })).toBe("cancelled");
    expect(await execute("outbox.sending", { id, attempt: 1 })).toBe(false);
    expect(await execute("jobs.take", { kinds: ["send-outbox"], limit: 9, holdMs: 9 })).toEqual([]);
  });

  test("stores uploads for their owner until they are cleaned up", async () => {
    const { database, execute } = await openStore(open);
    const [ada, bob] = [await aUser(execute), await aUser(execute)];
    const ids = [randomId() as UploadId, randomId() as UploadId]; // new ids get their brand by this cast
    for (const [index, id] of ids.entries()) {
      await execute("upload.add", {
        capacity: null,
        upload: {
          id,
          user_id: ada,
          filename: "a",
          type: "b",
          size_bytes: 1,
          sha256: `s${index}`,
          received_bytes: 1,
          created_at: testNow + index,
        },
      });
    }
    const found = await getUploads(database.reader, ada, ids.toReversed());
    expect(found.map(({ id }) => id)).toEqual(ids.toReversed());
    expect(await getUploads(database.reader, bob, ids)).toEqual([]);
    expect(await execute("uploads.clean", { before: testNow + 1 })).toBe(1);
    expect(await uploadHashes(database.reader)).toEqual(new Set(["s1"]));
  });

  test("stores users and their sessions", async () => {
    const { database, execute } = await openStore(open);
    const { reader } = database;
    expect(await hasUsers(reader)).toBe(false);
    const userId = await aUser(execute, "ada@example.org");
    expect(await hasUsers(reader)).toBe(true);
    await execute("user.changeProfile", { userId, name: "Ada L" });
    const staleHash = (await userById(reader, userId))?.password_hash ?? "";
    await execute("user.rehash", { userId, staleHash, passwordHash: "new" });
    await execute("user.rehash", { userId, staleHash, passwordHash: "too late" });
    const user = await userById(reader, userId);
    expect(user).toMatchObject({ name: "Ada L", password_hash: "new", role: "admin" });
    expect(await userByEmail(reader, "ada@example.org")).toEqual(user);
    await execute("session.create", {
      id: "s",
      user_id: userId,
      token_hash: "t",
      cookie_hash: "",
      user_agent: "",
      created_at: 1,
      last_used_at: 1,
    });
    await execute("session.touch", { id: "s", at: 7 });
    expect(await sessionByTokenHash(reader, "t")).toMatchObject({
      user_id: userId,
      last_used_at: 7,
    });
    await execute("session.end", { tokenHash: "t" });
    expect(await sessionByTokenHash(reader, "t")).toBeUndefined();
  });
});
