import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { UserId } from "@inlet/contract/ids.ts";
import pg from "pg";
import { randomId } from "#/base/random-id.ts";
import { expect, onTestFinished, test } from "vitest";
import { checkPartitions, partitionsAsked } from "#/testing/one-partition.ts";
import { freshPostgres } from "#/testing/postgres.ts";
import { aMailbox, aMessage } from "#/testing/taken.ts";
import { openTestDatabase } from "#/testing/database.ts";
import { openStore } from "#/testing/store.ts";
import { openDatabase } from "./database.ts";
import { migrate } from "./migrate.ts";
import { pageOfRole } from "./messages.ts";
import { summarizedBy } from "./summaries.ts";

const divided = [
  "attachments",
  "bodies",
  "changes",
  "classifications",
  "message_locations",
  "message_words",
  "messages",
  "thread_references",
];
const folder = path.join(import.meta.dirname, "migrations/postgres");
const dividing = "2026-11-27-partitions.sql";

test("tables that grow with mail are divided by person into eight", async () => {
  const client = await connected((await aServer()).url);
  const { rows } = await client.query(
    `SELECT parent.relname AS name, pg_get_partkeydef(parent.oid) AS by, count(part.inhrelid)::int AS parts
     FROM pg_class parent JOIN pg_inherits part ON part.inhparent = parent.oid
     WHERE parent.relkind = 'p' GROUP BY parent.oid, parent.relname ORDER BY parent.relname`,
  );
  expect(rows).toEqual(divided.map((name) => ({ name, by: "HASH (user_id)", parts: 8 })));
});

test("all mail of a person stands in one partition, and that of many is spread", async () => {
  const { database, door } = await openStore(() => openTestDatabase("postgres"));
  const people = [];
  for (let n = 0; n < 12; n++) {
    const owner = await aMailbox(door);
    const messages = [1, 2, 3].map((uid) => aMessage({ uid }));
    await door("messages.takeIn", { ...owner, messages });
    people.push(owner.userId);
  }
  const client = await connected(database.url);
  const { rows } = await client.query<{ user_id: string; name: string }>(
    ["messages", "message_locations", "bodies", "message_words", "thread_references", "changes"]
      .map((table) => `SELECT user_id, tableoid::regclass::text AS name FROM ${table}`)
      .join(" UNION "),
  );
  const partsOf = (userId: string) =>
    new Set(rows.filter((row) => row.user_id === userId).map(({ name }) => name.slice(-1)));
  expect(people.map((userId) => partsOf(userId).size)).toEqual(people.map(() => 1));
  expect(new Set(people.flatMap((userId) => [...partsOf(userId)])).size).toBeGreaterThan(1);
  const pages = people.map((userId) =>
    pageOfRole(database.reader, { userId, role: "inbox", limit: 10 }),
  );
  expect((await Promise.all(pages)).map(({ length }) => length)).toEqual(people.map(() => 3));
});

test("a query that looks for one person's mail everywhere fails the test that made it", async () => {
  const { url, database } = await aServer();
  const client = await connected(url);
  const text = "SELECT m.id FROM messages m JOIN bodies b ON b.user_id = m.user_id";
  const ofAnna = { text: `${text} WHERE m.user_id = $1`, values: ["anna"] };
  expect((await partitionsAsked(client, ofAnna)).size).toBe(1);
  expect((await partitionsAsked(client, { text, values: [] })).size).toBe(8);

  await pageOfRole(database.reader, { userId: UserId.parse(randomId()), role: "inbox", limit: 1 });
  await expect(checkPartitions(url)).resolves.toBeUndefined();
  await summarizedBy(database.reader, { version: 1, since: 0, after: null, limit: 1 });
  await expect(checkPartitions(url, [])).rejects.toThrow(
    /More than one partition is asked:\nselect/,
  );
});

test("dividing a database keeps every row, column, key, index and trigger", async () => {
  const { url, database } = await aServer();
  const client = await connected(url);
  await client.query("DROP SCHEMA public CASCADE");
  await client.query("CREATE SCHEMA public");
  const names = (await readdir(folder)).toSorted();
  const migrations = await Promise.all(
    names
      .filter((name) => name <= dividing)
      .map(async (name) => ({ name, sql: await readFile(path.join(folder, name), "utf8") })),
  );
  await migrate(database, { migrations: migrations.filter(({ name }) => name < dividing) });
  expect(await dividedIn(client)).toEqual([]);
  for (const user of ["anna", "ben", "cleo"]) await write(client, user);
  const before = await shapeOf(client);
  const counts = await held(client, "location_counts");
  expect(before.every(({ rows }) => rows.length > 0)).toBe(true);
  expect(counts).toHaveLength(3);

  // What later migrations change is theirs.
  await migrate(database, { migrations });
  expect(await dividedIn(client)).toEqual(divided);
  expect(await shapeOf(client)).toEqual(before);
  expect(await held(client, "location_counts")).toEqual(counts);
  // Its triggers count on.
  await client.query("DELETE FROM message_locations WHERE user_id = 'ben'");
  expect(await held(client, "location_counts")).toHaveLength(2);
});

async function aServer() {
  const { url, drop } = await freshPostgres();
  const database = await openDatabase({ url });
  onTestFinished(async () => {
    await database.close();
    await drop();
  });
  return { url, database };
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

async function dividedIn(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relkind = 'p' ORDER BY 1",
  );
  return rows.map(({ name }) => name);
}

/** A row in each table that is to be divided. */
async function write(client: pg.Client, user: string): Promise<void> {
  for (const table of divided) {
    const { rows } = await client.query<{ name: string; type: string }>(
      "SELECT attname AS name, atttypid::regtype::text AS type FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0",
      [table],
    );
    const values = rows.map(({ name, type }) => {
      if (name === "user_id") return user;
      return type === "text" ? `${user}'s ${name}` : type === "tsvector" ? "word:1" : 1;
    });
    await client.query(
      `INSERT INTO ${table} VALUES (${values.map((_, n) => `$${n + 1}`).join(", ")})`,
      values,
    );
  }
}

/** What each table is and holds. */
async function shapeOf(client: pg.Client) {
  const shapes = [];
  for (const table of divided) {
    const about = async (text: string) => (await client.query(text, [table])).rows;
    shapes.push({
      table,
      columns: await about(
        `SELECT attname, atttypid, attnotnull, attcollation, attstorage, pg_get_expr(adbin, adrelid) AS initial
         FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
         WHERE attrelid = $1::regclass AND attnum > 0 ORDER BY attnum`,
      ),
      keys: await about(
        "SELECT conname, pg_get_constraintdef(oid) AS text FROM pg_constraint WHERE conrelid = $1::regclass ORDER BY 1",
      ),
      indexes: await about(
        // Of a divided table it says ON ONLY.
        "SELECT replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') AS text FROM pg_index WHERE indrelid = $1::regclass ORDER BY 1",
      ),
      triggers: await about(
        "SELECT pg_get_triggerdef(oid) AS text FROM pg_trigger WHERE tgrelid = $1::regclass AND NOT tgisinternal ORDER BY 1",
      ),
      rows: await held(client, table),
    });
  }
  return shapes;
}

async function held(client: pg.Client, table: string): Promise<unknown[]> {
  return (await client.query(`SELECT * FROM ${table} ORDER BY user_id`)).rows;
}
