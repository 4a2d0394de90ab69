import { UndoId } from "@inlet/contract/ids.ts";
import { expect, test } from "vitest";
import fc from "fast-check";
import { randomId } from "#/base/random-id.ts";
import { openTestDatabase } from "#/testing/database/database.ts";
import { aFiledMailbox } from "#/testing/mailboxes/filed-mailbox.ts";
import { uidsOf } from "./queries.ts";

const newUndoId = () => UndoId.parse(randomId());

test("in any order of moves, syncs and responses, the message is in one place, its last destination", async () => {
  const places = ["inbox", "archive", "trash"] as const;
  type Place = (typeof places)[number];
  const step = fc.oneof(
    fc.record({ kind: fc.constant("move" as const), to: fc.constantFrom(...places) }),
    fc.record({ kind: fc.constant("undo" as const) }),
    fc.record({ kind: fc.constant("begin" as const) }),
    fc.record({ kind: fc.constant("answer" as const) }),
    fc.record({ kind: fc.constant("sync" as const), at: fc.constantFrom(...places) }),
  );
  const database = await openTestDatabase("sqlite");
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 4, maxLength: 16, size: "max" }),
      async (steps) => {
        const box = await aFiledMailbox(async () => database);
        const { userId } = box;
        /** Folder and UID of the message on the mail server. */
        let there: { role: Place; uid: number } = { role: "inbox", uid: 1 };
        const person: { wants: Place; undo?: { id: UndoId; back: Place } | undefined } = {
          wants: "inbox",
        };
        let lastUid = 1;
        /** Moves that the server made, with responses that are not stored yet. */
        let answers: { id: number; uid: number }[] = [];
        const roleOfFolder = (id: string) =>
          places.find((role) => box.folder(role).id === id) ?? never();

        const begin = async () => {
          if (answers.length > 0) return;
          for (const operation of await box.take()) {
            if (operation.kind !== "move") continue;
            const isThere =
              roleOfFolder(operation.folder_id) === there.role && operation.uid === there.uid;
            expect(isThere).toBe(true);
            there = { role: roleOfFolder(operation.target_folder_id), uid: ++lastUid };
            answers.push({ id: operation.id, uid: there.uid });
          }
        };
        const answer = async () => {
          const settled = answers.map(({ id, uid }) => ({
            id,
            outcome: { kind: "arrived" as const, uid, uidValidity: 0 },
          }));
          answers = [];
          await box.execute("pending.settle", { userId, settled });
        };
        const sync = async (at: Place) => {
          const folderId = box.folder(at).id;
          const known = (await uidsOf(box.reader, userId, folderId)).map(({ uid }) => uid);
          const uids = there.role === at ? [there.uid] : [];
          const gone = known.filter((uid) => !uids.includes(uid));
          if (gone.length > 0) await box.execute("locations.vanish", { folderId, uids: gone });
          for (const uid of uids) await box.find(at, uid);
        };

        for (const one of steps) {
          if (one.kind === "move" && one.to !== person.wants) {
            person.undo = { id: newUndoId(), back: person.wants };
            await box.change({ target: { role: one.to } }, person.undo.id);
            person.wants = one.to;
          } else if (one.kind === "undo" && person.undo) {
            await box.execute("undo.run", { userId, undoId: person.undo.id });
            person.wants = person.undo.back;
            delete person.undo;
          } else if (one.kind === "begin") await begin();
          else if (one.kind === "answer") await answer();
          else if (one.kind === "sync") await sync(one.at);
          expect((await box.places()).map(({ role }) => role)).toEqual([person.wants]);
        }
        for (let round = 0; round < 20 && (await box.pending()).length > 0; round++) {
          await begin();
          await answer();
        }
        for (const at of places) await sync(at);
        expect(there.role).toBe(person.wants);
        expect(await box.places()).toMatchObject([{ role: person.wants, uid: there.uid }]);
        expect(await box.pending()).toEqual([]);
      },
    ),
    { numRuns: 250 },
  );
}, 120_000);

function never(): never {
  throw new Error("It is missing.");
}
