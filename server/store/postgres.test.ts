import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { databaseBehindALine } from "#/testing/behind-a-line.ts";
import { openDatabase } from "./database.ts";

const read = sql<{ one: number }>`select 1 as one`;

test.each(["idle", "in a transaction"])(
  "a connection that is gone without a word, %s, is given up, and another one serves",
  async (state) => {
    const { line, url } = await databaseBehindALine();
    const database = await openDatabase({ url, connections: 1, patienceMs: 300 });
    onTestFinished(() => database.close());
    await read.execute(database.kysely);
    const failed =
      state === "idle"
        ? (line.goSilent(), read.execute(database.kysely))
        : database.kysely.transaction().execute(async (db) => {
            await read.execute(db);
            line.goSilent();
            await read.execute(db);
          });
    await expect(failed).rejects.toThrow();
    expect((await read.execute(database.kysely)).rows).toEqual([{ one: 1 }]);
  },
);

test("a statement that takes long is waited for while the server is at it, unless it must not be", async () => {
  const { url } = await databaseBehindALine();
  const open = (endsLong: boolean) => {
    const database = openDatabase({ url, connections: 1, patienceMs: 300, endsLong });
    onTestFinished(async () => (await database).close());
    return database;
  };
  const long = sql`select pg_sleep(1.2)`;
  const [waits, ends] = await Promise.all([open(false), open(true)]);
  await Promise.all([
    long.execute(waits.kysely),
    expect(long.execute(ends.kysely)).rejects.toThrow(),
  ]);
});

test("a connection over which something comes again and again is waited for", async () => {
  const { url } = await databaseBehindALine();
  const database = await openDatabase({ url, connections: 1, patienceMs: 300 });
  onTestFinished(() => database.close());
  await database.kysely.transaction().execute(async (db) => {
    for (let times = 0; times < 5; times++) await sql`select pg_sleep(0.15)`.execute(db);
  });
});
