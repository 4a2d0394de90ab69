import { UserId } from "@inlet/contract/ids.ts";
import pg from "pg";
import { expect, test } from "vitest";
import { createLog } from "#/base/log.ts";
import { createReads } from "#/processes/workers/reads.ts";
import { fillStore } from "#/testing/mailboxes/filled-store.ts";
import { openTestDatabase, withDatabases } from "#/testing/database/database.ts";
import type { Reader } from "#/store/engine/database.ts";
import { pageOfRole } from "#/store/messages/queries.ts";
import { postgresPoolSize } from "#/store/engine/postgres.ts";
import { systemClock as clock } from "#/base/clock.ts";
import { randomBytes } from "node:crypto";
import { createReadPool } from "./read-pool.ts";

const log = createLog("silent");
const userId = UserId.parse("ann");
const isUnawaited = new Error("nobody waits");

withDatabases((open) => {
  test.each([
    ["beside the thread", { toSearch: 0, toRead: 0 }],
    ["on the thread, where it is little,", { toSearch: 100, toRead: 100 }],
  ])("reads %s return the mail of one user", async (_, few) => {
    const database = await open();
    const { url } = database;
    const [ann, ben] = await fillStore({ url, key: randomBytes(32) }, [
      { messages: 30 },
      { messages: 3 },
    ]);
    if (!ann || !ben) throw new Error("Nobody is there.");
    await using reading = createReads({ database, clock, log, few });
    const count = ({ userId: id }: typeof ann) =>
      reading.longReads.countSelection({
        userId: id,
        selection: { list: { role: "inbox" }, isStarred: false },
        most: 100,
      });
    expect([await count(ann), await count(ben)]).toEqual([
      { count: 30, isAtLeast: false },
      { count: 3, isAtLeast: false },
    ]);
    const asked = { userId: ann.userId, query: "message", limit: 5 };
    expect((await reading.reads("search.page", asked)).rows).toHaveLength(5);
    // The error keeps its code across threads.
    const refused = reading.reads("search.page", { ...asked, query: "before:2026-13-45" });
    await expect(refused).rejects.toMatchObject({ name: "Failure" });
  });

  test("an aborted read starts no further statement, and is not retried", async () => {
    const database = await open();
    const gone = new AbortController();
    let statements = 0;
    const reader: Reader = {
      selectFrom: ((...from: Parameters<Reader["selectFrom"]>) => {
        statements++;
        // Aborts during the first statement.
        if (statements === 1) gone.abort(isUnawaited);
        return database.reader.selectFrom(...from);
      }) as Reader["selectFrom"],
    };
    const few = { toSearch: Infinity, toRead: Infinity };
    const parts = { database: { ...database, reader }, clock, log, few };
    await using reading = createReads(parts);
    const asked = { userId, query: "message is:unread from:ann", limit: 5 };
    const search = () => reading.reads("search.page", asked, gone.signal);
    await expect(search()).rejects.toBe(isUnawaited);
    expect(statements).toBe(1);
    await expect(search()).rejects.toBe(isUnawaited);
  });
});

test("an aborted read ends, and its thread serves the next read", async () => {
  const { url } = await openTestDatabase("sqlite");
  const pool = createReadPool({ url, threads: 1, log });
  const gone = new AbortController();
  const asked = { userId, query: "message", limit: 5 };
  const read = pool.read("search.page", asked, gone.signal);
  gone.abort(isUnawaited);
  await expect(read).rejects.toBe(isUnawaited);
  expect(await pool.read("search.page", asked)).toEqual({ rows: [], before: null });
  await pool.close();
});

test("on postgres a list is read while as many users as there are connections wait for a search", async () => {
  const database = await openTestDatabase("postgres");
  const people = await fillStore(
    { url: database.url, key: randomBytes(32) },
    Array.from({ length: postgresPoolSize }, () => ({ messages: 1 })),
  );
  await using reading = createReads({ database, clock, log });
  const other = new pg.Client({ connectionString: database.url });
  await other.connect();
  await other.query("begin; lock table message_words in access exclusive mode");
  const gone = new AbortController();
  const searches = people.map(({ userId: id }) =>
    reading.reads("search.page", { userId: id, query: "message", limit: 5 }),
  );
  const late = people.map(({ userId: id }) =>
    reading.reads("search.page", { userId: id, query: "messag", limit: 5 }, gone.signal),
  );
  const [someUser] = people;
  let listed = 0;
  const list = { userId: someUser?.userId ?? userId, role: "inbox" as const, limit: 5 };
  void pageOfRole(database.reader, list).then((rows) => (listed = rows.length));
  await expect.poll(() => listed).toBe(1);
  // They reject although none of the earlier reads makes progress.
  gone.abort(isUnawaited);
  for (const search of late) await expect(search).rejects.toBe(isUnawaited);
  await other.end();
  for (const search of searches) expect((await search).rows).toHaveLength(1);
});

/** A read thread whose input determines its behavior, such as an endless loop. */
const obedient = new URL(
  `data:text/javascript,${encodeURIComponent(`
  import { parentPort } from "node:worker_threads";
  parentPort.on("message", ({ kind, input }) => {
    if (kind === "close") return parentPort.close();
    if (input.action === "loop") for (;;);
    if (input.action === "die") process.exit(1);
    parentPort.postMessage({ value: input.action });
  });`)}`,
);
const act = (action: string) => ({ userId, action });

test("a read that times out is terminated, and another thread replaces its thread at once", async () => {
  const pool = createReadPool({ url: "", threads: 1, log, deadlineMs: 3000, threadFile: obedient });
  await expect(pool.read("search.page", act("loop"))).rejects.toThrow("took too long");
  expect(await pool.read("search.page", act("fine"))).toBe("fine");
  await pool.close();
});

test("a thread that ends fails its current read, and the next read starts another thread", async () => {
  const pool = createReadPool({ url: "", threads: 1, log, threadFile: obedient });
  await expect(pool.read("search.page", act("die"))).rejects.toThrow("has ended");
  expect(await pool.read("search.page", act("fine"))).toBe("fine");
  await pool.close();
});
