import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RuleId, UserId } from "@inlet/contract/ids.ts";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { onBehalfOf } from "#/base/origin.ts";
import { withDatabases } from "#/testing/database/database.ts";
import { openStore } from "#/testing/database/test-store.ts";
import { createAuditAnchors } from "./anchors.ts";
import type { AuditEnd } from "./hash-chain.ts";
import { auditEnd, auditPage } from "./queries.ts";
import { checkAudit } from "./verify-chain.ts";
import type { Database } from "#/store/engine/database.ts";
import type { Execute } from "#/store/commands/command-bus.ts";

/** No entry is old enough to lack its details. */
const never = { lackingBefore: 0 };
/** A timeout that is long enough on a busy machine. */
const long = 240_000;

withDatabases((open) => {
  test("chains concurrent writes and loses none", { timeout: long }, async () => {
    const { database, execute } = await openStore(open);
    // More than two pages of the check.
    const events = 2200;
    const batchSize = 200;
    for (let begun = 0; begun < events; begun += batchSize) {
      await Promise.all(
        Array.from({ length: batchSize }, (_, at) => note(execute, `${begun + at}`, `u${at % 7}`)),
      );
    }
    expect(await checkAudit(database.reader, { anchors: [], ...never })).toEqual({
      entries: events,
      broken: null,
    });
    const written = await database.reader.selectFrom("audit_log").select("after_id").execute();
    expect(new Set(written.map(({ after_id }) => after_id)).size).toBe(events);
  });

  test("is written in the transaction of what it records, or not at all", async () => {
    const { database, execute } = await openStore(open);
    const user = {
      id: "u1",
      email: "ann@x.example",
      name: "Ann",
      passwordHash: "",
      firstIsAdmin: true,
    };
    await execute("user.create", user);
    await expect(execute("user.create", { ...user, id: "u2" })).rejects.toThrow();
    const entries = await auditPage(database.reader, { before: undefined, limit: 10 });
    expect(entries.map(({ kind, user_id, after_id }) => [kind, user_id, after_id])).toEqual([
      ["user.created", "u1", "admin"],
    ]);
  });

  test("commands that change nothing add no entry, even when repeated", async () => {
    const { database, execute } = await openStore(open);
    const user = { id: "u1", email: "ann@x.example", name: "Ann", passwordHash: "" };
    const { id: userId } = await execute("user.create", { ...user, firstIsAdmin: true });
    const rule = {
      id: "r1" as RuleId,
      user_id: userId,
      text: "Away with it",
      query: "from:shop",
      actions_json: "[]",
      is_on: 1 as const,
      created_at: 0,
    };
    const choice = {
      user_id: userId,
      is_on: 1 as const,
      is_own: 0 as const,
      provider: "",
      base_url: "",
      model: "m",
      secret: "",
      excluded_accounts_json: "[]",
      daily_tokens: 1,
      daily_micros: 0,
      probed: "",
      rung: "",
      probed_at: 0,
    };
    for (let n = 0; n < 3; n++) {
      await execute("rule.save", rule);
      await execute("model.choose", choice);
      await execute("user.setRole", { userId, role: "admin" });
      await execute("serverSetting.save", { name: "registration", value: "open" });
    }
    await execute("rule.save", { ...rule, is_on: 0 });
    const entries = await auditPage(database.reader, { before: undefined, limit: 20 });
    expect(entries.map(({ kind }) => kind).toReversed()).toEqual([
      "user.created",
      "rule.made",
      "model.changed",
      "admin.registration_changed",
      "rule.changed",
    ]);
  });

  test("records the user, the address and the token of a request", async () => {
    const { database, execute } = await openStore(open);
    const origin = { address: "203.0.113.9", userId: "u1" as UserId, programId: "t1" };
    await onBehalfOf(origin, () => note(execute, "a", "u1"));
    const [entry] = await auditPage(database.reader, { before: undefined, limit: 1 });
    expect(entry).toMatchObject({ actor_id: "u1", address: "203.0.113.9", program_id: "t1" });
  });

  const forgeries: [string, (database: Database) => Promise<unknown>, number][] = [
    [
      "an altered kind",
      (db) => alter(db, `UPDATE audit_log SET kind = 'sign_out' WHERE seq = 4`),
      4,
    ],
    ["an altered owner", (db) => alter(db, `UPDATE audit_log SET user_id = 'u9' WHERE seq = 1`), 1],
    ["an altered time", (db) => alter(db, `UPDATE audit_log SET created_at = 5 WHERE seq = 9`), 9],
    [
      "an altered address",
      (db) => alter(db, `UPDATE audit_details SET address = 'x' WHERE seq = 3`),
      3,
    ],
    ["a deleted address", (db) => alter(db, `DELETE FROM audit_details WHERE seq = 3`), 3],
    ["a deleted entry", (db) => alter(db, `DELETE FROM audit_log WHERE seq = 5`), 5],
    ["the first entry deleted", (db) => alter(db, `DELETE FROM audit_log WHERE seq = 1`), 1],
    ["a truncated tail", (db) => alter(db, `DELETE FROM audit_log WHERE seq > 6`), 7],
    ["two entries in each other's place", swapped, 2],
    ["an emptied log", (db) => alter(db, `DELETE FROM audit_log`), 1],
    ["a head set back", (db) => alter(db, `UPDATE audit_head SET seq = 3 WHERE id = 1`), 3],
  ];

  test.each(forgeries)("finds %s", async (_, forge, at) => {
    const { database, anchors } = await filledLog();
    await forge(database);
    const { broken } = await checkAudit(database.reader, { anchors, ...never });
    expect(broken?.seq).toBe(at);
  });

  test("detects a change of any field in any entry", async () => {
    const { database, anchors } = await filledLog();
    const rows = await database.reader.selectFrom("audit_log").selectAll().execute();
    const columns = Object.keys(rows[0] ?? {}).filter((name) => name !== "seq");
    let found = 0;
    for (const { seq } of rows) {
      for (const column of columns) {
        const changed = column === "created_at" ? "created_at + 1" : `${column} || 'x'`;
        const back =
          column === "created_at"
            ? "created_at - 1"
            : `substr(${column}, 1, length(${column}) - 1)`;
        await alter(database, `UPDATE audit_log SET ${column} = ${changed} WHERE seq = ${seq}`);
        const { broken } = await checkAudit(database.reader, { anchors, ...never });
        if (broken) found++;
        await alter(database, `UPDATE audit_log SET ${column} = ${back} WHERE seq = ${seq}`);
      }
    }
    expect(found).toBe(rows.length * columns.length);
    expect((await checkAudit(database.reader, { anchors, ...never })).broken).toBeNull();
  });

  test("detects a rewritten log with consistent hashes by an end recorded elsewhere", async () => {
    const { database, anchors } = await filledLog();
    const { database: other, execute } = await openStore(open);
    for (let at = 1; at <= 10; at++) await note(execute, `forged ${at}`, "u1");
    expect((await checkAudit(other.reader, { anchors: [], ...never })).broken).toBeNull();
    expect((await checkAudit(other.reader, { anchors, ...never })).broken).not.toBeNull();
    // The log is truncated together with its head.
    await alter(database, `DELETE FROM audit_log WHERE seq > 6`);
    await alter(
      database,
      `UPDATE audit_head SET seq = 6, hash = (SELECT hash FROM audit_log WHERE seq = 6)`,
    );
    expect((await checkAudit(database.reader, { anchors: [], ...never })).broken).toBeNull();
    expect((await checkAudit(database.reader, { anchors, ...never })).broken).toEqual({
      seq: 7,
      how: "truncated",
    });
  });

  test("keeps only the id of a deleted user, and the chain remains valid", async () => {
    const { database, execute } = await openStore(open);
    const user = {
      id: "u1",
      email: "ann@x.example",
      name: "Ann",
      passwordHash: "",
      firstIsAdmin: true,
    };
    await execute("user.create", user);
    const origin = { address: "203.0.113.9", userId: "u1" as UserId, programId: "" };
    await onBehalfOf(origin, async () => {
      await note(execute, "a", "u1");
      await execute("user.remove", { userId: "u1" as UserId });
    });
    const entries = await auditPage(database.reader, { before: undefined, limit: 10 });
    expect(entries.map(({ kind }) => kind)).toEqual([
      "user.removed",
      "limit.reached",
      "user.created",
    ]);
    const left =
      JSON.stringify(entries) +
      JSON.stringify(await database.reader.selectFrom("audit_details").selectAll().execute());
    for (const personal of ["ann@x.example", "203.0.113.9", "Ann", "label of a"]) {
      expect(left).not.toContain(personal);
    }
    expect((await checkAudit(database.reader, { anchors: [], ...never })).broken).toBeNull();
  });

  test("deletes the personal details of old entries without reporting tampering", async () => {
    const { database, execute, clock } = await openStore(open);
    const user = { id: "u1", email: "ann@x.example", name: "Ann", passwordHash: "" };
    await execute("user.create", { ...user, firstIsAdmin: true });
    await note(execute, "old", "u1");
    clock.at += 1000;
    const before = clock.at;
    await note(execute, "new", "u1");
    await execute("auditDetails.prune", { before });
    const [newer, older] = await auditPage(database.reader, { before: undefined, limit: 2 });
    expect([newer?.label, older?.label]).toEqual(["label of new", null]);
    const check = (lackingBefore: number) =>
      checkAudit(database.reader, { anchors: [], lackingBefore });
    expect((await check(before)).broken).toBeNull();
    expect((await check(0)).broken).toEqual({ seq: 2, how: "details" });
  });

  async function filledLog(): Promise<{ database: Database; anchors: AuditEnd[] }> {
    const { database, execute } = await openStore(open);
    for (const id of ["u1", "u2"]) {
      const email = `${id}@x.example`;
      await execute("user.create", { id, email, name: id, passwordHash: "", firstIsAdmin: false });
    }
    for (let at = 1; at <= 8; at++) await note(execute, `${at}`, at % 2 === 0 ? "u1" : "u2");
    return { database, anchors: [await auditEnd(database.reader)] };
  }
});

