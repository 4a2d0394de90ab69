import type { EmailRow } from "@inlet/contract/mail/email.ts";
import { expect, test } from "vitest";
import type { EmailPage } from "#/api/queries.ts";
import { type EmailList, rereadList, withPagesBelow } from "#/state/changes/merge-list.ts";
import { aRow } from "#/testing/email-row.ts";

/** Creates a server with a list, newest first, and a count of its requests. A cursor is the number of the row above it. */
function aServer(size: number) {
  let rows = Array.from({ length: size }, (_, index) => numbered(size - index));
  let requests = 0;
  const read = async (cursor: string, limit: number): Promise<EmailPage> => {
    requests += 1;
    const below = cursor ? rows.filter((row) => numberOf(row) < Number(cursor)) : rows;
    const emails = below.slice(0, limit);
    const hasMore = below.length > limit;
    const last = emails.at(-1);
    return { emails, hasMore, nextCursor: hasMore && last ? String(numberOf(last)) : null };
  };
  return {
    read,
    add: (...numbers: number[]) => {
      rows = [...rows, ...numbers.map(numbered)].toSorted((a, b) => numberOf(b) - numberOf(a));
    },
    remove: (...numbers: number[]) => {
      rows = rows.filter((row) => !numbers.includes(numberOf(row)));
    },
    star: (number: number) => {
      rows = rows.map((row) => (numberOf(row) === number ? { ...row, flags: ["star"] } : row));
    },
    loaded: async (pages: number): Promise<EmailList> => {
      const list: EmailList = { pages: [], pageParams: [] };
      let cursor = "";
      for (let at = 0; at < pages; at++) {
        const page = await read(cursor, 20);
        list.pages.push(page);
        list.pageParams.push(cursor);
        cursor = page.nextCursor ?? "";
      }
      requests = 0;
      return list;
    },
    requests: () => requests,
    rows: () => rows,
  };
}

function numberOf(row: EmailRow): number {
  return Number(row.id.slice(1));
}

function numbered(number: number): EmailRow {
  return aRow(`m${number}`, { emailDate: new Date(number * 1000).toISOString() });
}

const rowsOf = (list: EmailList) => list.pages.flatMap((page) => page.emails);
const changedIds = (...numbers: number[]) => new Set(numbers.map((number) => `m${number}`));

/** Expects every loaded row to equal the server's, without a gap down to the last one. */
function expectTrue(list: EmailList, server: ReturnType<typeof aServer>): void {
  const rows = rowsOf(list);
  expect(rows).toEqual(server.rows().slice(0, rows.length));
  expect(list.pageParams).toHaveLength(list.pages.length);
  const last = list.pages.at(-1);
  expect(last?.hasMore).toBe(rows.length < server.rows().length);
  if (last?.hasMore) expect(last.nextCursor).toBe(String(numberOf(rows.at(-1) ?? numbered(0))));
}

test("a new message costs one request, however much is loaded", async () => {
  const server = aServer(1000);
  const list = await server.loaded(30);
  server.add(1001);
  const fresh = await rereadList(list, changedIds(1001), server.read);
  expect(server.requests()).toBe(1);
  expect(rowsOf(fresh)).toHaveLength(601);
  expectTrue(fresh, server);
});

test("a message read on another device costs one request, at any depth of the list", async () => {
  const server = aServer(1000);
  const list = await server.loaded(30);
  server.star(600);
  const fresh = await rereadList(list, changedIds(600), server.read);
  expect(server.requests()).toBe(1);
  expectTrue(fresh, server);
});

test("a deleted message leaves no row and no gap", async () => {
  const server = aServer(300);
  const list = await server.loaded(10);
  server.remove(300, 281, 210, 101);
  expectTrue(await rereadList(list, changedIds(300, 281, 210, 101), server.read), server);
});

test("the row between two ranges may be deleted", async () => {
  for (const gone of [[211], [210], [211, 210], [210, 209, 208]]) {
    const server = aServer(300);
    const list = await server.loaded(10);
    server.remove(...gone);
    expectTrue(await rereadList(list, changedIds(...gone), server.read), server);
  }
});

test("more new messages than a request returns leave no gap", async () => {
  const server = aServer(300);
  const list = await server.loaded(5);
  const numbers = Array.from({ length: 250 }, (_, index) => 301 + index);
  server.add(...numbers);
  expectTrue(await rereadList(list, changedIds(...numbers), server.read), server);
});

test("a message that is added far below is found", async () => {
  const server = aServer(300);
  server.remove(150);
  const list = await server.loaded(10);
  server.add(150);
  const fresh = await rereadList(list, changedIds(150), server.read);
  expect(rowsOf(fresh).map(numberOf)).toContain(150);
  expectTrue(fresh, server);
});

test("handles the deletion of nearly all messages", async () => {
  const server = aServer(300);
  const list = await server.loaded(10);
  const numbers = Array.from({ length: 297 }, (_, index) => 4 + index);
  server.remove(...numbers);
  expectTrue(await rereadList(list, changedIds(...numbers), server.read), server);
});

test("handles the deletion of all messages", async () => {
  const server = aServer(40);
  const list = await server.loaded(2);
  server.remove(...Array.from({ length: 40 }, (_, index) => 1 + index));
  const fresh = await rereadList(list, null, server.read);
  expect(rowsOf(fresh)).toEqual([]);
  expectTrue(fresh, server);
});

test("a complete list stays complete", async () => {
  const server = aServer(5);
  const list = await server.loaded(1);
  server.add(6);
  expectTrue(await rereadList(list, changedIds(6), server.read), server);
});

test("pages loaded in between stay below the refetched ones", async () => {
  const server = aServer(100);
  const before = await server.loaded(2);
  server.star(95);
  const fresh = await rereadList(before, changedIds(95), server.read);
  const longer = await server.loaded(4);
  const now = {
    pages: [...before.pages, ...longer.pages.slice(2)],
    pageParams: longer.pageParams,
  };
  const whole = withPagesBelow(fresh, before, now);
  expect(rowsOf(whole ?? before)).toEqual(server.rows().slice(0, 80));
});

test("discards the refetched rows if rows may be missing below them, or the list was replaced", async () => {
  const server = aServer(100);
  const before = await server.loaded(2);
  const longer = await server.loaded(3);
  const now = { pages: [...before.pages, ...longer.pages.slice(2)], pageParams: longer.pageParams };
  const shorter = { pages: before.pages.slice(0, 1), pageParams: before.pageParams.slice(0, 1) };
  expect(withPagesBelow(shorter, before, now)).toBeNull();
  expect(withPagesBelow(before, before, longer)).toBeNull();
});

test("the list stays correct under random changes in random order", async () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  const server = aServer(400);
  let list = await server.loaded(15);
  let next = 401;
  for (let step = 0; step < 120; step++) {
    const numbers: number[] = [];
    for (let each = random(4); each >= 0; each--) {
      const kind = random(3);
      const target = numberOf(server.rows()[random(server.rows().length)] ?? numbered(1));
      if (kind === 0) server.add(next);
      if (kind === 1) server.remove(target);
      if (kind === 2) server.star(target);
      numbers.push(kind === 0 ? next++ : target);
    }
    list = await rereadList(list, changedIds(...numbers), server.read);
    expectTrue(list, server);
  }
});
