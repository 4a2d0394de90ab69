import type { EmailRow } from "@inlet/contract/mail/email.ts";
import { expect, test } from "vitest";
import type { ListQuery } from "#/api/queries.ts";
import type { EmailList } from "#/state/changes/merge-list.ts";
import {
  type Before,
  type Change,
  emailWith,
  flagsOf,
  keyOf,
  listWith,
} from "#/state/changes/pending-change.ts";
import { aRow } from "#/testing/email-row.ts";

const inbox: ListQuery = { folder: "recieved", accountId: null };
const archive: ListQuery = { folder: "archive", accountId: null };
const starred: ListQuery = { folder: "starred", accountId: null, isStarred: true };

function mail(number: number, more: Partial<EmailRow> = {}): EmailRow {
  return aRow(`m${number}`, { emailDate: new Date(number * 60_000).toISOString(), ...more });
}

/** Creates a list in pages, newest first, from the given numbers. */
function aList(...pages: number[][]): EmailList {
  return {
    pages: pages.map((numbers, index) => ({
      emails: numbers.map((number) => mail(number)),
      hasMore: index < pages.length - 1,
      nextCursor: index < pages.length - 1 ? String(index) : null,
    })),
    pageParams: pages.map((_, index) => (index ? String(index - 1) : "")),
  };
}

const idsOf = (list: EmailList) => list.pages.map(({ emails }) => emails.map(({ id }) => id));
const change = (ids: string[], what: Change) =>
  ({ kind: "change", target: { ids: new Set(ids) }, change: what }) as const;

test("adds and removes only the labels that the change names", () => {
  const row = mail(1, { flags: [String.raw`\Seen`, "work"] });
  const after = (what: Change) => emailWith(row, change(["m1"], what)).flags;
  expect(after({ starred: true })).toEqual([String.raw`\Seen`, "work", String.raw`\Flagged`]);
  expect(after({ seen: false })).toEqual(["work"]);
  expect(after({})).toEqual(row.flags);
});

test("reads the state from the flags", () => {
  const none = { isSeen: false, isStarred: false, isDraft: false };
  expect(flagsOf({ flags: [String.raw`\Flagged`] })).toEqual({ ...none, isStarred: true });
  expect(flagsOf({ flags: [String.raw`\Draft`] })).toEqual({ ...none, isDraft: true });
});

test("an archived message leaves the inbox and stays in the starred list", () => {
  const list = aList([3, 2], [1]);
  expect(idsOf(listWith(inbox, list, change(["m2"], { folder: "archive" })))).toEqual([
    ["m3"],
    ["m1"],
  ]);
  expect(listWith(archive, list, change(["m2"], { folder: "archive" })).pages.flat()).toHaveLength(
    2,
  );
  expect(idsOf(listWith(starred, list, change(["m2"], { folder: "archive" })))).toEqual(
    idsOf(list),
  );
});

test("a message in the trash leaves the starred list", () => {
  const list = aList([2, 1]);
  expect(idsOf(listWith(starred, list, change(["m2"], { folder: "trash" })))).toEqual([["m1"]]);
});

test("a read message leaves an unread list, and a snoozed one the inbox", () => {
  const unread = { ...inbox, isUnread: true };
  expect(idsOf(listWith(unread, aList([2, 1]), change(["m1"], { seen: true })))).toEqual([["m2"]]);
  const until = { snoozeUntil: "2030-01-01T08:00:00.000Z" };
  expect(idsOf(listWith(inbox, aList([2, 1]), change(["m1"], until)))).toEqual([["m2"]]);
});

test("an unchanged list stays the same object", () => {
  const list = aList([2, 1]);
  expect(listWith(inbox, list, change(["other"], { folder: "trash" }))).toBe(list);
});

test("a change of everything in a list includes unloaded messages, but not another list", () => {
  const all = {
    kind: "change",
    target: { ids: new Set(["m2"]), all: inbox },
    change: { folder: "archive" },
  } as const;
  expect(idsOf(listWith(inbox, aList([2, 1]), all))).toEqual([[]]);
  expect(idsOf(listWith({ folder: "spam", accountId: null }, aList([5, 4]), all))).toEqual([
    ["m5", "m4"],
  ]);
});

function taken(numbers: number[], list: ListQuery): Before {
  const rows = numbers.map((number) => mail(number));
  return {
    rows: new Map(rows.map((row) => [row.id, row])),
    places: new Map([
      [keyOf(list), new Map(rows.map(({ id }, at) => [id, rows[at - 1]?.id ?? null]))],
    ]),
  };
}

