import { expect, test } from "vitest";
import { aMailbox, aMessage } from "#/testing/apps/published-calls.ts";
import { bothEngines, openTestDatabase } from "#/testing/database/database.ts";
import { openStore } from "#/testing/database/test-store.ts";
import { countSince, newestHits } from "./ranked-hits.ts";
import type { Term } from "./word-query.ts";

test("counts the messages from a date on, in all accounts or in one", async () => {
  const { database, execute } = await openStore(() => openTestDatabase("sqlite"));
  const box = await aMailbox(execute);
  const messages = [1, 2, 3].map((uid) => aMessage({ uid }));
  await execute("messages.takeIn", { ...box, messages });
  const { reader } = database;
  const dates = await reader.selectFrom("message_locations").select("date_key").execute();
  const keys = dates.map(({ date_key: key }) => key).toSorted((a, b) => a - b);
  expect(await countSince(reader, box.userId, 0)).toBe(3);
  expect(await countSince(reader, box.userId, keys[1] ?? 0, box.accountId)).toBe(2);
  expect(await countSince(reader, box.userId, (keys[2] ?? 0) + 1)).toBe(0);
});

test.each(bothEngines)("limits the matches to the newest ones, on %s", async (engine) => {
  const { database, execute } = await openStore(() => openTestDatabase(engine));
  const box = await aMailbox(execute);
  const messages = [1, 2, 3].map((uid) => aMessage({ uid }));
  await execute("messages.takeIn", { ...box, messages });
  const { reader } = database;
  const term: Term = { column: "any", words: ["message"], isPrefix: false };
  const search = { userId: box.userId, groups: [[term]] };
  const all = await newestHits(reader, engine, { ...search, limit: 9 });
  expect(all).toHaveLength(3);
  expect(all).toEqual(all.toSorted((a, b) => b - a));
  expect(await newestHits(reader, engine, { ...search, limit: 2 })).toEqual(all.slice(0, 2));
});
