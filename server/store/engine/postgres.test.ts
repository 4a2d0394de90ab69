import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { randomId } from "#/base/random-id.ts";
import { databaseBehindProxy } from "#/testing/faults/database-behind-proxy.ts";
import { openDatabase } from "./database.ts";

const read = sql<{ one: number }>`select 1 as one`;

test.each(["idle", "in a transaction"])(
  "replaces a connection that is lost without notice, %s",
  async (state) => {
    const { proxy, url } = await databaseBehindProxy();
    const database = await openDatabase({ url, connections: 1, timeoutMs: 300 });
    onTestFinished(() => database.close());
    await read.execute(database.kysely);
    const failed =
      state === "idle"
        ? (proxy.goSilent(), read.execute(database.kysely))
        : database.kysely.transaction().execute(async (db) => {
            await read.execute(db);
            proxy.goSilent();
            await read.execute(db);
          });
    await expect(failed).rejects.toThrow();
    expect((await read.execute(database.kysely)).rows).toEqual([{ one: 1 }]);
  },
);

test("waits for a long statement while the server works on it, unless configured otherwise", async () => {
  const { url } = await databaseBehindProxy();
  const open = (endsLong: boolean) => {
    const database = openDatabase({ url, connections: 1, timeoutMs: 300, endsLong });
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

test("waits for a long statement if the server has no connection left to check it", async () => {
  const { database } = await databaseBehindProxy();
  const role = `crowded_${randomId()}`;
  await sql`create role ${sql.id(role)} login connection limit 1`.execute(database.kysely);
  onTestFinished(async () => void (await sql`drop role ${sql.id(role)}`.execute(database.kysely)));
  const address = new URL(database.url);
  address.username = role;
  const crowded = await openDatabase({ url: address.href, connections: 1, timeoutMs: 300 });
  onTestFinished(() => crowded.close());
  await sql`select pg_sleep(1.2)`.execute(crowded.kysely);
});

test("waits while data keeps arriving over a connection", async () => {
  const { url } = await databaseBehindProxy();
  const database = await openDatabase({ url, connections: 1, timeoutMs: 300 });
  onTestFinished(() => database.close());
  await database.kysely.transaction().execute(async (db) => {
    for (let times = 0; times < 5; times++) await sql`select pg_sleep(0.15)`.execute(db);
  });
});