test("undo restores a message at the position of its date", () => {
  const back = {
    kind: "restore",
    change: { folder: "archive" },
    before: taken([6, 4, 1], inbox),
  } as const;
  expect(idsOf(listWith(inbox, aList([5, 3], [2]), back))).toEqual([
    ["m6", "m5", "m4", "m3"],
    ["m2", "m1"],
  ]);
  expect(idsOf(listWith(inbox, aList([]), back))).toEqual([["m6", "m4", "m1"]]);
});

test("in an order only the server knows, undo restores a message below its former neighbor", () => {
  const list: ListQuery = { ...inbox, query: "boat", order: "relevance" };
  const back = {
    kind: "restore",
    change: { folder: "archive" },
    before: taken([2, 6, 4], list),
  } as const;
  expect(idsOf(listWith(list, aList([5, 3], [1]), back))).toEqual([
    ["m2", "m6", "m4", "m5", "m3"],
    ["m1"],
  ]);
  expect(idsOf(listWith(list, aList([5, 2, 3], [1]), back))).toEqual([
    ["m5", "m2", "m6", "m4", "m3"],
    ["m1"],
  ]);
});

test("undo restores nothing below the loaded pages: the message arrives with its page", () => {
  const list = aList([5, 3]);
  const [page] = list.pages;
  const more = { ...list, pages: page ? [{ ...page, hasMore: true, nextCursor: "c" }] : [] };
  const back = {
    kind: "restore",
    change: { folder: "archive" },
    before: taken([1], inbox),
  } as const;
  expect(idsOf(listWith(inbox, more, back))).toEqual([["m5", "m3"]]);
});

test("undoing an archive action removes the message from the archive", () => {
  const back = {
    kind: "restore",
    change: { folder: "archive" },
    before: taken([4], inbox),
  } as const;
  expect(idsOf(listWith(archive, aList([4, 3]), back))).toEqual([["m3"]]);
});

test("undo restores the changed fields and keeps other changes", () => {
  const back = { kind: "restore", change: { seen: true }, before: taken([4], inbox) } as const;
  const now = mail(4, { flags: [String.raw`\Seen`, String.raw`\Flagged`], tags: ["new"] });
  expect(emailWith(now, back)).toMatchObject({ flags: [String.raw`\Flagged`], tags: ["new"] });
});

test("in a list with the oldest first, undo restores a message at the position of its date", () => {
  const oldest: ListQuery = { ...inbox, sort: "oldest" };
  const back = {
    kind: "restore",
    change: { folder: "archive" },
    before: taken([1, 4], oldest),
  } as const;
  expect(idsOf(listWith(oldest, aList([2, 3], [5]), back))).toEqual([
    ["m1", "m2", "m3"],
    ["m4", "m5"],
  ]);
});

test("a reclassified message leaves the list of its old category, and undo restores it", () => {
  const finance: ListQuery = { ...inbox, category: "Finance" };
  const row = mail(1, { category: "Finance", priority: "High" });
  const list = { pages: [{ emails: [row], hasMore: false, nextCursor: null }], pageParams: [""] };
  expect(idsOf(listWith(finance, list, change(["m1"], { category: "Work" })))).toEqual([[]]);
  expect(idsOf(listWith(finance, list, change(["m1"], { priority: null })))).toEqual([["m1"]]);
  const rows = new Map([[row.id, row]]);
  const before = { rows, places: new Map() };
  const back = { kind: "restore", change: { category: "Work" }, before } as const;
  expect(emailWith({ ...row, category: "Work", priority: null }, back)).toMatchObject({
    category: "Finance",
    priority: null,
  });
});

test("adds and removes labels", () => {
  const row = mail(1, { tags: ["old", "kept"] });
  const after = emailWith(row, change(["m1"], { labels: { add: ["new"], remove: ["old"] } }));
  expect(after.tags).toEqual(["kept", "new"]);
  const work = { folder: "", accountId: null, label: "kept" };
  const off = change(["m1"], { labels: { add: [], remove: ["kept"] } });
  const page = { emails: [row], hasMore: false, nextCursor: null };
  expect(idsOf(listWith(work, { pages: [page], pageParams: [""] }, off))).toEqual([[]]);
});

test("a search result stays when it is moved, until it is deleted permanently", () => {
  const hits: ListQuery = { folder: "", accountId: null, query: "rope" };
  const list = aList([2, 1]);
  expect(keyOf(hits)).not.toBe(keyOf({ ...hits, query: "paint" }));
  const moved = change(["m2"], { folder: "trash" });
  expect(idsOf(listWith(hits, list, moved))).toEqual([["m2", "m1"]]);
  const gone = change(["m2"], { deleteForever: true });
  expect(idsOf(listWith(hits, list, gone))).toEqual([["m1"]]);
});
