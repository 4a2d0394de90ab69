import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { bothEngines } from "#/testing/database/database.ts";
import { freshFile } from "#/testing/database/fresh-file.ts";
import type { MigrationOrder } from "#/testing/faults/migrate-until-killed.ts";
import { momentsOf } from "#/testing/factories/test-moments.ts";
import { freshPostgres } from "#/testing/database/postgres.ts";
import { type Database, openDatabase } from "./database.ts";

const messages = 3000;
/** Times at which the process is killed, in ms after its start. Some of them are before it is done, on any machine. */
const killsAt = momentsOf([0, 3, 10, 25, 50, 90, 150, 250], [3, 50, 150]);
const child = fileURLToPath(import.meta.resolve("../../testing/faults/migrate-until-killed.ts"));
/** A future version that changes every row of the table of messages, and other tables. */
const next = [
  { name: "9998-next.sql", sql: "ALTER TABLE messages ADD COLUMN next text NOT NULL DEFAULT ''" },
  {
    name: "9999-next.sql",
    sql: "UPDATE messages SET next = subject; CREATE TABLE next AS SELECT * FROM bodies; CREATE INDEX messages_next ON messages (user_id, next)",
  },
];

describe.each(bothEngines)("data of an earlier version, on %s", (engine) => {
  test("is upgraded although its process is killed repeatedly", async () => {
    const dir = await mkdtemp(path.join(tmpdir(), "inlet-upgrade-"));
    onTestFinished(() => rm(dir, { recursive: true, force: true }));
    const url = engine === "sqlite" ? await freshFile(dir) : await freshServer();
    const known = (await inDatabase(url, appliedIn)).length;
    const before = await inDatabase(url, writeMail);
    const backupDir = path.join(dir, "backups");
    const order = { url, backupDir, next };
    let killed = 0;
    for (const ms of killsAt) {
      if (await isKilled(order, ms)) killed++;
      // All or nothing: the schema is always one that some version created.
      const { length } = await inDatabase(url, appliedIn);
      expect([known, known + next.length]).toContain(length);
      if (length > known) break;
    }
    expect(killed).toBeGreaterThan(0);
    expect(await isKilled(order, null)).toBe(false);

    expect(await inDatabase(url, appliedIn)).toHaveLength(known + next.length);
    expect(await inDatabase(url, held)).toEqual(before);
    if (engine === "postgres") return;
    // Each copy under its final name is complete, regardless of how often the process was killed.
    const copies = (await readdir(backupDir)).filter((name) => name.endsWith(".sqlite"));
    expect(copies.length).toBeGreaterThan(0);
    for (const copy of copies) {
      const file = new DatabaseSync(path.join(backupDir, copy), { readOnly: true });
      expect(file.prepare("PRAGMA integrity_check").all()).toEqual([{ integrity_check: "ok" }]);
      expect(file.prepare("SELECT count(*) AS count FROM messages").get()).toEqual({
        count: messages,
      });
      file.close();
    }
  }, 60_000);
});

/** Returns true if the process was killed before it was done; null lets it finish. */
async function isKilled(order: MigrationOrder, afterMs: number | null): Promise<boolean> {
  const migrating = fork(child, { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const exit = once(migrating, "exit");
  await once(migrating, "message");
  const begun = once(migrating, "message");
  migrating.send(order);
  await begun;
  let isDone = false;
  migrating.on("message", () => (isDone = true));
  if (afterMs !== null) setTimeout(() => migrating.kill("SIGKILL"), afterMs);
  await exit;
  return !isDone;
}

async function freshServer(): Promise<string> {
  const { url, drop } = await freshPostgres();
  onTestFinished(drop);
  return url;
}

/** Writes a user's messages and returns them. */
async function writeMail(database: Database): Promise<unknown> {
  const { kysely } = database;
  const insert = async (table: "users", rows: object[]) => {
    for (let at = 0; at < rows.length; at += 500) {
      const some = rows.slice(at, at + 500);
      await kysely
        .insertInto(table)
        .values(some as never)
        .execute();
    }
  };
  const owner = { user_id: "u", account_id: "a" };
  const numbers = Array.from({ length: messages }, (_, n) => n + 1);
  await insert("users", [{ id: "u", email: "anna@example.org", name: "Anna", role: "admin" }]);
  await insert("accounts" as "users", [{ id: "a", user_id: "u", account_mail: "a@example.org" }]);
  await insert("folders" as "users", [
    { ...owner, id: "f", path: "INBOX", name: "INBOX", role: "inbox", uid_validity: 7 },
  ]);
  await insert(
    "messages" as "users",
    numbers.map((n) => ({
      ...owner,
      id: `m${n}`,
      thread_id: `t${n % 900}`,
      date_key: n * 2 ** 20,
      internal_date: n * 1000,
      message_id_header: `m${n}@example.org`,
      subject: `Mail ${n}`,
      is_seen: n % 2,
      is_starred: n % 7 === 0 ? 1 : 0,
    })),
  );
  await insert(
    "message_locations" as "users",
    numbers.map((n) => ({
      ...owner,
      folder_id: "f",
      uid: n,
      message_id: `m${n}`,
      role: "inbox",
      date_key: n * 2 ** 20,
      is_seen: n % 2,
    })),
  );
  await insert(
    "bodies" as "users",
    numbers.map((n) => ({
      user_id: "u",
      message_id: `m${n}`,
      text: `Words of mail ${n}. `.repeat(40),
    })),
  );
  await insert("outbox" as "users", [
    {
      ...owner,
      id: "o",
      idempotency_key: "k",
      state: "queued",
      raw: Buffer.from("Subject: x\r\n\r\nx"),
    },
  ]);
  return held(database);
}

/** Returns the data that must be the same before and after. */
async function held({ kysely }: Database): Promise<unknown> {
  const messagesHere = await kysely
    .selectFrom("messages")
    .select(["id", "thread_id", "subject", "is_seen", "is_starred", "date_key"])
    .orderBy("date_key")
    .execute();
  const places = await kysely
    .selectFrom("message_locations")
    .select(["uid", "message_id", "is_seen"])
    .orderBy("uid")
    .execute();
  const bodies = await kysely
    .selectFrom("bodies")
    .select(["message_id", "text"])
    .orderBy("message_id")
    .execute();
  const outbox = await kysely.selectFrom("outbox").select(["id", "state", "raw"]).execute();
  const sent = outbox.map(({ raw, ...row }) => ({ ...row, raw: Buffer.from(raw).toString() }));
  return { messagesHere, places, bodies, sent };
}

async function appliedIn({ kysely }: Database): Promise<unknown[]> {
  return (await sql`select name from schema_migrations`.execute(kysely)).rows;
}

async function inDatabase<Result>(
  url: string,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase({ url });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
