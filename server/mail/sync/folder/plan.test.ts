import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { normalFlags, planFolder, type FolderView } from "./plan.ts";

const flag = fc.constantFrom("\\Seen", "\\SEEN", "\\Flagged", "\\Recent", "$Work", "todo");
const messages = fc.uniqueArray(
  fc.record({ uid: fc.integer({ min: 1, max: 60 }), flags: fc.array(flag, { maxLength: 4 }) }),
  { selector: (message) => message.uid, maxLength: 40 },
);

/** Applies a plan to the local view, as the store does. */
function applyRule(here: FolderView, server: FolderView, plan: ReturnType<typeof planFolder>) {
  const result = new Map(
    plan.isNewEpoch ? [] : here.messages.map(({ uid, flags }) => [uid, normalFlags(flags)]),
  );
  for (const uid of plan.vanished) result.delete(uid);
  for (const { uid, flags } of plan.changed) result.set(uid, flags);
  for (const { uid, flags } of server.messages) {
    if (plan.missing.includes(uid)) result.set(uid, normalFlags(flags));
  }
  return result;
}

function contents(view: FolderView) {
  return new Map(view.messages.map(({ uid, flags }) => [uid, normalFlags(flags)]));
}

describe("a full comparison", () => {
  test("makes the local view equal to the server's", () => {
    fc.assert(
      fc.property(messages, messages, fc.integer({ min: 0, max: 2 }), (ours, theirs, epoch) => {
        const here = { uidValidity: epoch, messages: epoch === 0 ? [] : ours };
        const server = {
          uidValidity: 1,
          messages: theirs,
          allUids: theirs.map((message) => message.uid),
        };
        const plan = planFolder(here, server);
        expect(plan.isNewEpoch).toBe(epoch === 2);
        expect(applyRule(here, server, plan)).toEqual(contents(server));
      }),
    );
  });

  test("has nothing left to do after it was applied", () => {
    fc.assert(
      fc.property(messages, (theirs) => {
        const view = { uidValidity: 7, messages: theirs };
        const allUids = theirs.map((message) => message.uid);
        expect(planFolder(view, { ...view, allUids })).toEqual({
          isNewEpoch: false,
          missing: [],
          vanished: [],
          changed: [],
        });
      }),
    );
  });

  test("requests the newest messages first, and none twice", () => {
    fc.assert(
      fc.property(messages, messages, (ours, theirs) => {
        const allUids = theirs.flatMap((message) => [message.uid, message.uid]);
        const { missing } = planFolder(
          { uidValidity: 1, messages: ours },
          { uidValidity: 1, messages: theirs, allUids },
        );
        expect(missing).toEqual([...new Set(missing)].toSorted((a, b) => b - a));
      }),
    );
  });
});

describe("a look at some messages", () => {
  test("removes no messages", () => {
    fc.assert(
      fc.property(messages, messages, (ours, theirs) => {
        const plan = planFolder(
          { uidValidity: 1, messages: ours },
          { uidValidity: 1, messages: theirs, allUids: null },
        );
        expect(plan.vanished).toEqual([]);
      }),
    );
  });
});

test("requests a message if only its UID is known", () => {
  const here = { uidValidity: 1, messages: [] };
  const plan = planFolder(here, { uidValidity: 1, messages: [], allUids: [3, 9] });
  expect(plan.missing).toEqual([9, 3]);
});

test("discards all known messages after a new UIDVALIDITY, without marking them as vanished", () => {
  const here = { uidValidity: 1, messages: [{ uid: 5, flags: [] }] };
  const plan = planFolder(here, {
    uidValidity: 2,
    messages: [{ uid: 5, flags: [] }],
    allUids: [5],
  });
  expect(plan).toEqual({ isNewEpoch: true, missing: [5], vanished: [], changed: [] });
});

test("ignores the flags of a message that leaves the folder here", () => {
  const here = { uidValidity: 1, messages: [{ uid: 5, flags: [], isLeaving: true }] };
  const plan = planFolder(here, {
    uidValidity: 1,
    messages: [{ uid: 5, flags: ["\\Deleted"] }],
    allUids: [5],
  });
  expect(plan).toEqual({ isNewEpoch: false, missing: [], vanished: [], changed: [] });
});
