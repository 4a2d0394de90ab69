import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { openTestDatabase } from "#/testing/database/database.ts";
import { type Ran, statementsDir } from "#/testing/database/record-statements.ts";
import type { Engine } from "./database.ts";

// Runs after all other files (vitest.config.ts). Most endpoints are tested only on SQLite. Here, the product's statements that
// only one engine ran so far are executed on the other one, over its empty tables. This finds differences in grammar and types,
// and missing columns; `npm run test:night` finds different results.

/** Statements that only one engine executes. */
const ofOneEngine: readonly { sign: RegExp; why: string }[] = [
  {
    sign: /\bmessage_words\b/,
    why: "Words are in FTS5 on SQLite, in a tsvector on PostgreSQL; the tests of searches run on both.",
  },
  { sign: /\bjson_each\(/, why: "SQLite takes many rows as one JSON text, PostgreSQL as values." },
  { sign: /\bsqlite_master\b|\btotal_changes\(\)/, why: "SQLite's tables, and its own count." },
  {
    sign: /\bpg_\w+|\bto_regclass\(|\bclock_timestamp\(/,
    why: "PostgreSQL's locks, sizes, statistics, connections and clock.",
  },
];

test("statements that ran only on SQLite run on PostgreSQL", async () => {
  const { url } = await openTestDatabase("postgres");
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  const failed: string[] = [];
  for (const { text, values, place } of await onlyOn("sqlite")) {
    let count = 0;
    const normalized = text.replaceAll("instr(", "strpos(").replaceAll("?", () => `$${++count}`);
    await client.query("BEGIN");
    try {
      await client.query(normalized, values);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error;
      // The statement reached a constraint that values from another database violate.
      if (!error.code?.startsWith("23")) failed.push(`${place}: ${error.message}: ${normalized}`);
    }
    await client.query("ROLLBACK");
  }
  expect(failed).toEqual([]);
});

test("statements that ran only on PostgreSQL run on SQLite", async () => {
  const { url } = await openTestDatabase("sqlite");
  using file = new DatabaseSync(url);
  const failed: string[] = [];
  for (const { text, values, place } of await onlyOn("postgres")) {
    const normalized = text
      .replaceAll("strpos(", "instr(")
      .replaceAll(/\$(?=\d)/g, "?")
      .replaceAll(/ for (no key update|update|share)( of "\w+")?( skip locked)?/g, "");
    file.exec("BEGIN");
    try {
      file.prepare(normalized).all(...(values as SQLInputValue[]));
    } catch (error) {
      if (!String(error).includes("constraint failed"))
        failed.push(`${place}: ${error}: ${normalized}`);
    }
    file.exec("ROLLBACK");
  }
  expect(failed).toEqual([]);
});

/** Returns the statements that this run executed on this engine and not on the other one. */
async function onlyOn(engine: Engine): Promise<Ran[]> {
  const ran = new Map<string, Ran>();
  const other = new Set<string>();
  for (const name of await readdir(statementsDir)) {
    if (!name.endsWith(".jsonl")) continue;
    const lines = (await readFile(path.join(statementsDir, name), "utf8")).trimEnd().split("\n");
    for (const line of lines) {
      const one: Ran = JSON.parse(line, reviveBytes);
      if (one.engine === engine) ran.set(one.shape, one);
      else other.add(one.shape);
    }
  }
  return [...ran.values()].filter(
    ({ shape, text }) => !other.has(shape) && !ofOneEngine.some(({ sign }) => sign.test(text)),
  );
}

/** Restores a Buffer from the form that JSON.stringify writes. */
function reviveBytes(_name: string, value: unknown): unknown {
  const isBuffer =
    typeof value === "object" && value !== null && "type" in value && value.type === "Buffer";
  return isBuffer && "data" in value && Array.isArray(value.data) ? Buffer.from(value.data) : value;
}
