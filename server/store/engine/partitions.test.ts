import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { checkPartitions, partitionsAsked } from "#/testing/database/partition-check.ts";
import { freshPostgres } from "#/testing/database/postgres.ts";
import { aMailbox, aMessage } from "#/testing/apps/published-calls.ts";
import { openTestDatabase } from "#/testing/database/database.ts";
import { openStore } from "#/testing/database/test-store.ts";
import { openDatabase } from "./database.ts";
import { pageOfRole } from "#/store/messages/queries.ts";

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

test("tables that grow with messages have eight partitions by user", async () => {
  const client = await connected((await aServer()).url);
  const { rows } = await client.query(
    `SELECT parent.relname AS name, pg_get_partkeydef(parent.oid) AS by, count(part.inhrelid)::int AS parts
     FROM pg_class parent JOIN pg_inherits part ON part.inhparent = parent.oid
     WHERE parent.relkind = 'p' GROUP BY parent.oid, parent.relname ORDER BY parent.relname`,
  );
  expect(rows).toEqual(divided.map((name) => ({ name, by: "HASH (user_id)", parts: 8 })));
});

test("stores all messages of a user in one partition, and spreads users over several", async () => {
  const { database, execute } = await openStore(() => openTestDatabase("postgres"));
  const people = [];
  for (let n = 0; n < 12; n++) {
    const owner = await aMailbox(execute);
    const messages = [1, 2, 3].map((uid) => aMessage({ uid }));
    await execute("messages.takeIn", { ...owner, messages });
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

test("a query that reads every partition fails the test that executed it", async () => {
  const { url } = await aServer();
  const client = await connected(url);
  const ofAll = {
    text: `select "m"."id" from messages as m join bodies as b on b.user_id = m.user_id`,
    values: [],
  };
  const ofAnna = { text: `${ofAll.text} where m.user_id = $1`, values: ["anna"] };
  expect((await partitionsAsked(client, ofAnna)).size).toBe(1);
  expect((await partitionsAsked(client, ofAll)).size).toBe(8);

  await expect(checkPartitions(url, [ofAnna])).resolves.toBeUndefined();
  await expect(checkPartitions(url, [ofAnna, ofAll])).rejects.toThrow(
    `More than one partition is asked:\n${ofAll.text}`,
  );
  const why = "Reads the mail of all users.";
  await expect(checkPartitions(url, [ofAll], [{ sign: /as b on/, why }])).resolves.toBeUndefined();
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
