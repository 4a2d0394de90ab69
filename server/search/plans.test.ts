import { DatabaseSync, StatementSync } from "node:sqlite";
import { expect, test, vi } from "vitest";
import { search } from "./search.ts";
import { openTestDatabase } from "#/testing/database.ts";
import { openStore } from "#/testing/store.ts";
import { aMailbox, aMessage } from "#/testing/taken.ts";
import { folderCounts, unreadCounts } from "#/store/folders.ts";
import { uidsOf } from "#/store/locations.ts";
import { pageOfFolder, pageOfRole, pageOfStarred } from "#/store/messages.ts";

test("SQLite answers every list, count and search by walking an index, without a sort", async () => {
  const { database, door } = await openStore(() => openTestDatabase("sqlite"));
  const { userId, accountId, folderId } = await aMailbox(door);
  const messages = Array.from({ length: 30 }, (_, n) =>
    aMessage({ uid: n + 1, flags: ["\\Flagged"] }),
  );
  await door("messages.takeIn", { userId, accountId, folderId, messages });
  const { reader, engine } = database;
  const page = { userId, limit: 20, before: Number.MAX_SAFE_INTEGER };

  const asked = await statementsOf(async () => {
    await pageOfRole(reader, { ...page, role: "inbox" });
    await pageOfRole(reader, { ...page, role: "inbox", accountId });
    await pageOfFolder(reader, { ...page, folderId });
    await pageOfStarred(reader, page);
    await uidsOf(reader, userId, folderId);
    await folderCounts(reader, userId);
    await unreadCounts(reader, userId);
    await search(reader, engine, userId, "text message", { limit: 20 });
  });
  const about = asked.filter((sql) => /message/.test(sql));
  expect(about.length).toBeGreaterThan(8);

  const file = new DatabaseSync(database.url);
  const plans = about.map((sql) => {
    const steps = file.prepare(`EXPLAIN QUERY PLAN ${sql}`).all();
    return steps.map(({ detail }) => String(detail)).join("; ");
  });
  file.close();
  for (const plan of plans) {
    expect(plan).not.toMatch(/TEMP B-TREE|AUTOMATIC/);
    expect(plan.replaceAll(/SCAN message_words VIRTUAL TABLE INDEX \d+:M\d/g, "")).not.toContain(
      "SCAN",
    );
  }
  // The keys of a page come from the index alone.
  const walks = plans.filter((plan) => plan.includes("_list"));
  expect(walks.filter((plan) => plan.includes("COVERING INDEX"))).toHaveLength(4);
  // Rows are fetched by their key and not by way of the user's whole mailbox.
  expect(
    plans.filter((plan) => plan.includes("messages USING INTEGER PRIMARY KEY")).length,
  ).toBeGreaterThan(4);
});

/** Every statement that runs meanwhile. */
async function statementsOf(run: () => Promise<void>): Promise<string[]> {
  const spy = vi.spyOn(StatementSync.prototype, "all");
  try {
    await run();
    return spy.mock.contexts.map((statement: unknown) =>
      statement instanceof StatementSync ? statement.sourceSQL : "",
    );
  } finally {
    spy.mockRestore();
  }
}
