import { DatabaseSync, StatementSync } from "node:sqlite";
import { expect, test, vi } from "vitest";
import { search } from "./search.ts";
import { openTestDatabase } from "#/testing/database/database.ts";
import { openStore } from "#/testing/database/test-store.ts";
import { aMailbox, aMessage } from "#/testing/apps/published-calls.ts";
import { folderCounts, unreadCounts } from "#/store/folders/queries.ts";
import { apiTokenByHash } from "#/store/auth/api-token-queries.ts";
import { sessionByTokenHash } from "#/store/auth/session-queries.ts";
import { uidsOf } from "#/store/locations/queries.ts";
import { newestReceived } from "#/store/classification/queries.ts";
import { countSince } from "#/store/search/ranked-hits.ts";
import { pageOfFolder, pageOfLabel, pageOfRole, pageOfStarred } from "#/store/messages/queries.ts";

test("SQLite executes every list, count and search with an index scan and no sort", async () => {
  const { database, execute } = await openStore(() => openTestDatabase("sqlite"));
  const { userId, accountId, folderId } = await aMailbox(execute);
  const messages = Array.from({ length: 30 }, (_, n) =>
    aMessage({ uid: n + 1, flags: ["\\Flagged"] }),
  );
  await execute("messages.takeIn", { userId, accountId, folderId, messages });
  const { reader, engine } = database;
  const page = { userId, limit: 20, before: Number.MAX_SAFE_INTEGER };

  const asked = await statementsOf(async () => {
    await pageOfRole(reader, { ...page, role: "inbox" });
    await pageOfRole(reader, { ...page, role: "inbox", accountId });
    await pageOfRole(reader, { ...page, role: "inbox", isUnread: true });
    await pageOfFolder(reader, { ...page, folderId });
    const upwards = { ...page, before: 0, isOldestFirst: true };
    await pageOfRole(reader, { ...upwards, role: "inbox" });
    await pageOfRole(reader, { ...upwards, role: "inbox", eachThreadOnce: true });
    await pageOfStarred(reader, upwards);
    await pageOfLabel(reader, { ...upwards, label: "Work" });
    await pageOfRole(reader, { ...page, role: "inbox", eachThreadOnce: true });
    const further = { before: page.before - 1, eachThreadOnce: true };
    await pageOfRole(reader, { ...page, role: "inbox", ...further });
    await pageOfStarred(reader, page);
    await pageOfLabel(reader, { ...page, label: "Work" });
    await pageOfLabel(reader, { ...page, label: "Work", accountId });
    await pageOfLabel(reader, { ...page, label: "Work", eachThreadOnce: true });
    await uidsOf(reader, userId, folderId);
    await folderCounts(reader, userId);
    await unreadCounts(reader, userId);
    await search(reader, engine, userId, "text message", { limit: 20 });
  });
  const about = asked.filter((sql) => /message/.test(sql));
  expect(about.length).toBeGreaterThan(8);

  const plans = plansOf(database.url, about);
  for (const plan of plans) {
    expect(plan).not.toMatch(/TEMP B-TREE|AUTOMATIC/);
    // Scans of the search index's results, and of the locations of one page.
    const bounded = /SCAN (?:message_words VIRTUAL TABLE INDEX \d+:M\d|place)/g;
    expect(plan.replaceAll(bounded, "")).not.toContain("SCAN");
  }
  for (const statement of about.filter((text) => /"?rowid"? [<>]/.test(text))) {
    expect(statement).not.toMatch(/"?rowid"? [<>]=? \?/);
  }
  // The keys of a page come from the index alone.
  const walks = plans.filter((plan) => plan.includes("_list"));
  expect(walks.filter((plan) => plan.includes("COVERING INDEX"))).toHaveLength(7);
  // Rows are read by primary key, not by scanning the user's mailbox.
  expect(
    plans.filter((plan) => plan.includes("messages USING INTEGER PRIMARY KEY")).length,
  ).toBeGreaterThan(4);
});

