import { UndoId } from "@inlet/contract/ids.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { randomId } from "#/base/random-id.ts";
import { openTestDatabase } from "#/testing/database/database.ts";
import { aFiledMailbox } from "#/testing/mailboxes/filed-mailbox.ts";
import type { Outcome, Settled } from "#/store/pending/settle-operations.ts";
import { pendingIn, uidsOf } from "./queries.ts";
import { departures, type PendingRow } from "#/store/pending/queries.ts";
import type { MessageChange } from "#/store/messages/message-change.ts";

const places = ["inbox", "archive", "trash", "other"] as const;
type Place = (typeof places)[number];

const place = fc.constantFrom(...places);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("copy" as const), to: place }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("move" as const), to: place }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant("moveFrom" as const), at: place, to: place }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("deleteFrom" as const), at: place }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("star" as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("undo" as const), back: fc.nat({ max: 2 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("expunge" as const), at: place }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("others move" as const), at: place, to: place }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("tell" as const), isRefused: fc.boolean() }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("answer" as const) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("compare" as const), at: place }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("renumber" as const), at: place }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("drop" as const) }) },
);

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** Creates a message, here and on a simulated server on which other clients work too. */
async function aTrackedMessage(open: Parameters<typeof aFiledMailbox>[0]) {
  const box = await aFiledMailbox(open);
  const { userId, accountId, execute, reader } = box;
  const server = new Map<Place, number[]>([["inbox", [1]]]);
  const uidsAt = (at: Place) => server.get(at) ?? [];
  let lastUid = 1;
  let epoch = 1;
  let isOtherDeleted = false;
  let answers: Settled[] = [];
  const undoIds: UndoId[] = [];
  const placeOf = (id: string) => places.find((one) => box.folder(one).id === id) ?? never();
  const leave = (at: Place, uid: number) =>
    server.set(
      at,
      uidsAt(at).filter((one) => one !== uid),
    );
  const arrive = (at: Place) => {
    server.set(at, [...uidsAt(at), ++lastUid]);
    return lastUid;
  };
  const arrived = (uid: number): Outcome => ({ kind: "arrived", uid, uidValidity: 0 });

  function pushTo({
    kind,
    folder_id: folderId,
    uid,
    target_folder_id: target,
  }: PendingRow): Outcome {
    const at = placeOf(folderId);
    const isThere = uidsAt(at).includes(uid);
    const to = target === "" ? undefined : placeOf(target);
    if (kind === "flags") return { kind: isThere ? "applied" : "missing" };
    if (kind === "delete") {
      leave(at, uid);
      return { kind: "applied" };
    }
    if (to === undefined || to === at) return { kind: "refused" };
    if (kind === "copy") return isThere ? arrived(arrive(to)) : { kind: "refused" };
    if (!isThere) return arrived(uidsAt(to).at(-1) ?? 0);
    leave(at, uid);
    return arrived(arrive(to));
  }

  const change = async (some: MessageChange, at?: Place) => {
    const undoId = UndoId.parse(randomId());
    undoIds.push(undoId);
    if (at === undefined) await box.change(some, undoId);
    else {
      const selection = { list: { folderId: box.folder(at).id } };
      await execute("bulk.start", { userId, selection, change: some, undoId });
    }
  };

  return {
    box,
    exists: (at: Place) => at !== "other" || !isOtherDeleted,
    change,
    undo: async (back: number) => {
      const [undoId] = undoIds.splice(-1 - back, 1);
      if (undoId !== undefined) await execute("undo.run", { userId, undoId });
    },
    expunge: (at: Place) => {
      const uid = uidsAt(at)[0];
      if (uid !== undefined) leave(at, uid);
    },
    othersMove: (at: Place, to: Place) => {
      const uid = uidsAt(at)[0];
      if (uid === undefined || at === to) return;
      leave(at, uid);
      arrive(to);
    },
    pushTo: async (isRefused: boolean) => {
      if (answers.length > 0) return;
      const taken = await box.take();
      answers = taken.map((operation) => ({
        id: operation.id,
        outcome: isRefused ? { kind: "refused" } : pushTo(operation),
      }));
    },
    answer: async () => {
      const settled = answers;
      answers = [];
      await execute("pending.settle", { userId, settled });
    },
    compare: async (at: Place) => {
      const folderId = box.folder(at).id;
      const queued = await pendingIn(reader, userId, folderId);
      const known = (await uidsOf(reader, userId, folderId)).map(({ uid }) => uid);
      const gone = known.filter((uid) => !uidsAt(at).includes(uid));
      await execute("locations.vanish", { folderId, uids: gone });
      for (const uid of uidsAt(at)) await box.find(at, uid);
      await execute("pending.lost", { userId, folderId, ids: queued });
    },
    renumber: async (at: Place) => {
      // A pending response would name UIDs that are invalid now.
      if (answers.length > 0) return;
      server.set(
        at,
        uidsAt(at).map(() => ++lastUid),
      );
      await execute("folder.newEpoch", { folderId: box.folder(at).id, uidValidity: ++epoch });
    },
    drop: async () => {
      if (answers.length > 0) return;
      isOtherDeleted = true;
      server.delete("other");
      const left = places.filter((one) => one !== "other").map((one) => box.folder(one));
      const folders = left.map(({ path, name, role }) => ({ path, name, role }));
      await execute("folders.save", { userId, accountId, folders });
    },
    /** Settles all pending flag changes as if their messages were found in no folder. */
    giveUpFlags: async () => {
      for (const { id, folder_id: folderId } of await box.pending()) {
        await execute("pending.lost", { userId, folderId, ids: [id] });
      }
    },
    waits: async () => (await box.pending()).length > 0,
    there: () => places.flatMap((at) => uidsAt(at).map((uid) => `${at} ${uid}`)).toSorted(),
    here: async () => {
      const rows = await box.places();
      return rows.map(({ folder_id: id, uid }) => `${placeOf(id)} ${uid}`).toSorted();
    },
  };
}

