import type { FolderRole } from "@inlet/contract/mail/email.ts";
import { UndoId } from "@inlet/contract/ids.ts";
import { expect, test } from "vitest";
import { randomId } from "#/base/random-id.ts";
import { withDatabases } from "#/testing/database/database.ts";
import { aFiledMailbox } from "#/testing/mailboxes/filed-mailbox.ts";
import type { Settled } from "#/store/pending/settle-operations.ts";
import type { MessageChange } from "#/store/messages/message-change.ts";

type Box = Awaited<ReturnType<typeof aFiledMailbox>>;

/** The server receives the pending operations, and refuses them. */
async function refuse(box: Box): Promise<void> {
  const taken = await box.take();
  const settled = taken.map(({ id }): Settled => ({ id, outcome: { kind: "refused" } }));
  await box.execute("pending.settle", { userId: box.userId, settled });
}

/** Copies the message out of the inbox, from where it vanishes on the server before the copy is pushed. */
async function copyOfWhatLeaves(box: Box) {
  await box.change({ copyTo: box.folder("trash").id });
  await box.execute("locations.vanish", { folderId: box.folder("inbox").id, uids: [1] });
}

/** Changes only the messages in that folder. */
async function changeIn(
  { execute, userId, folder }: Box,
  role: FolderRole,
  change: MessageChange,
): Promise<void> {
  const selection = { list: { folderId: folder(role).id } };
  await execute("bulk.start", { userId, selection, change });
}

function listed(...folders: ReturnType<Box["folder"]>[]) {
  return folders.map(({ path, name, role }) => ({ path, name, role }));
}

