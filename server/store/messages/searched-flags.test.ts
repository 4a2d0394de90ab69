import { expect, test } from "vitest";
import { withDatabases } from "#/testing/database/database.ts";
import { aFiledMailbox } from "#/testing/mailboxes/filed-mailbox.ts";
import type { Outcome } from "#/store/pending/settle-operations.ts";
import { labelNamesOf } from "#/store/labels/keywords.ts";
import { readFlags, readOperation } from "./flags.ts";

withDatabases((open) => {
  /** Creates a message in the inbox and the archive, with a flag change that its location in the inbox no longer accepts. */
  async function searchedChange() {
    const box = await aFiledMailbox(open);
    await box.find("archive", 7);
    const { userId, execute, reader } = box;
    const inboxId = box.folder("inbox").id;
    const archiveId = box.folder("archive").id;
    const settleAt = async (folderId: string, uid: number, outcome: Outcome) => {
      const settled = (await box.pending())
        .filter((one) => one.folder_id === folderId && one.uid === uid)
        .map(({ id }) => ({ id, outcome }));
      await execute("pending.settle", { userId, settled });
    };
    return {
      ...box,
      inboxId,
      archiveId,
      settleAt,
      /** The change in the inbox cannot be pushed: the message is not there any more. */
      leavesInbox: async () => {
        await settleAt(inboxId, 1, { kind: "missing" });
        await execute("locations.vanish", { folderId: inboxId, uids: [1] });
      },
      labelsIn: async (folderId: string) => {
        const rows = await reader
          .selectFrom("message_locations")
          .select(["folder_id", "flags_json"])
          .where("user_id", "=", userId)
          .execute();
        return rows
          .filter((row) => row.folder_id === folderId)
          .map((row) => labelNamesOf(readFlags(row.flags_json)));
      },
      /** Returns the labels to push to a location, over all pending changes. */
      pushedAt: async (folderId: string, uid: number) => {
        const labels = new Set<string>();
        for (const one of await box.pending()) {
          if (one.kind !== "flags" || one.folder_id !== folderId || one.uid !== uid) continue;
          const { add, remove } = readOperation(one.operation_json);
          for (const name of add) labels.add(name);
          for (const name of remove) labels.delete(name);
        }
        return labelNamesOf([...labels]);
      },
    };
  }

  test("a change for an unknown location does not show at a location that was pushed since", async () => {
    const box = await searchedChange();
    await box.change({ labels: { add: ["work"], remove: [] } });
    await box.leavesInbox();
    await box.change({ labels: { set: [] } });
    await box.settleAt(box.archiveId, 7, { kind: "applied" });
    await box.execute("locations.flags", {
      folderId: box.archiveId,
      items: [{ uid: 7, flags: [] }],
    });
    expect(await box.labelsIn(box.archiveId)).toEqual([[]]);
  });

  test("a change for an unknown location includes the user's later changes", async () => {
    const box = await searchedChange();
    await box.change({ labels: { add: ["work"], remove: [] } });
    await box.leavesInbox();
    await box.change({ labels: { set: [] } });
    await box.settleAt(box.archiveId, 7, { kind: "applied" });
    await box.find("trash", 3);
    expect(await box.labelsIn(box.folder("trash").id)).toEqual([[]]);
    expect(await box.pushedAt(box.folder("trash").id, 3)).toEqual([]);
  });

  test("a change that could not be pushed to the old location is pushed to the new one", async () => {
    const box = await searchedChange();
    await box.change({ labels: { add: ["work"], remove: [] } });
    await box.change({ target: { role: "trash" } });
    // Another client has already moved it there.
    const trashId = box.folder("trash").id;
    const pending = await box.pending();
    const flags = pending.filter(({ kind, uid }) => kind === "flags" && uid === 1);
    const moves = pending.filter(({ kind, uid }) => kind === "move" && uid === 1);
    const settle = (ids: { id: number }[], outcome: Outcome) =>
      box.execute("pending.settle", {
        userId: box.userId,
        settled: ids.map(({ id }) => ({ id, outcome })),
      });
    await settle(flags, { kind: "missing" });
    await settle(moves, { kind: "arrived", uid: 5, uidValidity: 1 });
    expect(await box.pushedAt(trashId, 5)).toEqual(["work"]);
  });

  test("a label removed during a move does not return at the new location", async () => {
    const box = await searchedChange();
    await box.change({ labels: { add: ["work"], remove: [] } });
    await box.change({ target: { role: "trash" } });
    const trashId = box.folder("trash").id;
    await box.change({ labels: { set: [] } });
    for (const outcome of ["missing", "arrived"] as const) {
      const kind = outcome === "missing" ? "flags" : "move";
      const ids = (await box.pending()).filter((one) => one.kind === kind && one.uid === 1);
      await box.execute("pending.settle", {
        userId: box.userId,
        settled: ids.map(({ id }) => ({
          id,
          outcome:
            outcome === "missing" ? { kind: outcome } : { kind: outcome, uid: 5, uidValidity: 1 },
        })),
      });
    }
    expect(await box.pushedAt(trashId, 5)).toEqual([]);
  });
});