type TrackedMessage = Awaited<ReturnType<typeof aTrackedMessage>>;

/**
 * Checks that each location without a UID from the server has a pending operation that creates it, and that messages which leave
 * have no location.
 */
async function expectOrder({ box }: TrackedMessage): Promise<void> {
  const pending = await box.pending();
  const located = await box.places();
  for (const { uid, folder_id: folderId } of [...located, ...pending]) {
    if (uid >= 0) continue;
    const maker = pending.find(({ id }) => id === -uid);
    expect(["move", "copy"]).toContain(maker?.kind);
    expect(maker?.target_folder_id).toBe(folderId);
  }
  const leaving = pending.filter(({ kind, uid }) => departures.includes(kind) && uid !== 0);
  for (const { uid, folder_id: folderId } of leaving) {
    expect(located.filter((one) => one.uid === uid && one.folder_id === folderId)).toEqual([]);
  }
}

async function take(message: TrackedMessage, one: Step): Promise<void> {
  const { box, exists } = message;
  switch (one.kind) {
    case "copy":
      return exists(one.to) ? message.change({ copyTo: box.folder(one.to).id }) : undefined;
    case "move":
      return exists(one.to)
        ? message.change({ target: { folderId: box.folder(one.to).id } })
        : undefined;
    case "moveFrom":
      return exists(one.at) && exists(one.to)
        ? message.change({ target: { folderId: box.folder(one.to).id } }, one.at)
        : undefined;
    case "deleteFrom":
      return exists(one.at) ? message.change({ deleteAt: box.clock.at }, one.at) : undefined;
    case "star":
      return message.change({ starred: true });
    case "undo":
      return message.undo(one.back);
    case "expunge":
      return message.expunge(one.at);
    case "others move":
      return exists(one.to) ? message.othersMove(one.at, one.to) : undefined;
    case "tell":
      return message.pushTo(one.isRefused);
    case "answer":
      return message.answer();
    case "compare":
      return exists(one.at) ? message.compare(one.at) : undefined;
    case "renumber":
      return exists(one.at) ? message.renumber(one.at) : undefined;
    case "drop":
      return message.drop();
  }
}

/** There are two copies in one folder. The first is to leave it, and is found before the server's response is recorded. */
const copiesThatCross: Step[] = [
  { kind: "copy", to: "other" },
  { kind: "moveFrom", at: "other", to: "archive" },
  { kind: "tell", isRefused: false },
  { kind: "copy", to: "other" },
  { kind: "compare", at: "other" },
  { kind: "answer" },
  { kind: "tell", isRefused: true },
];

test("copies, moves, responses and other clients' changes in any order leave no location that waits forever", async () => {
  const database = await openTestDatabase("sqlite");
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 4, maxLength: 20, size: "max" }),
      async (steps) => {
        const message = await aTrackedMessage(async () => database);
        for (const one of steps) {
          await take(message, one);
          await expectOrder(message);
        }
        await message.answer();
        for (let round = 0; round < 12 && (round === 0 || (await message.waits())); round++) {
          await message.pushTo(false);
          await message.answer();
          await expectOrder(message);
          for (const at of places) if (message.exists(at)) await message.compare(at);
          await message.giveUpFlags();
        }
        expect(await message.box.pending()).toEqual([]);
        expect(await message.here()).toEqual(message.there());
      },
    ),
    { numRuns: 120, examples: [[copiesThatCross]] },
  );
}, 600_000);

function never(): never {
  throw new Error("It is missing.");
}
