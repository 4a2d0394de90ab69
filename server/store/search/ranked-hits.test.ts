import { expect, test } from "vitest";
import { aMailbox, aMessage } from "#/testing/apps/published-calls.ts";
import { openTestDatabase } from "#/testing/database/database.ts";
import { openStore } from "#/testing/database/test-store.ts";
import { countSince } from "./ranked-hits.ts";

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
