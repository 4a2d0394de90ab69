import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { UserId } from "@inlet/contract/ids.ts";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createSecretBox, type SecretBox } from "#/base/secret-box.ts";
import { bothEngines, openTestDatabase, usualEngines } from "#/testing/database/database.ts";
import { aMailbox } from "#/testing/mailboxes/mailbox.ts";
import { freshPostgres } from "#/testing/database/postgres.ts";
import { createBlobs } from "../blobs/blobs.ts";
import { type Database, openDatabase } from "../engine/database.ts";
import { createCommandBus, type Execute } from "../commands/command-bus.ts";
import { lockFolder } from "../engine/data-folder-lock.ts";
import { migrate } from "../engine/migrate.ts";
import { backUp, type BackupSource, listBackups } from "./create-backup.ts";
import { restore } from "./restore.ts";
import type { RestoreTarget } from "./restore-target.ts";

const day = 86_400_000;
const box = createSecretBox(randomBytes(32));

describe.each(bothEngines)("backups on %s", (engine) => {
  let dir = "";
  let database: Database;
  let execute: Execute;
  const clock = { time: 0, now: () => clock.time };
  let drops: (() => Promise<void>)[] = [];
  beforeEach(async () => {
    dir = await mkdtemp(path.join(tmpdir(), "inlet-backups-"));
    clock.time = Date.parse("2026-11-26T03:00:00Z");
    database = await openTestDatabase(engine);
    execute = createCommandBus(database, { clock, onCommit: () => {} });
  });
  afterEach(async () => {
    for (const drop of drops) await drop();
    drops = [];
    await rm(dir, { recursive: true });
  });

  const blobsIn = (name: string) => createBlobs({ dir: path.join(dir, name), capBytes: 2 ** 30 });
  const source = (): BackupSource => ({
    database,
    blobs: blobsIn("blobs"),
    box,
    dir: path.join(dir, "backups"),
    version: "1.0.0",
    now: () => clock.time,
  });
  const fileOf = (name: string) => path.join(dir, "backups", name);

  async function signUpUser(word: string): Promise<UserId> {
    const user = await execute("user.create", {
      id: `user-${word}`,
      email: `${word}@example.org`,
      name: word,
      passwordHash: "",
      firstIsAdmin: true,
    });
    await aMailbox(execute, UserId.parse(user.id), word);
    return UserId.parse(user.id);
  }

  async function aTarget(name: string, own: SecretBox = box): Promise<RestoreTarget> {
    const dataDir = path.join(dir, name);
    await mkdir(dataDir, { recursive: true });
    const target = { engine, dataDir, blobs: blobsIn(`${name}/blobs`), box: own, now: clock.time };
    if (engine === "sqlite") return { ...target, url: path.join(dataDir, "inlet.db") };
    const { url, drop } = await freshPostgres();
    drops.push(drop);
    return { ...target, url };
  }

  async function emailsIn({ url }: RestoreTarget): Promise<string[]> {
    const restored = await openDatabase({ url });
    const rows = await restored.reader.selectFrom("users").select("email").execute();
    await restored.close();
    return rows.map(({ email }) => email);
  }

  const keep = { isReplacing: false };

  it("are restored into an empty folder, and contain no key and no plain-text password", async () => {
    const userId = await signUpUser("anna");
    const encrypted = box.encrypt("canary-of-a-password", {
      table: "accounts",
      userId,
      rowId: "a",
      field: "imap_secret",
    });
    await database.kysely.updateTable("accounts").set({ imap_secret: encrypted }).execute();
    const { file } = await backUp(source(), "manual");
    const bytes = await readFile(fileOf(file));
    expect(bytes.includes("canary-of-a-password")).toBe(false);
    const target = await aTarget("clean");
    const restored = await restore(target, fileOf(file), keep);
    expect(restored).toMatchObject({ unconfirmed: 1, blobs: 0 });
    if (engine === "sqlite") expect(restored.aside).toBe("");
    expect(await emailsIn(target)).toEqual(["anna@example.org"]);
    expect((await readdir(target.dataDir)).filter((name) => name.startsWith("restoring"))).toEqual(
      [],
    );
  });

  it("do not replace existing data unless requested, and then set it aside", async () => {
    await signUpUser("anna");
    const { file } = await backUp(source(), "manual");
    const target = await aTarget("home");
    await restore(target, fileOf(file), keep);
    const other = { ...target, now: clock.time + 1000 };
    await expect(restore(other, fileOf(file), keep)).rejects.toThrow(
      /This server already has 1 user/,
    );
    const { aside } = await restore(other, fileOf(file), { isReplacing: true });
    expect(aside).toContain("before");
    expect(await emailsIn(target)).toEqual(["anna@example.org"]);
    if (engine === "sqlite") {
      expect(await emailsIn({ ...target, url: path.join(aside, "inlet.db") })).toHaveLength(1);
    } else {
      const now = await openDatabase({ url: target.url });
      const schema = aside.split(" ").at(-1) ?? "";
      const { rows } = await sql`select email from ${sql.table(`${schema}.users`)}`.execute(
        now.kysely,
      );
      expect(rows).toHaveLength(1);
      // Data that was set aside is not backed up again.
      const again = { ...source(), database: now };
      const { file: slim } = await backUp(again, "manual");
      await now.close();
      const third = await aTarget("third");
      await restore(third, fileOf(slim), keep);
      expect(await emailsIn(third)).toHaveLength(1);
    }
  });

  if (engine === "sqlite") {
    it("replace a damaged database, as does a copy from before an upgrade", async () => {
      const userId = await signUpUser("anna");
      const account = await database.reader.selectFrom("accounts").select("id").executeTakeFirst();
      const place = { table: "accounts", userId, rowId: account?.id ?? "", field: "imap_secret" };
      const imap_secret = box.encrypt("words", place);
      await database.kysely.updateTable("accounts").set({ imap_secret }).execute();
      const copy = path.join(dir, "20261126030000000-1-before-x.sqlite");
      await sql`vacuum into ${copy}`.execute(database.kysely);
      const target = await aTarget("home");
      await writeFile(target.url, "this is no database any more");
      await expect(restore(target, copy, keep)).rejects.toThrow(/The data here cannot be read/);
      const stranger = { ...target, box: createSecretBox(randomBytes(32)) };
      await expect(restore(stranger, copy, { isReplacing: true })).rejects.toThrow(
        /this server uses key/,
      );
      const { aside, unconfirmed } = await restore(target, copy, { isReplacing: true });
      expect(unconfirmed).toBe(1);
      expect(await emailsIn(target)).toEqual(["anna@example.org"]);
      expect(await readFile(path.join(aside, "inlet.db"), "utf8")).toContain("no database");
    });
  }

  if (engine === "postgres") {
    it("that were restored only in part keep every server from starting, until one is restored completely", async () => {
      await signUpUser("anna");
      const { file } = await backUp(source(), "manual");
      const target = await aTarget("home");
      await restore(target, fileOf(file), keep);
      const half = await openDatabase({ url: target.url });
      await sql`create table inlet_restoring as select ''::text as kept`.execute(half.kysely);
      await expect(migrate(half)).rejects.toThrow(/was interrupted/);
      await half.close();
      expect(await restore(target, fileOf(file), { isReplacing: true })).toMatchObject({
        aside: "",
      });
      const whole = await openDatabase({ url: target.url });
      await migrate(whole);
      await whole.close();
      expect(await emailsIn(target)).toEqual(["anna@example.org"]);
    });

    it("set aside other applications' tables as well", async () => {
      await signUpUser("anna");
      const { file } = await backUp(source(), "manual");
      const target = await aTarget("shared");
      const shared = await openDatabase({ url: target.url });
      await sql`create table ledger as select 1 as entry`.execute(shared.kysely);
      await shared.close();
      const { aside } = await restore(target, fileOf(file), keep);
      expect(aside).toMatch(/^the schema inlet_before_/);
      const whole = await openDatabase({ url: target.url });
      const ledger = sql.table(`${aside.replace("the schema ", "")}.ledger`);
      expect((await sql`select entry from ${ledger}`.execute(whole.kysely)).rows).toHaveLength(1);
      await whole.close();
    });
  }

  if (!usualEngines.includes(engine)) return;

  it("hold the data of their time, and nightly ones are pruned after seven days once a newer one exists", async () => {
    await signUpUser("anna");
    const first = await backUp(source(), "nightly");
    const own = await backUp(source(), "manual");
    clock.time += 6 * day;
    const second = await backUp(source(), "nightly");
    const names = async () => (await listBackups(source().dir)).backups.map(({ file }) => file);
    expect(await names()).toEqual(expect.arrayContaining([first.file, own.file, second.file]));
    clock.time += day + 1;
    const third = await backUp(source(), "nightly");
    expect((await names()).toSorted()).toEqual([own.file, second.file, third.file].toSorted());
    const { lastTry } = await listBackups(source().dir);
    expect(lastTry).toMatchObject({ startedAt: clock.time, endedAt: clock.time, error: "" });
  });

  it("are rejected with another key, while a server runs, when damaged, and from a newer version", async () => {
    await signUpUser("anna");
    const { file } = await backUp(source(), "manual");
    const stranger = await aTarget("stranger", createSecretBox(randomBytes(32)));
    await expect(restore(stranger, fileOf(file), keep)).rejects.toThrow(
      /made with a different key/,
    );

    const target = await aTarget("home");
    const lock = lockFolder(target.dataDir);
    await expect(restore(target, fileOf(file), keep)).rejects.toThrow(/Another Inlet is using/);
    lock.release();

    const bytes = await readFile(fileOf(file));
    const damaged = fileOf("damaged.tar");
    const middle = Math.floor(bytes.length / 2);
    bytes.writeUInt8(bytes.readUInt8(middle) ^ 255, middle);
    await writeFile(damaged, bytes);
    await expect(restore(target, damaged, keep)).rejects.toThrow(/is damaged/);
    await truncate(damaged, middle);
    await expect(restore(target, damaged, keep)).rejects.toThrow(/is damaged/);
    await expect(restore(target, fileOf("none.tar"), keep)).rejects.toThrow(/does not exist/);

    await sql`insert into schema_migrations (name, applied_at) values ('2099-01-01-later.sql', 1)`.execute(
      database.kysely,
    );
    const { file: newer } = await backUp(source(), "manual");
    await expect(restore(target, fileOf(newer), keep)).rejects.toMatchObject({
      // Reported as a sentence, not as a bug.
      name: "UpgradeStopped",
      message: expect.stringMatching(/newer version of Inlet/),
    });
    expect(await restore(target, fileOf(file), keep)).toMatchObject({ unconfirmed: 1 });
  });

  it("report why one failed, and leave earlier ones unchanged", async () => {
    await signUpUser("anna");
    const { file } = await backUp(source(), "nightly");
    const before = await readFile(fileOf(file));
    const sha256 = await blobsIn("blobs").put(Buffer.from("a file that is needed"));
    await database.kysely
      .insertInto("uploads")
      .values({
        id: "u1" as never,
        user_id: UserId.parse("user-anna"),
        filename: "a",
        type: "b",
        size_bytes: 21,
        received_bytes: 21,
        sha256,
        created_at: clock.time,
      })
      .execute();
    // Simulates a full disk when the file is copied, after the database was copied.
    const full: BackupSource["blobs"] = {
      async open(name) {
        const opened = await blobsIn("blobs").open(name);
        const size = asked++ === 0 ? opened?.sizeBytes : undefined;
        if (size === undefined) throw Object.assign(new Error("ENOSPC"), { code: "ENOSPC" });
        return opened;
      },
    };
    let asked = 0;
    clock.time += day;
    await expect(backUp({ ...source(), blobs: full }, "nightly")).rejects.toThrow(
      /Not enough space for a backup in .* Earlier backups are untouched/,
    );
    const { backups, lastTry } = await listBackups(source().dir);
    expect(backups.map((one) => one.file)).toEqual([file]);
    expect(await readFile(fileOf(file))).toEqual(before);
    expect(lastTry?.error).toContain("Not enough space");
    expect((await readdir(source().dir)).toSorted()).toEqual([file, "last-try.json"].toSorted());
  });

  it("record a missing file, and succeed without it", async () => {
    await signUpUser("anna");
    await database.kysely
      .insertInto("uploads")
      .values({
        id: "u1" as never,
        user_id: UserId.parse("user-anna"),
        filename: "a",
        type: "b",
        size_bytes: 1,
        received_bytes: 1,
        sha256: "ab".repeat(32),
        created_at: clock.time,
      })
      .execute();
    const { file } = await backUp(source(), "manual");
    expect((await readFile(fileOf(file))).includes("ab".repeat(32))).toBe(true);
    expect(await restore(await aTarget("clean"), fileOf(file), keep)).toMatchObject({ blobs: 0 });
  });
});