withDatabases((open) => {
  test("a copy that was moved is removed when the server has nothing to copy", async () => {
    const box = await aFiledMailbox(open);
    await copyOfWhatLeaves(box);
    await box.change({ target: { role: "archive" } });
    expect(await box.list("archive")).toEqual([box.id]);
    for (let round = 0; round < 2; round++) await refuse(box);
    expect(await box.places()).toEqual([]);
    expect(await box.pending()).toEqual([]);
  });

  test("all copies of a copy are removed when the server has nothing to copy", async () => {
    const box = await aFiledMailbox(open);
    await copyOfWhatLeaves(box);
    await box.take();
    await box.change({ target: { role: "inbox" } });
    await box.change({ copyTo: box.folder("archive").id });
    await box.change({ copyTo: box.folder("other").id });
    await box.change({ starred: true });
    expect(await box.places()).toHaveLength(3);
    for (let round = 0; round < 4; round++) await refuse(box);
    expect(await box.places()).toEqual([]);
    expect(await box.pending()).toEqual([]);
  });

  test("everything made of a copy is dropped if UIDVALIDITY changed and its message is gone", async () => {
    const box = await aFiledMailbox(open);
    const inbox = box.folder("inbox").id;
    await copyOfWhatLeaves(box);
    await box.change({ target: { role: "archive" } });
    await box.change({ copyTo: box.folder("other").id });
    const ids = (await box.pending()).map(({ id }) => id);
    await box.execute("folder.newEpoch", { folderId: inbox, uidValidity: 9 });
    await box.execute("pending.lost", { userId: box.userId, folderId: inbox, ids });
    expect(await box.places()).toEqual([]);
    expect(await box.pending()).toEqual([]);
  });

  test("a message that was moved on is dropped with the folder in which it was searched for", async () => {
    const box = await aFiledMailbox(open);
    await box.find("other", 7);
    await box.execute("locations.vanish", { folderId: box.folder("inbox").id, uids: [1] });
    await box.change({ target: { role: "archive" } });
    await box.take();
    await box.change({ target: { role: "trash" } });
    await box.execute("folder.newEpoch", { folderId: box.folder("other").id, uidValidity: 9 });
    await box.execute("folders.save", {
      userId: box.userId,
      accountId: box.accountId,
      folders: listed(box.folder("inbox"), box.folder("archive"), box.folder("trash")),
    });
    expect(await box.places()).toEqual([]);
    expect(await box.pending()).toEqual([]);
  });

  test("a message that was to be copied out of a deleted folder is deleted with it", async () => {
    const box = await aFiledMailbox(open);
    await box.find("other", 7);
    await box.execute("locations.vanish", { folderId: box.folder("inbox").id, uids: [1] });
    await box.change({ copyTo: box.folder("archive").id });
    await box.execute("locations.vanish", { folderId: box.folder("other").id, uids: [7] });
    await box.execute("folders.save", {
      userId: box.userId,
      accountId: box.accountId,
      folders: listed(box.folder("inbox"), box.folder("archive"), box.folder("trash")),
    });
    const row = await box.reader
      .selectFrom("messages")
      .select("orphaned_at")
      .where("id", "=", box.id)
      .executeTakeFirstOrThrow();
    expect(row.orphaned_at).toBeGreaterThan(0);
  });

  test("undoing a copy keeps the copies and moves that were made from it", async () => {
    const box = await aFiledMailbox(open);
    const undoId = UndoId.parse(randomId());
    await box.change({ copyTo: box.folder("trash").id }, undoId);
    await changeIn(box, "trash", { target: { role: "archive" } });
    await box.execute("undo.run", { userId: box.userId, undoId });
    expect(await box.list("inbox")).toEqual([box.id]);
    expect(await box.list("archive")).toEqual([box.id]);
    const archive = box.folder("archive").id;
    expect(await box.pending()).toMatchObject([
      { kind: "copy", uid: 1, target_folder_id: archive },
    ]);
  });

  test("a copy that was moved is still created when another client deletes the folder in between", async () => {
    const box = await aFiledMailbox(open);
    await box.change({ copyTo: box.folder("other").id });
    await changeIn(box, "other", { target: { role: "archive" } });
    await box.execute("folders.save", {
      userId: box.userId,
      accountId: box.accountId,
      folders: listed(box.folder("inbox"), box.folder("archive"), box.folder("trash")),
    });
    expect(await box.list("archive")).toEqual([box.id]);
    const archive = box.folder("archive").id;
    expect(await box.pending()).toMatchObject([
      { kind: "copy", uid: 1, target_folder_id: archive },
    ]);
  });

  test("a copy that is moved back next to its deleted original is not lost with it", async () => {
    const box = await aFiledMailbox(open);
    await box.change({ copyTo: box.folder("archive").id });
    await changeIn(box, "inbox", { deleteAt: box.clock.at });
    await changeIn(box, "archive", { target: { role: "inbox" } });
    expect(await box.list("inbox")).toEqual([box.id]);
    const kinds = (await box.pending()).map(({ kind }) => kind);
    expect(kinds).toEqual(["copy", "delete", "move"]);
  });

  test("the first copy found in a folder is the first one that was requested", async () => {
    const box = await aFiledMailbox(open);
    const other = box.folder("other").id;
    await box.change({ copyTo: other });
    await changeIn(box, "other", { target: { role: "archive" } });
    await box.take();
    await box.change({ copyTo: other });
    await box.find("other", 7);
    // It moves on to the archive; the second copy is not created yet.
    expect((await box.places()).filter((one) => one.folder_id === other)).toMatchObject([
      { uid: -3 },
    ]);
    expect(await box.pending()).toMatchObject([{ id: 1 }, { id: 2, uid: 7 }, { id: 3 }]);
  });

  test("a message that arrives where it is to leave again has no location there", async () => {
    const box = await aFiledMailbox(open);
    const { userId, execute } = box;
    const other = box.folder("other").id;
    await box.change({ copyTo: other });
    await changeIn(box, "other", { target: { role: "archive" } });
    await box.change({ copyTo: other });
    const taken = await box.take();
    await box.find("other", 7);
    // The server executed the later copy first.
    const outcome = { kind: "arrived" as const, uid: 7, uidValidity: 0 };
    await execute("pending.settle", { userId, settled: [{ id: taken.at(-1)?.id ?? 0, outcome }] });
    expect((await box.places()).filter((one) => one.folder_id === other)).toEqual([]);
    for (let round = 0; round < 2; round++) await refuse(box);
    expect(await box.pending()).toEqual([]);
  });
});
