import { UndoId, type UserId } from "@inlet/contract/ids.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { randomId } from "#/base/random-id.ts";
import { withDatabases } from "#/testing/database/database.ts";
import { aFiledMailbox } from "#/testing/mailboxes/filed-mailbox.ts";
import { aMessage, anAccount, someFolders } from "#/testing/apps/published-calls.ts";
import { countInFolder, countInFolders } from "./message-counts.ts";
import type { Reader } from "#/store/engine/database.ts";
import { folderCounts, foldersOf, unreadCounts } from "./queries.ts";

withDatabases((open) => {
  test("folder counts match the locations after any sequence of changes", async () => {
    const some = fc.integer({ min: 0, max: 5 });
    const roles = ["inbox", "archive", "trash"] as const;
    const role = fc.constantFrom(...roles);
    const step = fc.oneof(
      fc.record({ kind: fc.constant("move" as const), of: some, role }),
      fc.record({ kind: fc.constant("seen" as const), of: some, seen: fc.boolean() }),
      fc.record({ kind: fc.constant("snooze" as const), of: some }),
      fc.record({ kind: fc.constant("delete" as const), of: some }),
      fc.record({ kind: fc.constant("find" as const), of: some, role, seen: fc.boolean() }),
      fc.record({ kind: fc.constant("vanish" as const), of: some, role }),
      fc.record({ kind: fc.constant("rename" as const), isOther: fc.boolean() }),
      fc.record({ kind: fc.constant("settle" as const) }),
      fc.record({ kind: fc.constant("undo" as const) }),
      fc.record({ kind: fc.constant("return" as const) }),
    );
    const database = await open();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 15 }), async (steps) => {
        const box = await aFiledMailbox(async () => database, 6);
        const { userId, accountId, reader, execute } = box;
        const duplicateId = await anAccount(execute, userId);
        const [duplicates] = await someFolders(execute, userId, duplicateId);
        const ofDuplicate = {
          userId,
          accountId: duplicateId,
          folderId: duplicates?.id ?? box.folder("inbox").id,
        };
        const messages = [1, 2, 3].map((uid) => aMessage({ uid }));
        await execute("messages.takeIn", { ...ofDuplicate, messages });
        const check = async () => {
          expect(await folderCounts(reader, userId)).toEqual(await counted(reader, userId));
          expect(await unreadCounts(reader, userId)).toEqual(await unreadCounted(reader, userId));
          for (const account of [accountId, duplicateId]) {
            const kept = await countInFolders(reader, userId, account);
            for (const { id } of await foldersOf(reader, userId, account)) {
              expect(kept.get(id) ?? 0).toBe(await countInFolder(reader, userId, id));
            }
          }
        };
        let undoId = UndoId.parse(randomId());
        let lastUid = 100;
        const change = async (of: number, what: Parameters<typeof box.change>[0]) => {
          undoId = UndoId.parse(randomId());
          await box.change(what, undoId, box.ids.slice(of, of + 2));
        };

        for (const one of steps) {
          if (one.kind === "move") await change(one.of, { target: { role: one.role } });
          if (one.kind === "seen") await change(one.of, { seen: one.seen });
          if (one.kind === "snooze") await change(one.of, { snoozeUntil: box.clock.at + 1000 });
          if (one.kind === "delete") await change(one.of, { deleteAt: box.clock.at });
          if (one.kind === "find") {
            const flags = one.seen ? ["\\Seen"] : [];
            const found = { ...aMessage({ uid: one.of + 1, flags }), uid: ++lastUid };
            const folderId = box.folder(one.role).id;
            await execute("messages.takeIn", { userId, accountId, folderId, messages: [found] });
          }
          if (one.kind === "vanish") {
            const uids = [one.of + 1, lastUid];
            await execute("locations.vanish", { folderId: box.folder(one.role).id, uids });
          }
          if (one.kind === "rename") {
            const folders = (["inbox", "archive", "trash", "other"] as const).map((path) => ({
              path,
              name: path,
              role: path === "archive" && one.isOther ? ("other" as const) : path,
            }));
            await execute("folders.save", { userId, accountId, folders });
          }
          if (one.kind === "settle") {
            const taken = await box.take();
            const settled = taken
              .filter(({ kind }) => kind === "move")
              .map(({ id }) => ({
                id,
                outcome: { kind: "arrived" as const, uid: ++lastUid, uidValidity: 0 },
              }));
            await execute("pending.settle", { userId, settled });
          }
          if (one.kind === "undo") await execute("undo.run", { userId, undoId });
          if (one.kind === "return") {
            box.clock.at += 2000;
            await execute("snoozed.return", { userId });
          }
          await check();
        }
        await execute("account.remove", { userId, accountId });
        await check();
        await execute("account.remove", { userId, accountId: duplicateId });
        const left = reader.selectFrom("location_counts").selectAll();
        expect(await left.where("user_id", "=", userId).execute()).toEqual([]);
      }),
      { numRuns: 25 },
    );
  }, 120_000);
});

/** Returns all locations, to be counted one by one. */
async function placesOf(reader: Reader, userId: UserId) {
  return reader.selectFrom("message_locations").selectAll().where("user_id", "=", userId).execute();
}

async function counted(reader: Reader, userId: UserId) {
  const places = await placesOf(reader, userId);
  const folders = await reader
    .selectFrom("folders")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("account_id")
    .orderBy("path")
    .execute();
  return folders.map(({ id, account_id: accountId }) => {
    const here = places.filter((place) => place.folder_id === id);
    const unread = here.filter((place) => place.is_seen === 0 && place.role !== "snoozed");
    return { folderId: id, accountId, here: here.length, unread: unread.length, marked: 0 };
  });
}

async function unreadCounted(reader: Reader, userId: UserId) {
  const counts: Record<string, number> = {};
  for (const place of await placesOf(reader, userId)) {
    if (place.is_seen === 1 || place.is_twin === 1 || place.role === "snoozed") continue;
    counts[place.role] = (counts[place.role] ?? 0) + 1;
  }
  return counts;
}
