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

test("a connection over which something comes again and again is waited for", async () => {
  const { url } = await databaseBehindALine();
  const database = await openDatabase({ url, connections: 1, patienceMs: 300 });
  onTestFinished(() => database.close());
  await database.kysely.transaction().execute(async (db) => {
    for (let times = 0; times < 5; times++) await sql`select pg_sleep(0.15)`.execute(db);
  });
});
