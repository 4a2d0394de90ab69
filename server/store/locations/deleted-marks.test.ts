import { expect, test } from "vitest";
import { withDatabases } from "#/testing/database/database.ts";
import { aFiledMailbox } from "#/testing/mailboxes/filed-mailbox.ts";
import { aMessage } from "#/testing/apps/published-calls.ts";
import { countInFolder } from "#/store/folders/message-counts.ts";
import { countPending } from "#/store/pending/count-pending.ts";
import { messagesOfThread } from "#/store/threads/queries.ts";
import { folderCounts, unreadCounts } from "#/store/folders/queries.ts";
import { uidsOf } from "./queries.ts";
import { getMessage } from "#/store/messages/queries.ts";
import { visibleKeys } from "#/store/search/visible-keys.ts";

const day = 24 * 3600_000;

withDatabases((open) => {
  async function aMailbox() {
    const box = await aFiledMailbox(open);
    const { reader, userId, accountId } = box;
    const folderId = box.folder("inbox").id;
    const flagged = (flags: string[], uid = 1) =>
      box.execute("locations.flags", { folderId, items: [{ uid, flags }] });
    /** Returns the counts of all views that show the message to users. */
    const seen = async () => {
      const message = await getMessage(reader, userId, box.id);
      const thread = message?.thread_id;
      const counts = await folderCounts(reader, userId);
      const count = counts.find((one) => one.folderId === folderId);
      return {
        list: (await box.list("inbox")).length,
        search: (await visibleKeys(reader, box.database.engine, userId, [message?.date_key ?? 0]))
          .length,
        thread: thread ? (await messagesOfThread(reader, userId, thread, 9)).length : 0,
        unread: (await unreadCounts(reader, userId)).inbox ?? 0,
        here: count?.here,
        marked: count?.marked,
      };
    };
    const known = () => countInFolder(reader, userId, folderId);
    return { ...box, accountId, folderId, flagged, seen, known };
  }

  const shown = { list: 1, search: 1, thread: 1, unread: 1, here: 1, marked: 0 };
  const hidden = { list: 0, search: 0, thread: 0, unread: 0, here: 0, marked: 1 };

  test("a message that another client marks as deleted is hidden and still known, until the mark is removed", async () => {
    const box = await aMailbox();
    expect(await box.seen()).toEqual(shown);
    await box.flagged(["\\Deleted", "Work"]);
    expect(await box.seen()).toEqual(hidden);
    expect(await box.known()).toBe(1);
    expect(await uidsOf(box.reader, box.userId, box.folderId)).toEqual([
      {
        uid: 1,
        message_id: box.id,
        flags_json: JSON.stringify(["\\Deleted", "Work"]),
        isLeaving: false,
      },
    ]);
    // Nothing has to be pushed.
    expect(await countPending(box.reader, box.userId, box.accountId)).toBe(0);
    expect(await box.take()).toEqual([]);

    await box.flagged(["\\Deleted", "Home"]);
    expect(await box.seen()).toEqual(hidden);
    await box.flagged(["Home"]);
    expect(await box.seen()).toEqual(shown);
    expect(await box.pending()).toEqual([]);
    expect(await getMessage(box.reader, box.userId, box.id)).toMatchObject({
      flags_json: JSON.stringify(["Home"]),
      orphaned_at: 0,
    });
  });

  test("a message found with the mark is ingested hidden, without any notification", async () => {
    const box = await aMailbox();
    const { userId, accountId, folderId } = box;
    const marked = aMessage({ uid: 2, flags: ["\\Deleted"], isLive: true });
    const before = await box.reader.selectFrom("jobs").select("kind").execute();
    const messages = [marked];
    const [ingested] = await box.execute("messages.takeIn", {
      userId,
      accountId,
      folderId,
      messages,
    });
    expect(await box.list("inbox")).toEqual([box.id]);
    expect(await box.known()).toBe(2);
    expect(await box.reader.selectFrom("jobs").select("kind").execute()).toEqual(before);
    await box.flagged([], 2);
    expect(await box.list("inbox")).toEqual([ingested?.messageId, box.id]);
  });

  test("a message that is found again takes the flags reported with it", async () => {
    const box = await aMailbox();
    await box.flagged(["\\Deleted"]);
    await box.find("inbox", 1);
    expect(await box.seen()).toEqual(shown);
  });

  test("an expunged message is gone permanently", async () => {
    const box = await aMailbox();
    await box.flagged(["\\Deleted"]);
    await box.execute("locations.vanish", { folderId: box.folderId, uids: [1] });
    expect(await box.known()).toBe(0);
    expect(await box.pending()).toEqual([]);
  });

  test("a hidden message is not swept while the server has it", async () => {
    const box = await aMailbox();
    const { userId, accountId } = box;
    await box.flagged(["\\Deleted"]);
    box.clock.at += 90 * day;
    await box.execute("messages.sweep", { userId, accountId, olderThan: box.clock.at - day });
    await box.flagged([]);
    expect(await box.seen()).toEqual(shown);
  });

  test("a pending change of the user survives the mark", async () => {
    const box = await aMailbox();
    await box.change({ starred: true });
    await box.flagged(["\\Deleted"]);
    await box.flagged([]);
    expect(await getMessage(box.reader, box.userId, box.id)).toMatchObject({ is_starred: 1 });
    expect(await box.take()).toMatchObject([{ kind: "flags", uid: 1 }]);
  });

  test("a snoozed message returns as snoozed", async () => {
    const box = await aMailbox();
    await box.change({ snoozeUntil: box.clock.at + day });
    await box.flagged(["\\Deleted"]);
    expect(await box.list("snoozed")).toEqual([]);
    await box.flagged([]);
    expect(await box.list("snoozed")).toEqual([box.id]);
    expect(await box.list("inbox")).toEqual([]);
  });

  test("a change of UIDVALIDITY drops earlier marks", async () => {
    const box = await aMailbox();
    await box.flagged(["\\Deleted"]);
    await box.execute("folder.newEpoch", { folderId: box.folderId, uidValidity: 7 });
    expect(await box.known()).toBe(0);
    await box.find("inbox", 5);
    expect(await box.list("inbox")).toEqual([box.id]);
  });
});
