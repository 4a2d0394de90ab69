import { sql } from "kysely";
import { expect, test } from "vitest";
import { openTestDatabase } from "#/testing/database/database.ts";
import { openStore } from "#/testing/database/test-store.ts";
import { aMailbox, aMessage } from "#/testing/apps/published-calls.ts";

test("updates PostgreSQL's statistics when the total number of messages has grown by half", async () => {
  const { database, execute } = await openStore(() => openTestDatabase("postgres"));
  const where = await aMailbox(execute);
  const messages = Array.from({ length: 1100 }, (_, n) => aMessage({ uid: n + 1 }));
  for (let from = 0; from < messages.length; from += 50) {
    await execute("messages.takeIn", { ...where, messages: messages.slice(from, from + 50) });
  }
  // PostgreSQL updates its counts when the session that caused them is idle for a moment.
  const analysed: string[] = [];
  await expect
    .poll(
      async () => {
        const name = await execute("statistics.renew", {});
        if (name !== null) analysed.push(name);
        return analysed.includes("messages") && name === null;
      },
      { timeout: 20_000 },
    )
    .toBe(true);
  expect(new Set(analysed).size).toBe(analysed.length);
  const { rows } = await sql<{ known: number }>`
    select reltuples as known from pg_class where relname = 'messages'`.execute(database.kysely);
  expect(rows[0]?.known).toBe(1100);
  const spread = await sql`
    select 1 from pg_stats where tablename = 'messages' and attname = 'date_key' and inherited`.execute(
    database.kysely,
  );
  expect(spread.rows).toHaveLength(1);
});

test("does nothing on SQLite", async () => {
  const { execute } = await openStore(() => openTestDatabase("sqlite"));
  expect(await execute("statistics.renew", {})).toBeNull();
});
