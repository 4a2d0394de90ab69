import type { AccountId, OutboxId, UploadId, UserId } from "@inlet/contract/ids.ts";
import { expect, test } from "vitest";
import { randomId } from "#/base/random-id.ts";
import { withDatabases } from "#/testing/database.ts";
import { openStore } from "#/testing/store.ts";
import { aUser, testNow } from "#/testing/taken.ts";
import { getOutbox, outboxById, outboxInState } from "./outbox.ts";
import { sessionByTokenHash } from "./sessions.ts";
import type { OutboxRow } from "./tables.ts";
import { getUploads, uploadHashes } from "./uploads.ts";
import { hasUsers, userByEmail, userById } from "./users.ts";

function anOutgoing(userId: UserId, given: Partial<OutboxRow> = {}): OutboxRow {
  return {
    id: randomId() as OutboxId, // new ids get their brand here
    user_id: userId,
    account_id: "account" as AccountId, // no account is needed to queue
    idempotency_key: "",
    message_id_header: "x@example.org",
    envelope_json: "{}",
    draft_json: "{}",
    raw: Buffer.from("From: a\r\n\r\n\0\xff", "latin1"),
    state: "queued",
    sent_copy: "owed",
    send_at: testNow,
    attempts: 0,
    error: "",
    created_at: testNow,
    updated_at: testNow,
    ...given,
  };
}

withDatabases((open) => {
  test("answers the first row for the same key of the same user", async () => {
    const { door } = await openStore(open);
    const [ada, bob] = [await aUser(door), await aUser(door)];
    const queue = (userId: UserId, key: string) =>
      door("outbox.queue", anOutgoing(userId, { idempotency_key: key }));
    const [one, two] = await Promise.all([queue(ada, "k"), queue(ada, "k")]);
    expect(two.id).toBe(one.id);
    expect((await queue(bob, "k")).id).not.toBe(one.id);
    expect((await queue(ada, "")).id).not.toBe((await queue(ada, "")).id);
  });

  test("sends a message once, at its time, and drops the source when nothing is owed", async () => {
    const { database, door, clock } = await openStore(open);
    const userId = await aUser(door);
    const { id, raw } = await door("outbox.queue", anOutgoing(userId, { send_at: testNow + 10 }));
    const kinds = ["send-outbox"];
    expect(await door("outbox.sending", { id })).toBe(false);
    expect(await door("jobs.take", { kinds, limit: 9, holdMs: 9 })).toEqual([]);
    clock.at += 10;
    expect(await door("jobs.take", { kinds, limit: 9, holdMs: 9 })).toMatchObject([
      { subject_id: id },
    ]);
    const started = await Promise.all([
      door("outbox.sending", { id }),
      door("outbox.sending", { id }),
    ]);
    expect(started.toSorted()).toEqual([false, true]);
    expect(await outboxInState(database.reader, "sending")).toMatchObject([{ id }]);
    await door("outbox.settle", { id, state: "accepted" });
    const accepted = await getOutbox(database.reader, userId, id);
    expect(Buffer.from(accepted?.raw ?? []).equals(raw)).toBe(true);
    await door("outbox.settle", { id, state: "accepted", sentCopy: "done" });
    const done = await outboxById(database.reader, id);
    expect(done).toMatchObject({ state: "accepted", sent_copy: "done", attempts: 1 });
    expect(done?.raw).toHaveLength(0);
    expect(await door("outbox.cancel", { userId, id })).toBe("accepted");
  });

  test("takes a message back only for its owner and only while it is queued", async () => {
    const { database, door } = await openStore(open);
    const [ada, bob] = [await aUser(door), await aUser(door)];
    const { id } = await door("outbox.queue", anOutgoing(ada));
    await expect(door("outbox.cancel", { userId: bob, id })).rejects.toMatchObject({
      code: "outbox.not_found",
    });
    expect(await getOutbox(database.reader, bob, id)).toBeUndefined();
    expect(await door("outbox.cancel", { userId: ada, id })).toBe("cancelled");
    expect(await door("outbox.sending", { id })).toBe(false);
    expect(await door("jobs.take", { kinds: ["send-outbox"], limit: 9, holdMs: 9 })).toEqual([]);
  });

  test("keeps uploads for their owner until they are cleaned away", async () => {
    const { database, door } = await openStore(open);
    const [ada, bob] = [await aUser(door), await aUser(door)];
    const ids = [randomId() as UploadId, randomId() as UploadId]; // new ids get their brand here
    for (const [index, id] of ids.entries()) {
      await door("upload.add", {
        id,
        user_id: ada,
        filename: "a",
        type: "b",
        size_bytes: 1,
        sha256: `s${index}`,
        created_at: testNow + index,
      });
    }
    const found = await getUploads(database.reader, ada, ids.toReversed());
    expect(found.map(({ id }) => id)).toEqual(ids.toReversed());
    expect(await getUploads(database.reader, bob, ids)).toEqual([]);
    expect(await door("uploads.clean", { before: testNow + 1 })).toBe(1);
    expect(await uploadHashes(database.reader)).toEqual(new Set(["s1"]));
  });

  test("keeps people and their sessions", async () => {
    const { database, door } = await openStore(open);
    const { reader } = database;
    expect(await hasUsers(reader)).toBe(false);
    const userId = await aUser(door, "ada@example.org");
    expect(await hasUsers(reader)).toBe(true);
    await door("user.rename", { userId, name: "Ada L" });
    await door("user.rehash", { userId, passwordHash: "new" });
    const user = await userById(reader, userId);
    expect(user).toMatchObject({ name: "Ada L", password_hash: "new", role: "admin" });
    expect(await userByEmail(reader, "ada@example.org")).toEqual(user);
    await door("session.create", {
      id: "s",
      user_id: userId,
      token_hash: "t",
      cookie_hash: "",
      user_agent: "",
      created_at: 1,
      last_used_at: 1,
    });
    await door("session.touch", { id: "s", at: 7 });
    expect(await sessionByTokenHash(reader, "t")).toMatchObject({
      user_id: userId,
      last_used_at: 7,
    });
    await door("session.end", { tokenHash: "t" });
    expect(await sessionByTokenHash(reader, "t")).toBeUndefined();
  });
});
