import { UndoId } from "@inlet/contract/ids.ts";
import { limits } from "@inlet/contract/limits.ts";
import { expect, test } from "vitest";
import { randomId } from "#/base/random-id.ts";
import { withDatabases } from "#/testing/database/database.ts";
import { aFiledMailbox } from "#/testing/mailboxes/filed-mailbox.ts";
import { aMessage } from "#/testing/apps/published-calls.ts";
import { undoOfJob } from "./commands.ts";
import { countSelection } from "./count-selection.ts";
import { unreadCounts } from "#/store/folders/queries.ts";
import type { Selection } from "./selection.ts";
import type { MessageChange } from "#/store/messages/message-change.ts";

const archive: MessageChange = { target: { role: "archive" } };
const trash: MessageChange = { target: { role: "trash" } };
const newUndoId = () => UndoId.parse(randomId());

withDatabases((open) => {
  test("changes all matches in slices, excludes later arrivals, and undoes all of them", async () => {
    const box = await aFiledMailbox(open, 250);
    const { userId } = box;
    const undoId = newUndoId();
    const selection = { list: { role: "inbox" as const } };
    const bulk = { userId, selection, change: archive, undoId, count: 250 };
    const started = await box.execute("bulk.start", bulk);
    expect(started).toEqual({
      found: 250,
      isChanged: true,
      goesOnUntil: box.ids.toSorted().at(-1),
    });
    expect(await box.list("archive")).toHaveLength(50);
    box.clock.at += 1;
    await box.find("inbox", 900, 900);
    // Its date is before that of every other message.
    await box.find("inbox", 901, -900);
    const job = await box.reader
      .selectFrom("jobs")
      .selectAll()
      .where("kind", "=", "bulk-change")
      .executeTakeFirstOrThrow();
    await box.execute("bulk.continue", { userId, id: job.subject_id });
    expect(await box.list("archive")).toHaveLength(250);
    expect(await box.list("inbox")).toHaveLength(2);
    expect(await pushed(box)).toEqual([undoId]);
    const undoing = { count: 250, goesOn: true };
    expect(await box.execute("undo.run", { userId, undoId })).toEqual(undoing);
    expect(await box.list("inbox")).toHaveLength(52);
    // A second request during the undo gets the same response.
    expect(await box.execute("undo.run", { userId, undoId })).toEqual(undoing);
    await continueUndoing(box);
    expect(await pushed(box)).toEqual([undoId, undoId]);
    expect(await box.list("inbox")).toHaveLength(252);
    expect((await box.pending()).filter(({ kind }) => kind === "move")).toEqual([]);
  });

  test("an undo of deletions prevents them even after the time at which they were to be pushed", async () => {
    const box = await aFiledMailbox(open, 120);
    const { userId, accountId } = box;
    const undoId = newUndoId();
    const selection = { list: { role: "inbox" as const } };
    const change = { deleteAt: box.clock.at + limits.undoDeleteMs };
    await box.execute("bulk.start", { userId, selection, change, undoId });
    await box.execute("bulk.continue", { userId, id: await subjectOf(box, "bulk-change") });
    expect(await box.places()).toEqual([]);
    await box.execute("undo.run", { userId, undoId });
    box.clock.at += limits.undoDeleteMs + 1;
    expect(await box.take()).toEqual([]);
    // The pending undo is not swept either.
    await box.execute("undo.sweep", { before: box.clock.at, keysBefore: 0 });
    await continueUndoing(box);
    expect(await box.list("inbox")).toHaveLength(120);
    expect(await box.pending()).toEqual([]);
    await box.change({ deleteAt: box.clock.at });
    expect(await box.take()).toMatchObject([{ kind: "delete", account_id: accountId }]);
  });

  test("undoing a bulk change before it is done restores the changed part and leaves the rest unchanged", async () => {
    const box = await aFiledMailbox(open, 120);
    const { userId } = box;
    const undoId = newUndoId();
    const selection = { list: { role: "inbox" as const } };
    await box.execute("bulk.start", { userId, selection, change: archive, undoId });
    const id = await subjectOf(box, "bulk-change");
    expect(await box.execute("undo.run", { userId, undoId })).toEqual({ count: 50, goesOn: false });
    await box.execute("bulk.continue", { userId, id });
    expect(await box.list("inbox")).toHaveLength(120);
    expect(await pushed(box)).toEqual([]);
  });

  test("a bulk change can be undone although its first slice changed nothing", async () => {
    const box = await aFiledMailbox(open, 120);
    const { userId } = box;
    await box.change({ seen: true }, undefined, box.ids.slice(60));
    const undoId = newUndoId();
    const selection = { list: { role: "inbox" as const } };
    await box.execute("bulk.start", { userId, selection, change: { seen: true }, undoId });
    expect(await box.execute("undo.run", { userId, undoId })).toEqual({ count: 0, goesOn: false });
    await box.execute("bulk.continue", { userId, id: await subjectOf(box, "bulk-change") });
    expect(await unreadCounts(box.reader, userId)).toEqual({ inbox: 60 });
  });

  test.each(["a list", "a search"])(
    "deleting %s leaves messages that are moved there during the deletion",
    async (name) => {
      const box = await aFiledMailbox(open, 160);
      const { userId, accountId } = box;
      const [first = never(), second = never(), third = never(), ...others] = box.ids;
      // One message has not arrived in the folder yet, and is older than the first slice.
      await box.change(trash, undefined, [third]);
      const [inFlight = never()] = await box.take();
      const folderId = box.folder("trash").id;
      const thrown = others.map((_id, index) => aMessage({ uid: index + 4 }));
      await box.execute("messages.takeIn", { userId, accountId, folderId, messages: thrown });
      const words = { terms: [{ column: "any" as const, words: ["message"], isPrefix: false }] };
      const list = { role: "trash" as const };
      const selection = name === "a search" ? { list, words } : { list };
      const change = { deleteAt: box.clock.at };
      const count = await countAll(box, selection);
      expect(count).toEqual({ count: 158, isAtLeast: false });
      await box.execute("bulk.start", { userId, selection, change });
      box.clock.at += 1;
      const outcome = { kind: "arrived" as const, uid: 300, uidValidity: 0 };
      await box.execute("pending.settle", { userId, settled: [{ id: inFlight.id, outcome }] });
      await box.change(trash, undefined, [first]);
      await box.find("trash", 301, 2);
      const job = await box.reader
        .selectFrom("jobs")
        .selectAll()
        .where("kind", "=", "bulk-change")
        .executeTakeFirstOrThrow();
      await box.execute("bulk.continue", { userId, id: job.subject_id });
      expect(await box.list("trash")).toEqual([second, first]);
    },
  );

  test("deleting a search leaves a message that gets a second location there during the deletion", async () => {
    const box = await aFiledMailbox(open, 160);
    const { userId } = box;
    const [stays = never(), ...others] = box.ids;
    await box.change(archive, undefined, others);
    const words = { terms: [], asks: [{ kind: "role" as const, role: "archive" as const }] };
    const selection: Selection = { list: "", words };
    await box.execute("bulk.start", { userId, selection, change: { deleteAt: box.clock.at } });
    // Changes that are running during an upgrade have the snapshot under this name.
    const stored = await box.database.reader
      .selectFrom("bulk_changes")
      .select("selection_json")
      .executeTakeFirstOrThrow();
    expect(JSON.parse(stored.selection_json)).toHaveProperty("standing.folders");
    box.clock.at += 1;
    const folderId = box.folder("archive").id;
    const place = await box.reader
      .selectFrom("message_locations")
      .selectAll()
      .where("message_id", "=", stays)
      .executeTakeFirstOrThrow();
    const copy = { ...place, folder_id: folderId, role: "archive" as const, uid: 900 };
    await box.database.kysely.insertInto("message_locations").values(copy).execute();
    await box.execute("bulk.continue", { userId, id: await subjectOf(box, "bulk-change") });
    expect(await box.list("inbox")).toEqual([stays]);
  });

  test("the sweep does not drop part of an undo whose change is still running", async () => {
    const box = await aFiledMailbox(open, 120);
    const { userId } = box;
    const undoId = newUndoId();
    const selection = { list: { role: "inbox" as const } };
    await box.execute("bulk.start", { userId, selection, change: archive, undoId });
    box.clock.at += limits.undoRetentionMs + 1;
    const before = box.clock.at - limits.undoRetentionMs;
    await box.execute("undo.sweep", { before, keysBefore: 0 });
    await box.execute("bulk.continue", { userId, id: await subjectOf(box, "bulk-change") });
    // After the retention period, neither the whole change nor its first part can be undone.
    expect(await box.execute("undo.run", { userId, undoId })).toBeNull();
    expect(await box.list("archive")).toHaveLength(120);
  });

  test("pushes a change of one slice at once, and a long one once a second", async () => {
    const box = await aFiledMailbox(open, 160);
    const { userId, clock } = box;
    const undoId = newUndoId();
    const pushAt = async () => {
      const jobs = box.database.kysely.deleteFrom("jobs").where("kind", "=", "tell-server");
      return (await jobs.returning("run_at").execute()).map((job) => job.run_at);
    };
    const selection = { list: { role: "inbox" as const } };
    await box.execute("bulk.start", { userId, selection, change: archive, undoId });
    expect(await pushAt()).toEqual([clock.at]);
    await box.execute("bulk.continue", { userId, id: await subjectOf(box, "bulk-change") });
    expect(await pushAt()).toEqual([clock.at + 1000]);
    // The server has received the whole change, and is notified again.
    expect(await box.take()).toHaveLength(160);
    await box.execute("undo.run", { userId, undoId });
    expect(await pushAt()).toEqual([clock.at]);
    await continueUndoing(box);
    expect(await pushAt()).toEqual([clock.at + 1000]);
  });

  test("counts and changes all matches of a prefix search", async () => {
    const box = await aFiledMailbox(open, 160);
    const { userId, accountId } = box;
    const folderId = box.folder("inbox").id;
    const other = aMessage({ uid: 200, message: { subject: "Else", text: "else" } });
    await box.execute("messages.takeIn", { userId, accountId, folderId, messages: [other] });
    const words = { terms: [{ column: "any" as const, words: ["mess"], isPrefix: true }] };
    const selection = { list: "" as const, words };
    expect(await countAll(box, selection)).toEqual({ count: 160, isAtLeast: false });
    await box.execute("bulk.start", { userId, selection, change: archive });
    await box.execute("bulk.continue", { userId, id: await subjectOf(box, "bulk-change") });
    expect(await box.list("archive")).toHaveLength(160);
    expect(await box.list("inbox")).toHaveLength(1);
  });

  test("changes all matches of a search even if the list shows few of its hits", async () => {
    const box = await aFiledMailbox(open, 330);
    const { userId } = box;
    const thrown = box.ids.filter((_id, index) => index % 90 === 0);
    await box.change(trash, undefined, thrown);
    const words = { terms: [{ column: "any" as const, words: ["message"], isPrefix: false }] };
    const selection = { list: { role: "trash" as const }, words };
    await box.execute("bulk.start", { userId, selection, change: archive });
    const bulk = await box.reader.selectFrom("bulk_changes").select("id").execute();
    for (const { id } of bulk) await box.execute("bulk.continue", { userId, id });
    expect((await box.list("archive")).toSorted()).toEqual(thrown.toSorted());
    expect(await box.list("trash")).toEqual([]);
  });

  test("a change to a search within a list does not affect messages outside the list", async () => {
    const box = await aFiledMailbox(open, 3);
    await box.change(trash, undefined, [box.id]);
    const { userId } = box;
    const words = {
      terms: [{ column: "any" as const, words: ["message"], isPrefix: false }],
    };
    const selection = { list: { role: "trash" as const }, words };
    const change = { deleteAt: box.clock.at };
    expect(await countAll(box, selection)).toEqual({ count: 1, isAtLeast: false });
    await box.execute("bulk.start", { userId, selection, change });
    expect(await box.list("inbox")).toHaveLength(2);
    expect(await box.list("trash")).toEqual([]);
  });
});

function never(): never {
  throw new Error("It is missing.");
}

type Box = Awaited<ReturnType<typeof aFiledMailbox>>;

const countAll = (box: Box, selection: Selection) =>
  countSelection(box.reader, box.database.engine, box.userId, selection, { most: 9999 });

async function subjectOf(box: Box, kind: string): Promise<string> {
  const job = await box.reader
    .selectFrom("jobs")
    .select("subject_id")
    .where("kind", "=", kind)
    .executeTakeFirstOrThrow();
  return job.subject_id;
}

/** Does the work of the job that an undo queued. */
async function continueUndoing(box: Box): Promise<void> {
  const undoId = undoOfJob(await subjectOf(box, "undo-change"));
  await box.execute("undo.continue", { userId: box.userId, undoId });
}

/** Returns the changes that the live stream reports as done. */
async function pushed(box: Box): Promise<string[]> {
  const rows = await box.reader
    .selectFrom("changes")
    .select("ids_json")
    .where("user_id", "=", box.userId)
    .where("kind", "=", "change.done")
    .orderBy("seq")
    .execute();
  // `ids_json` is written as a list of ids.
  return rows.flatMap((row) => JSON.parse(row.ids_json) as string[]);
}
