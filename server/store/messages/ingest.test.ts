import { expect, test } from "vitest";
import { openStore } from "#/testing/database/test-store.ts";
import { withDatabases } from "#/testing/database/database.ts";
import { aMailbox, aMessage, someFolders, testNow } from "#/testing/apps/published-calls.ts";
import { attachmentsOf } from "./attachment-queries.ts";
import { getBody } from "./body-queries.ts";
import { getFolder } from "#/store/folders/queries.ts";
import { uidsOf } from "#/store/locations/queries.ts";
import { getMessage, getMessages, pageOfFolder, pageOfRole } from "./queries.ts";

withDatabases((open) => {
  test("stores a message with its body, attachments and thread, and only once if it arrives again", async () => {
    const { database, execute } = await openStore(open);
    const { userId, accountId, folderId } = await aMailbox(execute);
    const message = aMessage({
      flags: ["\\seen", "Label"],
      message: {
        subject: "nul\0 and half \ud800",
        html: "<p>x\0</p>",
        from: [{ name: "N\0", address: "n@x.org" }],
      },
      attachments: [
        {
          part: "2",
          filename: "a.pdf",
          type: "application/pdf",
          sizeBytes: 9,
          contentId: "",
          isInline: false,
          sha256: "",
        },
      ],
    });
    const first = await execute("messages.takeIn", {
      userId,
      accountId,
      folderId,
      messages: [message],
    });
    const second = await execute("messages.takeIn", {
      userId,
      accountId,
      folderId,
      messages: [message],
    });
    const id = first[0]?.messageId ?? never();
    expect(first).toEqual([{ messageId: id, isNew: true }]);
    expect(second).toEqual([{ messageId: id, isNew: false }]);
    expect(await getMessage(database.reader, userId, id)).toMatchObject({
      subject: "nul and half \ufffd",
      from_json: '[{"name":"N","address":"n@x.org"}]',
      flags_json: '["Label","\\\\Seen"]',
      is_seen: 1,
      is_starred: 0,
      has_attachments: 1,
    });
    expect(await getBody(database.reader, userId, id)).toMatchObject({ html: "<p>x</p>" });
    const [attachment] = await attachmentsOf(database.reader, userId, id);
    expect(attachment).toMatchObject({ filename: "a.pdf", size_bytes: 9, is_inline: 0 });
    expect(await getMessages(database.reader, userId, [id])).toHaveLength(1);
  });

  test("gives a known message the flags it is found with", async () => {
    const { database, execute } = await openStore(open);
    const where = await aMailbox(execute);
    const [ingested] = await execute("messages.takeIn", { ...where, messages: [aMessage()] });
    const again = aMessage({ flags: ["\\Seen", "Later"] });
    await execute("messages.takeIn", { ...where, messages: [again] });
    const message = await getMessage(database.reader, where.userId, ingested?.messageId ?? never());
    expect(message).toMatchObject({ flags_json: '["Later","\\\\Seen"]', is_seen: 1 });
  });

  test("returns results in the given order and distinguishes messages with equal dates", async () => {
    const { database, execute } = await openStore(open);
    const { userId, accountId, folderId } = await aMailbox(execute);
    const uids = [5, 3, 9, 1];
    const messages = uids.map((uid) => aMessage({ uid, internalDate: testNow - 1000 }));
    const ingested = await execute("messages.takeIn", { userId, accountId, folderId, messages });
    const more = [aMessage({ uid: 10, internalDate: testNow - 1000 })];
    await execute("messages.takeIn", { userId, accountId, folderId, messages: more });
    const rows = await uidsOf(database.reader, userId, folderId);
    for (const [index, uid] of uids.entries()) {
      expect(rows.find((row) => row.uid === uid)?.message_id).toBe(ingested[index]?.messageId);
    }
    const page = await pageOfFolder(database.reader, { userId, folderId, limit: 10 });
    expect(page.map((row) => row.subject)).toEqual([10, 9, 5, 3, 1].map((n) => `Subject ${n}`));
  });

  test("clamps a date in the future to now, and recognizes the message after a move", async () => {
    const { database, execute } = await openStore(open);
    const { userId, accountId, folderId } = await aMailbox(execute);
    const future = aMessage({ internalDate: testNow + 86_400_000 });
    const [ingested] = await execute("messages.takeIn", {
      userId,
      accountId,
      folderId,
      messages: [future],
    });
    expect(await getMessage(database.reader, userId, ingested?.messageId ?? never())).toMatchObject(
      {
        internal_date: testNow,
      },
    );
    await execute("locations.vanish", { folderId, uids: [1] });
    const again = await execute("messages.takeIn", {
      userId,
      accountId,
      folderId,
      messages: [{ ...future, uid: 2 }],
    });
    expect(again).toEqual([{ messageId: ingested?.messageId, isNew: false }]);
  });

  test("attaches a moved message again with its id, and sweeps messages that were not found", async () => {
    const { database, execute, clock } = await openStore(open);
    const { userId, accountId } = await aMailbox(execute);
    const [inbox, archive] = await someFolders(execute, userId, accountId, ["inbox", "archive"]);
    if (!inbox || !archive) throw new Error("No folders.");
    const messages = [
      aMessage({ uid: 1 }),
      aMessage({ uid: 2 }),
      aMessage({ uid: 3, message: { messageId: "" } }),
    ];
    const ingested = await execute("messages.takeIn", {
      userId,
      accountId,
      folderId: inbox.id,
      messages,
    });
    await execute("locations.vanish", { folderId: inbox.id, uids: [1, 2, 3] });
    expect(await pageOfRole(database.reader, { userId, role: "inbox", limit: 9 })).toEqual([]);

    const moved = [
      { ...aMessage({ uid: 1 }), uid: 71 },
      { ...aMessage({ uid: 3, message: { messageId: "" } }), uid: 73 },
    ];
    const found = await execute("messages.takeIn", {
      userId,
      accountId,
      folderId: archive.id,
      messages: moved,
    });
    expect(found[0]).toEqual({ messageId: ingested[0]?.messageId, isNew: false });
    // Without a Message-ID, every character must be the same.
    expect(found[1]).toEqual({ messageId: ingested[2]?.messageId, isNew: false });

    clock.at += 1000;
    await execute("messages.sweep", { userId, accountId, olderThan: clock.at });
    const left = await database.reader.selectFrom("messages").select("id").execute();
    expect(left.map(({ id }) => id).toSorted()).toEqual(
      found.map(({ messageId }) => messageId).toSorted(),
    );
  });

  test("finds messages again after a change of UIDVALIDITY", async () => {
    const { database, execute } = await openStore(open);
    const { userId, accountId, folderId } = await aMailbox(execute);
    const messages = [1, 2].map((uid) => aMessage({ uid }));
    const before = await execute("messages.takeIn", { userId, accountId, folderId, messages });
    await execute("messages.change", {
      userId,
      messageIds: [before[0]?.messageId ?? never()],
      change: { starred: true },
    });
    await execute("folder.newEpoch", { folderId, uidValidity: 77 });
    expect(await uidsOf(database.reader, userId, folderId)).toEqual([]);
    expect(await getFolder(database.reader, userId, folderId)).toMatchObject({
      uid_validity: 77,
      is_complete: 0,
    });
    expect(await execute("pending.take", { accountId, limit: 9 })).toEqual([]);
    const after = await execute("messages.takeIn", {
      userId,
      accountId,
      folderId,
      messages: messages.map((message) => ({ ...message, uid: message.uid + 100 })),
    });
    expect(after).toEqual(before.map(({ messageId }) => ({ messageId, isNew: false })));
  });

  test("distinguishes messages with the same Message-ID, also after a change of UIDVALIDITY", async () => {
    const { database, execute } = await openStore(open);
    const { userId, accountId, folderId } = await aMailbox(execute);
    const twice = (uid: number, text: string) =>
      aMessage({
        uid,
        internalDate: testNow - 3600_000,
        sizeBytes: 700,
        message: { messageId: "same@example.org", subject: "Same", text, preview: text },
      });
    const messages = [twice(1, "one"), twice(2, "two")];
    const place = { userId, accountId, folderId };
    const first = await execute("messages.takeIn", { ...place, messages });
    const ids = first.map(({ messageId }) => messageId);
    expect(new Set(ids).size).toBe(2);
    expect(await pageOfFolder(database.reader, { userId, folderId, limit: 9 })).toHaveLength(2);

    await execute("folder.newEpoch", { folderId, uidValidity: 2 });
    const renumbered = messages.toReversed().map((take, index) => ({ ...take, uid: index + 11 }));
    const again = await execute("messages.takeIn", { ...place, messages: renumbered });
    expect(again.map(({ messageId }) => messageId)).toEqual(ids.toReversed());
  });

  test("rejects a deleted folder", async () => {
    const { execute } = await openStore(open);
    const { userId, accountId, folderId } = await aMailbox(execute);
    await execute("folders.save", { userId, accountId, folders: [] });
    await expect(
      execute("messages.takeIn", { userId, accountId, folderId, messages: [aMessage()] }),
    ).rejects.toMatchObject({ code: "folder.not_found" });
  });

  test("joins two threads when a message belongs to both", async () => {
    const { database, execute } = await openStore(open);
    const { userId, accountId, folderId } = await aMailbox(execute);
    const take = async (uid: number, threadKeys: string[]) =>
      (
        await execute("messages.takeIn", {
          userId,
          accountId,
          folderId,
          messages: [aMessage({ uid, threadKeys })],
        })
      )[0]?.messageId ?? never();
    const one = await take(1, ["a@x"]);
    const two = await take(2, ["b@x"]);
    const alone = await take(3, []);
    const both = await take(4, ["c@x", "a@x", "b@x"]);
    const late = await take(5, ["d@x", "b@x"]);
    const threads = new Map(
      (await getMessages(database.reader, userId, [one, two, alone, both, late])).map((row) => [
        row.id,
        row.thread_id,
      ]),
    );
    expect(threads.get(two)).toBe(threads.get(one));
    expect(threads.get(both)).toBe(threads.get(one));
    expect(threads.get(late)).toBe(threads.get(one));
    expect(threads.get(alone)).not.toBe(threads.get(one));
  });

  test("threads a batch whose last message refers to the first", async () => {
    const { database, execute } = await openStore(open);
    const { userId, accountId, folderId } = await aMailbox(execute);
    const keys = [["a@x"], ["b@x"], ["c@x", "b@x", "a@x"]];
    const messages = keys.map((threadKeys, n) => aMessage({ uid: n + 1, threadKeys }));
    await execute("messages.takeIn", { userId, accountId, folderId, messages });
    const rows = await database.reader
      .selectFrom("messages")
      .select("thread_id")
      .distinct()
      .execute();
    expect(rows).toHaveLength(1);
  });
});

function never(): never {
  throw new Error("The row is missing.");
}
