import { expect, test } from "vitest";
import { withDatabases } from "#/testing/database/database.ts";
import { aFiledMailbox } from "#/testing/mailboxes/filed-mailbox.ts";
import { openStore } from "#/testing/database/test-store.ts";
import { aMailbox, aMessage, anAccount, someFolders } from "#/testing/apps/published-calls.ts";
import { countInFolder } from "#/store/folders/message-counts.ts";
import { uidsOf } from "./queries.ts";
import { pageOfRole } from "#/store/messages/queries.ts";
import type { MessageChange } from "#/store/messages/message-change.ts";

const archive: MessageChange = { target: { role: "archive" } };
const trash: MessageChange = { target: { role: "trash" } };
const inbox: MessageChange = { target: { role: "inbox" } };

withDatabases((open) => {
  test("a moved message is at its new location immediately, and sync does not bring it back", async () => {
    const box = await aFiledMailbox(open, 2);
    await box.change(archive);
    expect(await box.list("archive")).toEqual([box.id]);
    expect(await box.list("inbox")).toEqual([box.ids[1]]);
    // The server still has it in the inbox, and a comparison must find no difference.
    const folderId = box.folder("inbox").id;
    expect(await countInFolder(box.reader, box.userId, folderId)).toBe(2);
    expect((await uidsOf(box.reader, box.userId, folderId)).map(({ uid }) => uid)).toEqual([1, 2]);
    expect(await countInFolder(box.reader, box.userId, box.folder("archive").id)).toBe(0);
    const again = await box.find("inbox", 1);
    expect(again).toEqual([{ messageId: box.id, isNew: false }]);
    expect(await box.list("inbox")).toEqual([box.ids[1]]);
    await box.execute("locations.flags", { folderId, items: [{ uid: 1, flags: ["\\Seen"] }] });
    expect(await box.list("archive")).toEqual([box.id]);
  });

  test("sync recognizes a moved message both before and after the server's response is stored", async () => {
    for (const isFirst of [true, false]) {
      const box = await aFiledMailbox(open);
      await box.change(archive);
      const [operation] = await box.take();
      const settle = () =>
        box.execute("pending.settle", {
          userId: box.userId,
          settled: [
            { id: operation?.id ?? 0, outcome: { kind: "arrived", uid: 7, uidValidity: 3 } },
          ],
        });
      if (isFirst) await box.find("archive", 7);
      await settle();
      if (!isFirst) await box.find("archive", 7);
      expect(await box.places()).toEqual([
        { folder_id: box.folder("archive").id, uid: 7, message_id: box.id, role: "archive" },
      ]);
      expect(await box.pending()).toEqual([]);
    }
  });

  test("a message that was moved twice has no location left when another client deletes its first folder", async () => {
    const box = await aFiledMailbox(open);
    await box.change(archive);
    await box.take();
    await box.change(trash);
    expect(await box.pending()).toHaveLength(2);
    const left = [box.folder("archive"), box.folder("trash")];
    await box.execute("folders.save", {
      userId: box.userId,
      accountId: box.accountId,
      folders: left.map(({ path, name, role }) => ({ path, name, role })),
    });
    expect(await box.places()).toEqual([]);
    expect(await box.pending()).toEqual([]);
  });

  test("operations whose message is not found in its folder are settled, and the message is found in another", async () => {
    const box = await aFiledMailbox(open, 2);
    const [moved, deleted] = box.ids;
    await box.change(archive, undefined, moved === undefined ? [] : [moved]);
    await box.change({ deleteAt: 0 }, undefined, deleted === undefined ? [] : [deleted]);
    const queued = await box.pending();
    const folderId = box.folder("inbox").id;
    const lose = () =>
      box.execute("pending.lost", {
        userId: box.userId,
        folderId,
        ids: queued.map(({ id }) => id),
      });
    // A location with a known UID is not lost.
    await lose();
    expect(await box.pending()).toHaveLength(2);
    await box.execute("folder.newEpoch", { folderId, uidValidity: 9 });
    await lose();
    expect(await box.pending()).toEqual([]);
    expect(await box.places()).toEqual([]);
    await box.find("archive", 7);
    expect(await box.list("archive")).toEqual([box.id]);
  });

  test("a message that sync did not recognize becomes the moved one", async () => {
    const box = await aFiledMailbox(open);
    await box.change({ ...archive, labels: { add: ["Work"], remove: [] } });
    const taken = await box.take();
    const move = taken.find(({ kind }) => kind === "move");
    await box.execute("messages.takeIn", {
      userId: box.userId,
      accountId: box.accountId,
      folderId: box.folder("archive").id,
      messages: [aMessage({ uid: 7, message: { messageId: "another@example.org" } })],
    });
    expect(await box.list("archive")).toHaveLength(2);
    await box.execute("pending.settle", {
      userId: box.userId,
      settled: [{ id: move?.id ?? 0, outcome: { kind: "arrived", uid: 7, uidValidity: 3 } }],
    });
    expect(await box.list("archive")).toEqual([box.id]);
  });

  test("moves that were not pushed yet collapse", async () => {
    const box = await aFiledMailbox(open);
    await box.change(archive);
    await box.change(trash);
    expect(await box.pending()).toMatchObject([
      { kind: "move", uid: 1, target_folder_id: box.folder("trash").id },
    ]);
    await box.change({ starred: true });
    await box.change(inbox);
    expect(await box.places()).toMatchObject([{ folder_id: box.folder("inbox").id, uid: 1 }]);
    // The star is pushed to the location that the message never left.
    expect(await box.pending()).toMatchObject([{ kind: "flags", uid: 1 }]);
  });

  test("a move that the server may have received is followed by another one", async () => {
    const box = await aFiledMailbox(open);
    await box.change(archive);
    const [first] = await box.take();
    await box.change(inbox);
    await box.change({ starred: true });
    expect(await box.list("inbox")).toEqual([box.id]);
    expect(await box.take()).toEqual([first].map((one) => ({ ...one, attempts: 2 })));
    // Sync finds the message in the archive, which it will leave again.
    await box.find("archive", 7);
    expect(await box.list("archive")).toEqual([]);
    expect(await box.list("inbox")).toEqual([box.id]);
    await box.execute("pending.settle", {
      userId: box.userId,
      settled: [{ id: first?.id ?? 0, outcome: { kind: "arrived", uid: 7, uidValidity: 3 } }],
    });
    const [back] = await box.take();
    expect(back).toMatchObject({ kind: "move", folder_id: box.folder("archive").id, uid: 7 });
    await box.execute("pending.settle", {
      userId: box.userId,
      settled: [{ id: back?.id ?? 0, outcome: { kind: "arrived", uid: 9, uidValidity: 1 } }],
    });
    expect(await box.places()).toMatchObject([{ folder_id: box.folder("inbox").id, uid: 9 }]);
    expect(await box.take()).toMatchObject([{ kind: "flags", uid: 9 }]);
  });

  test("a change that the server finally refuses is reverted", async () => {
    const box = await aFiledMailbox(open, 2);
    await box.change(archive);
    await box.change({ deleteAt: 0 }, undefined, [box.ids[1] ?? never()]);
    const settled = (await box.take()).map(({ id }) => ({
      id,
      outcome: { kind: "refused" } as const,
    }));
    await box.execute("pending.settle", { userId: box.userId, settled });
    expect(await box.list("inbox")).toEqual([box.ids[1], box.ids[0]]);
    expect(await box.pending()).toEqual([]);
  });

  test("after a change of UIDVALIDITY operations wait until their message is found again", async () => {
    const box = await aFiledMailbox(open, 2);
    await box.change(archive);
    await box.change({ deleteAt: box.clock.at }, undefined, [box.ids[1] ?? never()]);
    await box.execute("folder.newEpoch", { folderId: box.folder("inbox").id, uidValidity: 9 });
    expect(await box.take()).toEqual([]);
    expect(await box.list("archive")).toEqual([box.id]);
    await box.find("inbox", 31, 1);
    await box.find("inbox", 32, 2);
    expect(await box.list("inbox")).toEqual([]);
    expect(await box.take()).toMatchObject([
      { kind: "move", uid: 31, uid_validity: 9 },
      { kind: "delete", uid: 32, uid_validity: 9 },
    ]);
  });

  test("pending moves into a folder that vanishes are reverted", async () => {
    const box = await aFiledMailbox(open);
    await box.change(archive);
    await someFolders(box.execute, box.userId, box.accountId, ["inbox"]);
    expect(await box.list("inbox")).toEqual([box.id]);
    expect(await box.pending()).toEqual([]);
  });

  test("an account without an archive gets one, which no folder list removes before the server has created it", async () => {
    const { execute, database } = await openStore(open);
    const { userId, accountId, folderId } = await aMailbox(execute);
    const where = { userId, accountId, folderId };
    const [taken] = await execute("messages.takeIn", { ...where, messages: [aMessage()] });
    const messageIds = [taken?.messageId ?? never()];
    await execute("messages.change", { userId, messageIds, change: archive });
    await someFolders(execute, userId, accountId, ["inbox"]);
    const list = () => pageOfRole(database.reader, { userId, role: "archive", limit: 9 });
    expect(await list()).toHaveLength(1);
    // The server created it under another path, and listed it before the response was stored.
    const wanted = await database.reader
      .selectFrom("folders")
      .selectAll()
      .where("is_wanted", "=", 1)
      .executeTakeFirstOrThrow();
    await execute("folders.save", {
      userId,
      accountId,
      folders: [
        { path: "inbox", name: "inbox", role: "inbox" },
        { path: "INBOX.Archive", name: "Archive", role: "archive" },
      ],
    });
    await execute("folder.made", { folderId: wanted.id, path: "INBOX.Archive" });
    expect(await list()).toHaveLength(1);
    const folders = await database.reader.selectFrom("folders").select("path").execute();
    expect(folders.map(({ path }) => path).toSorted()).toEqual(["INBOX.Archive", "inbox"]);
  });

  test("duplicate messages move together, each within its account", async () => {
    const box = await aFiledMailbox(open);
    const other = await anAccount(box.execute, box.userId);
    const folders = await someFolders(box.execute, box.userId, other, ["inbox", "archive"]);
    const folderId = folders.find(({ role }) => role === "inbox")?.id ?? never();
    const where = { userId: box.userId, accountId: other, folderId };
    await box.execute("messages.takeIn", { ...where, messages: [aMessage()] });
    await box.change(archive);
    expect(await box.list("inbox")).toEqual([]);
    expect(await box.list("archive")).toHaveLength(1);
    expect((await box.pending()).map((one) => one.account_id).toSorted()).toEqual(
      [box.accountId, other].toSorted(),
    );
  });
});

function never(): never {
  throw new Error("It is missing.");
}