test("SQLite finds messages with attachments, of a category or urgent, by a partial index", async () => {
  const { database, execute } = await openStore(() => openTestDatabase("sqlite"));
  const { userId, accountId } = await aMailbox(execute);
  const { reader } = database;
  const role = "inbox";
  for (const [filter, index] of [
    [{ hasAttachments: true }, "attached"],
    [{ category: "Finance" }, "category"],
    [{ priority: "High" }, "priority"],
  ] as const) {
    for (const isOldestFirst of [false, true]) {
      const page = { userId, limit: 20, role, isOldestFirst, ...filter } as const;
      const asked = await statementsOf(async () => {
        await pageOfRole(reader, page);
        await pageOfRole(reader, { ...page, eachThreadOnce: true });
        await pageOfRole(reader, { ...page, accountId });
      });
      const plans = plansOf(
        database.url,
        asked.filter((sql) => /message_locations/.test(sql)),
      );
      expect(plans).toHaveLength(3);
      for (const plan of plans) expect(plan).not.toMatch(/TEMP B-TREE|AUTOMATIC/);
      const names = ["", "", "_in_folder"].map((place) => `message_locations_${index}${place} `);
      for (const [at, name] of names.entries()) expect(plans[at]).toContain(name);
    }
  }
});

test("SQLite uses an index for sizes, files, lists, copies, ids and replies", async () => {
  const { database, execute } = await openStore(() => openTestDatabase("sqlite"));
  const { userId } = await aMailbox(execute);
  for (const [query, index] of [
    ["larger:1M", "messages_size"],
    ["smaller:1K", "messages_size"],
    ["has:pdf", "search_marks USING PRIMARY KEY"],
    ["filename:pdf", "search_marks USING PRIMARY KEY"],
    ["list:talk", "search_marks USING PRIMARY KEY"],
    ["cc:bo", "search_marks USING PRIMARY KEY"],
    ["{has:pdf has:link}", "search_marks USING PRIMARY KEY"],
    ["rfc822msgid:<a@b>", "messages_header"],
    ["is:replied", "messages_answered"],
  ] as const) {
    const asked = await statementsOf(async () => {
      await search(database.reader, database.engine, userId, query, { limit: 20 });
    });
    const plans = plansOf(
      database.url,
      asked.filter((sql) => /as "found"/.test(sql)),
    );
    expect(plans.length).toBeGreaterThan(0);
    for (const plan of plans) {
      expect([query, plan]).toEqual([query, expect.stringContaining(index)]);
      expect(plan).not.toMatch(/SCAN (?:messages|search_marks)|TEMP B-TREE|AUTOMATIC/);
    }
  }
});

test("SQLite reads and counts a role's newest messages along its list index", async () => {
  const { database, execute } = await openStore(() => openTestDatabase("sqlite"));
  const { userId, accountId } = await aMailbox(execute);
  const { reader } = database;
  const asked = await statementsOf(async () => {
    await newestReceived(reader, userId, 20);
    await countSince(reader, userId, 1);
    await countSince(reader, userId, 1, accountId);
  });
  const plans = plansOf(
    database.url,
    asked.filter((sql) => /message_locations/.test(sql)),
  );
  expect(plans).toHaveLength(4);
  for (const plan of plans) {
    expect(plan).toMatch(/message_locations_unified_list \(user_id=\? AND role=\?/);
    expect(plan).not.toMatch(/TEMP B-TREE|AUTOMATIC|SCAN/);
  }
  for (const plan of plans.slice(2)) expect(plan).toContain("date_key>?");
});

test("SQLite looks up the caller by key, for any number of users", async () => {
  const { database } = await openStore(() => openTestDatabase("sqlite"));
  const asked = await statementsOf(async () => {
    await sessionByTokenHash(database.reader, "hash");
    await apiTokenByHash(database.reader, "hash");
  });
  const plans = plansOf(database.url, asked);
  expect(plans).toHaveLength(2);
  for (const plan of plans) {
    expect(plan).toMatch(/SEARCH users (?:EXISTS )?USING INDEX \S+ \(id=\?\)/);
    expect(plan).not.toMatch(/LIST SUBQUERY|SCAN users/);
  }
});

function plansOf(url: string, asked: string[]): string[] {
  const file = new DatabaseSync(url);
  try {
    return asked.map((sql) => {
      const steps = file.prepare(`EXPLAIN QUERY PLAN ${sql}`).all();
      return steps.map(({ detail }) => String(detail)).join("; ");
    });
  } finally {
    file.close();
  }
}

/** Returns every statement executed by `run`. */
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