test("records each end once in a file, and ignores a line that a power cut truncated", async () => {
  const folder = await mkdtemp(join(tmpdir(), "inlet-anchors-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "audit-anchors.jsonl");
  const anchors = createAuditAnchors(file);
  expect(await anchors.read()).toEqual([]);
  const reader = {
    selectFrom: () => headOf({ seq: 7, hash: "abc" }),
  } as unknown as Database["reader"];
  await anchors.drop(reader, 0);
  await anchors.drop(reader, 1);
  expect(await anchors.read()).toMatchObject([{ seq: 7, hash: "abc" }]);
  await writeFile(file, `${await readFile(file, "utf8")}{"seq": 9, "ha`);
  expect((await anchors.read()).filter(({ seq }) => seq > 0)).toHaveLength(1);
});

/** Mocks as much of a query as is needed to read the head. */
function headOf(row: AuditEnd) {
  const query = { select: () => query, where: () => query, executeTakeFirst: async () => row };
  return query;
}

async function note(execute: Execute, after: string, userId: string): Promise<void> {
  await execute("audit.note", {
    kind: "limit.reached",
    after,
    label: `label of ${after}`,
    userId: userId as UserId,
  });
}

async function alter({ kysely }: Database, statement: string): Promise<void> {
  await sql.raw(statement).execute(kysely);
}

async function swapped(database: Database): Promise<void> {
  await alter(database, `UPDATE audit_log SET seq = 1000 WHERE seq = 2`);
  await alter(database, `UPDATE audit_log SET seq = 2 WHERE seq = 7`);
  await alter(database, `UPDATE audit_log SET seq = 7 WHERE seq = 1000`);
}
