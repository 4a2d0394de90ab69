import { UndoId } from "@inlet/contract/ids.ts";
import { limits } from "@inlet/contract/limits.ts";
import { expect, test } from "vitest";
import { randomId } from "#/base/random-id.ts";
import { withDatabases } from "#/testing/database/database.ts";
import { aFiledMailbox } from "#/testing/mailboxes/filed-mailbox.ts";
import { aMessage, testNow } from "#/testing/apps/published-calls.ts";
import { getMessage } from "#/store/messages/queries.ts";
import type { Selection } from "./selection.ts";
import type { MessageChange } from "#/store/messages/message-change.ts";

type Box = Awaited<ReturnType<typeof aFiledMailbox>>;

/** Applies a bulk change: its first slice, then the given work, then the rest. */
async function changeAll(
  { execute, reader, userId }: Box,
  selection: Selection,
  change: MessageChange,
  meanwhile: () => Promise<unknown>,
): Promise<void> {
  await execute("bulk.start", { userId, selection, change });
  await meanwhile();
  const { id } = await reader
    .selectFrom("bulk_changes")
    .select("id")
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  await execute("bulk.continue", { userId, id });
}

const changes: [string, (box: Box) => MessageChange][] = [
  ["moved", () => ({ target: { role: "trash" } })],
  ["copied", (box) => ({ copyTo: box.folder("other").id })],
  ["marked as read", () => ({ seen: true })],
  ["given a label", () => ({ labels: { add: ["Work"], remove: [] } })],
  ["snoozed", () => ({ snoozeUntil: testNow + 3600_000 })],
];

withDatabases((open) => {
  test.each(changes)(
    "a message moved into a list during its bulk change is not %s",
    async (_, of) => {
      for (const isFolder of [false, true]) {
        const box = await aFiledMailbox(open, 120);
        const { userId, accountId } = box;
        // It would be processed last.
        const old = { ...aMessage({ uid: 500 }), internalDate: testNow - 2 * 3600_000 };
        const [stored] = await box.execute("messages.takeIn", {
          userId,
          accountId,
          folderId: box.folder("archive").id,
          messages: [old],
        });
        const later = stored?.messageId ?? never();
        const list = isFolder ? { folderId: box.folder("inbox").id } : { role: "inbox" as const };
        await changeAll(box, { list }, of(box), () =>
          box.change({ target: { role: "inbox" } }, undefined, [later]),
        );
        expect(await box.list("inbox")).toContain(later);
        expect(await box.list("other")).not.toContain(later);
        expect(await getMessage(box.reader, userId, later)).toMatchObject({
          flags_json: "[]",
          snoozed_until: 0,
        });
        const [first = never()] = box.ids;
        const row = await getMessage(box.reader, userId, first);
        const isChanged =
          row?.flags_json !== "[]" ||
          row.snoozed_until > 0 ||
          (await box.list("other")).includes(first) ||
          (await box.list("trash")).includes(first);
        expect(isChanged).toBe(true);
      }
    },
  );

  test("a selection by star or label includes messages that are moved in the meantime", async () => {
    const box = await aFiledMailbox(open, 120);
    const [oldest = never()] = box.ids;
    await box.change({ starred: true, labels: { add: ["Work"], remove: [] } }, undefined, box.ids);
    await changeAll(box, { list: "starred" }, { seen: true }, () =>
      box.change({ target: { role: "archive" } }, undefined, [oldest]),
    );
    const labels = { add: [], remove: ["Work"] };
    await changeAll(box, { list: "", label: "Work" }, { labels }, () =>
      box.change({ target: { folderId: box.folder("other").id } }, undefined, [oldest]),
    );
    const row = await getMessage(box.reader, box.userId, oldest);
    expect(row).toMatchObject({ is_seen: 1, flags_json: expect.not.stringContaining("Work") });
  });

  test.each(["done", "taken back"])(
    "a bulk change of very many messages stores no list of them in its row, and no rows after it is %s",
    async (end) => {
      const box = await aFiledMailbox(open, 2000);
      const { userId } = box;
      // Their moves are still pending: no UID shows their time of arrival.
      await box.change({ target: { role: "trash" } }, undefined, box.ids);
      const undoId = UndoId.parse(randomId());
      const selection = { list: { role: "trash" as const } };
      const change = { deleteAt: box.clock.at + limits.undoDeleteMs };
      await box.execute("bulk.start", { userId, selection, change, undoId });
      const row = await box.reader
        .selectFrom("bulk_changes")
        .selectAll()
        .where("user_id", "=", userId)
        .executeTakeFirstOrThrow();
      expect(JSON.stringify(row).length).toBeLessThan(1000);
      if (end === "taken back") await box.execute("undo.run", { userId, undoId });
      await box.execute("bulk.continue", { userId, id: row.id });
      expect(await box.places()).toHaveLength(end === "done" ? 0 : 2000);
      for (const table of ["bulk_changes", "bulk_standing"] as const) {
        expect(await box.reader.selectFrom(table).selectAll().execute()).toEqual([]);
      }
    },
  );
});

function never(): never {
  throw new Error("It is missing.");
}
