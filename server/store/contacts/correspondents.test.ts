import { UserId } from "@inlet/contract/ids.ts";
import { CompiledQuery, Kysely, sql } from "kysely";
import { expect, test } from "vitest";
import { openTestDatabase, withDatabases } from "#/testing/database/database.ts";
import { openStore } from "#/testing/database/test-store.ts";
import { aMailbox, aMessage } from "#/testing/apps/published-calls.ts";
import { correspondentsLike } from "./correspondents.ts";
import type { IncomingAddress } from "#/store/messages/ingest-types.ts";
import { postgresDialect } from "#/store/engine/postgres.ts";
import type { Tables } from "#/store/engine/schema.ts";

withDatabases((open) => {
  async function signUpUser() {
    const { database, execute } = await openStore(open);
    const mailbox = await aMailbox(execute);
    let uid = 0;
    const take = async (isOwn: boolean, lists: IncomingAddress[][]) => {
      const messages = lists.map((people) =>
        aMessage({ uid: ++uid, isOwn, message: isOwn ? { to: people } : { from: people } }),
      );
      await execute("messages.takeIn", { ...mailbox, messages });
    };
    return {
      database,
      wroteTo: (lists: IncomingAddress[][]) => take(true, lists),
      receivedFrom: (people: IncomingAddress[]) =>
        take(
          false,
          people.map((one) => [one]),
        ),
      find: async (query: string) =>
        (await correspondentsLike(database.reader, mailbox.userId, query)).map(
          ({ address }) => address,
        ),
    };
  }

  test("finds a correspondent among thousands of more frequent ones", async () => {
    const person = await signUpUser();
    const crowd = Array.from({ length: 60 }, (_, list) =>
      Array.from({ length: 50 }, (__, n) => ({
        name: `Common Crowd${list}x${n}`,
        address: `crowd${list}x${n}@example.org`,
      })),
    );
    await person.wroteTo(crowd);
    await person.wroteTo(crowd);
    await person.receivedFrom([
      { name: "Zoë Rare", address: "zoe@example.net" },
      { name: "王小明", address: "wang@example.net" },
      { name: "Common Percent_1", address: "percent@example.net" },
    ]);
    expect(await person.find("zo")).toEqual(["zoe@example.net"]);
    expect(await person.find("rare Zoë")).toEqual(["zoe@example.net"]);
    expect(await person.find("common percent")).toEqual(["percent@example.net"]);
    expect(await person.find("zoe@example.n")).toEqual(["zoe@example.net"]);
    expect(await person.find("小")).toEqual(["wang@example.net"]);
    expect(await person.find("oe")).toEqual([]);
    expect(await person.find("%")).toEqual([]);
    expect((await person.find("crowd")).length).toBeGreaterThan(10);
    expect((await person.find("")).length).toBeGreaterThan(10);
  });

  test("finds a name that is learned later, and the newest of several names", async () => {
    const person = await signUpUser();
    const address = "x@example.net";
    await person.receivedFrom([{ name: "", address }]);
    expect(await person.find("quentin")).toEqual([]);
    await person.receivedFrom([{ name: "Quentin", address }]);
    await person.receivedFrom([{ name: "Rupert", address }]);
    await person.receivedFrom([{ name: "", address }]);
    expect(await person.find("quentin")).toEqual([address]);
    expect(await person.find("rupert")).toEqual([]);
    expect(await person.find("x@")).toEqual([address]);
  });
});

test("PostgreSQL without statistics reads correspondents and their words in index order", async () => {
  const { kysely, url } = await openTestDatabase("postgres");
  await sql`insert into correspondents (user_id, account_id, address, words, sent)
    select 'u', 'a', n || '@example.org', ' ' || n, n from generate_series(1, 20000) n`.execute(
    kysely,
  );
  await sql`insert into correspondent_words (user_id, word, address, account_id)
    select 'u', n::text, n || '@example.org', 'a' from generate_series(1, 20000) n`.execute(kysely);
  const asked: CompiledQuery[] = [];
  await using reader = new Kysely<Tables>({
    dialect: postgresDialect(url, { isReadOnly: true, connections: 1 }),
    log: ({ query }) => {
      asked.push(query);
    },
  });
  // These two words have no common match.
  await correspondentsLike(reader, UserId.parse("u"), "1 2x");
  const plans = await Promise.all(
    asked.map(async (query) => {
      const explain = CompiledQuery.raw(`explain ${query.sql}`, [...query.parameters]);
      return JSON.stringify((await reader.executeQuery(explain)).rows);
    }),
  );
  expect(plans).toEqual([
    expect.stringContaining("Index Scan Backward using correspondents_often"),
    expect.stringContaining("Index Only Scan using correspondent_words_pkey"),
  ]);
  expect(plans.join("")).not.toContain("Bitmap");
});
