import { UndoId } from "@inlet/contract/ids.ts";
import { expect, test, describe } from "vitest";
import { limits } from "@inlet/contract/limits.ts";
import { randomId } from "#/base/random-id.ts";
import { withDatabases } from "#/testing/database/database.ts";
import { aFiledMailbox } from "#/testing/mailboxes/filed-mailbox.ts";
import { aMessage, aUser } from "#/testing/apps/published-calls.ts";
import { countInFolder } from "#/store/folders/message-counts.ts";
import { unreadCounts } from "#/store/folders/queries.ts";
import { getMessage, pageOfFolder, pageOfRole } from "./queries.ts";
import type { MessageChange } from "./message-change.ts";

const archive: MessageChange = { target: { role: "archive" } };
const trash: MessageChange = { target: { role: "trash" } };
const newUndoId = () => UndoId.parse(randomId());

withDatabases((open) => {
  describe("undo", () => {
    test("reverts exactly its change, and not later ones", async () => {
      const box = await aFiledMailbox(open, 3);
      const undoId = newUndoId();
      await box.change({ ...archive, seen: true }, undoId, box.ids);
      await box.change(trash, undefined, [box.ids[1] ?? never()]);
      const undone = await box.execute("undo.run", { userId: box.userId, undoId });
      expect(undone).toEqual({ count: 3, goesOn: false });
      expect(await box.list("inbox")).toEqual([box.ids[2], box.ids[0]]);
      expect(await box.list("trash")).toEqual([box.ids[1]]);
      expect(await unreadCounts(box.reader, box.userId)).toEqual({ inbox: 2, trash: 1 });
      expect(await box.execute("undo.run", { userId: box.userId, undoId })).toBeNull();
    });

    test("reverts moves along with pending changes at the new location", async () => {
      const box = await aFiledMailbox(open, 3);
      const undoId = newUndoId();
      await box.change(archive, undoId, box.ids);
      await box.change({ starred: true }, undefined, [box.ids[1] ?? never()]);
      await box.execute("undo.run", { userId: box.userId, undoId });
      expect(await box.list("inbox")).toEqual(box.ids.toReversed());
      const folder = box.folder("inbox").id;
      expect((await box.places()).map(({ uid }) => uid).toSorted()).toEqual([1, 2, 3]);
      expect(await box.pending()).toMatchObject([{ kind: "flags", folder_id: folder, uid: 2 }]);
    });

    test("restores permanently deleted messages until the deletion is pushed", async () => {
      const box = await aFiledMailbox(open);
      const undoId = newUndoId();
      await box.change({ deleteAt: box.clock.at + limits.undoDeleteMs }, undoId);
      expect(await box.places()).toEqual([]);
      expect(await box.take()).toEqual([]);
      // A message without a location is stored for longer than any absence of the mail server.
      const { userId, accountId } = box;
      await box.execute("messages.sweep", { userId, accountId, olderThan: box.clock.at + 1 });
      await box.execute("undo.run", { userId, undoId });
      expect(await box.list("inbox")).toEqual([box.id]);
      const second = newUndoId();
      await box.change({ deleteAt: box.clock.at + limits.undoDeleteMs }, second);
      box.clock.at += limits.undoDeleteMs;
      expect(await box.take()).toMatchObject([{ kind: "delete", uid: 1 }]);
      expect(await box.execute("undo.run", { userId, undoId: second })).toMatchObject({ count: 0 });
      expect(await box.list("inbox")).toEqual([]);
    });

    test("is rejected for every user after its time, and for other users at any time", async () => {
      const box = await aFiledMailbox(open);
      const undoId = newUndoId();
      await box.change(archive, undoId);
      const stranger = await aUser(box.execute);
      expect(await box.execute("undo.run", { userId: stranger, undoId })).toBeNull();
      box.clock.at += limits.undoRetentionMs + 1;
      expect(await box.execute("undo.run", { userId: box.userId, undoId })).toBeNull();
      await box.execute("undo.sweep", { before: box.clock.at, keysBefore: 0 });
      expect(await box.reader.selectFrom("undo_steps").selectAll().execute()).toEqual([]);
    });

    test("reverts snoozing, muting, labels and copies", async () => {
      const box = await aFiledMailbox(open);
      const undoId = newUndoId();
      await box.change(
        {
          snoozeUntil: box.clock.at + 60_000,
          muted: true,
          labels: { set: ["Work"] },
          copyTo: box.folder("other").id,
        },
        undoId,
      );
      expect(await box.list("snoozed")).toEqual([box.id]);
      expect(await box.list("other")).toEqual([box.id]);
      await box.execute("undo.run", { userId: box.userId, undoId });
      expect(await box.list("inbox")).toEqual([box.id]);
      expect(await box.list("other")).toEqual([]);
      expect(await getMessage(box.reader, box.userId, box.id)).toMatchObject({
        flags_json: "[]",
        is_muted: 0,
        snoozed_until: 0,
      });
    });
  });

  describe("a permanent deletion from Trash", () => {
    test.each([false, true])(
      "leaves the same message in other folders, also when it applies to threads: %s",
      async (threads) => {
        const box = await aFiledMailbox(open);
        const { userId } = box;
        // Another client deleted one copy and left another.
        await box.find("other", 7);
        await box.find("trash", 8);
        await box.execute("locations.vanish", { folderId: box.folder("inbox").id, uids: [1] });
        const messageIds = [box.id];
        await box.execute("messages.change", {
          userId,
          messageIds,
          threads,
          change: { deleteAt: box.clock.at },
        });
        expect(await box.places()).toMatchObject([{ folder_id: box.folder("other").id, uid: 7 }]);
        expect(await box.pending()).toMatchObject([{ kind: "delete", uid: 8 }]);
      },
    );
  });

  describe("snoozing", () => {
    test("removes a message from the inbox and returns it unread, at the top", async () => {
      const box = await aFiledMailbox(open, 3);
      const { userId, accountId } = box;
      const until = box.clock.at + 60_000;
      await box.change({ seen: true });
      await box.change({ snoozeUntil: until });
      expect(await box.list("snoozed")).toEqual([box.id]);
      expect(await box.list("inbox")).toEqual([box.ids[2], box.ids[1]]);
      const folderId = box.folder("inbox").id;
      const inFolder = await pageOfFolder(box.reader, { userId, folderId, limit: 9 });
      expect(inFolder).toHaveLength(2);
      const ofAccount = { userId, accountId, role: "snoozed" as const, limit: 9 };
      expect(await pageOfRole(box.reader, ofAccount)).toHaveLength(1);
      // On the server the message is still in this folder: sync must not miss it, and its flags may change.
      expect(await countInFolder(box.reader, userId, folderId)).toBe(3);
      const jobs = () =>
        box.reader
          .selectFrom("jobs")
          .select("run_at")
          .where("kind", "=", "return-snoozed")
          .execute();
      expect(await jobs()).toEqual([{ run_at: until }]);
      await box.execute("snoozed.return", { userId });
      expect(await box.list("snoozed")).toEqual([box.id]);

      box.clock.at = until;
      await box.execute("snoozed.return", { userId });
      expect(await box.list("inbox")).toEqual([box.id, box.ids[2], box.ids[1]]);
      const first = await pageOfRole(box.reader, { userId, role: "inbox", limit: 1 });
      const rest = await pageOfRole(box.reader, {
        userId,
        role: "inbox",
        limit: 9,
        before: first[0]?.date_key,
      });
      expect(rest.map(({ id }) => id)).toEqual([box.ids[2], box.ids[1]]);
      expect(first).toMatchObject([{ id: box.id, snoozed_until: 0 }]);
      expect(await getMessage(box.reader, userId, box.id)).toMatchObject({ is_seen: 0 });
      expect(await box.pending()).toMatchObject([{ kind: "flags" }]);
      const arrived = await box.reader
        .selectFrom("changes")
        .select("ids_json")
        .where("kind", "=", "message.arrived")
        .orderBy("seq", "desc")
        .executeTakeFirst();
      expect(arrived?.ids_json).toBe(JSON.stringify([box.id]));
    });

    test("ends when the message is moved", async () => {
      const box = await aFiledMailbox(open);
      await box.change({ snoozeUntil: box.clock.at + 60_000 });
      await box.change(archive);
      box.clock.at += 60_000;
      await box.execute("snoozed.return", { userId: box.userId });
      expect(await box.list("archive")).toEqual([box.id]);
      expect(await box.list("inbox")).toEqual([]);
    });

    test("survives a change of UIDVALIDITY", async () => {
      const box = await aFiledMailbox(open);
      await box.change({ snoozeUntil: box.clock.at + 60_000 });
      await box.execute("folder.newEpoch", { folderId: box.folder("inbox").id, uidValidity: 9 });
      await box.find("inbox", 31);
      expect(await box.list("snoozed")).toEqual([box.id]);
      expect(await box.list("inbox")).toEqual([]);
    });
  });

  test("messages of a muted conversation arrive read in the archive, without a notification", async () => {
    const box = await aFiledMailbox(open);
    const { userId, accountId } = box;
    await box.change({ muted: true });
    const reply = aMessage({
      uid: 2,
      isLive: true,
      // Falls into the second in which the conversation was muted.
      internalDate: box.clock.at - 999,
      message: { references: ["m1@example.org"] },
    });
    const folderId = box.folder("inbox").id;
    await box.execute("messages.takeIn", { userId, accountId, folderId, messages: [reply] });
    expect(await box.list("inbox")).toEqual([box.id]);
    const [quiet] = await pageOfRole(box.reader, { userId, role: "archive", limit: 9 });
    expect(quiet).toMatchObject({ flags_json: JSON.stringify(["\\Seen"]), is_muted: 1 });
    expect((await box.pending()).map(({ kind }) => kind)).toEqual(["flags", "move"]);
    const announced = await box.reader
      .selectFrom("changes")
      .select("ids_json")
      .where("kind", "=", "message.arrived")
      .execute();
    expect(announced.map((row) => row.ids_json)).toEqual([JSON.stringify([box.id])]);
  });

  test("a label that the server does not store survives every sync, until it is removed", async () => {
    const box = await aFiledMailbox(open);
    const folderId = box.folder("inbox").id;
    await box.change({ labels: { add: ["Work"], remove: [] } });
    const [operation] = await box.take();
    const id = operation?.id ?? 0;
    const { userId } = box;
    await box.execute("pending.settle", {
      userId,
      settled: [{ id, outcome: { kind: "local", flags: ["Work"] } }],
    });
    await box.execute("pending.settle", {
      userId,
      settled: [{ id, outcome: { kind: "applied" } }],
    });
    const flags = async () => (await getMessage(box.reader, userId, box.id))?.flags_json;
    await box.execute("locations.flags", { folderId, items: [{ uid: 1, flags: ["\\Seen"] }] });
    expect(await flags()).toBe('["Work","\\\\Seen"]');
    await box.execute("locations.vanish", { folderId, uids: [1] });
    await box.find("archive", 5);
    expect(await flags()).toBe('["Work"]');
    await box.change({ labels: { set: [] } });
    const other = box.folder("archive").id;
    await box.execute("locations.flags", { folderId: other, items: [{ uid: 5, flags: [] }] });
    expect(await flags()).toBe("[]");
  });
});

function never(): never {
  throw new Error("It is missing.");
}
