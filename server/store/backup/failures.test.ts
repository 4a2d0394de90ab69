import { randomBytes } from "node:crypto";
import { chown, copyFile, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createSecretBox } from "#/base/secret-box.ts";
import { openTestDatabase } from "#/testing/database/database.ts";
import { createAuditAnchors } from "../audit/anchors.ts";
import { createBlobs } from "../blobs/blobs.ts";
import { checkAudit } from "../audit/verify-chain.ts";
import { openDatabase } from "../engine/database.ts";
import { createCommandBus } from "../commands/command-bus.ts";
import { lockFolder } from "../engine/data-folder-lock.ts";
import { backUp, type BackupSource, listBackups } from "./create-backup.ts";
import { restore } from "./restore.ts";

const clock = { now: () => Date.parse("2026-11-26T03:00:00Z") };
let dir = "";
let source: BackupSource;
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "inlet-backup-troubles-"));
  source = {
    database: await openTestDatabase("sqlite"),
    blobs: createBlobs({ dir: path.join(dir, "blobs"), capBytes: 2 ** 20 }),
    box: createSecretBox(randomBytes(32)),
    dir: path.join(dir, "backups"),
    version: "1.0.0",
    now: clock.now,
  };
  await mkdir(source.dir);
});
afterEach(() => rm(dir, { recursive: true }));

const fileNames = async () => (await readdir(source.dir)).toSorted();

it("a backup deletes the leftovers of a killed one, but not those that another process is writing", async () => {
  for (const name of ["killed.making", "written.making"]) {
    await mkdir(path.join(source.dir, name));
    await writeFile(path.join(source.dir, name, "inlet.db"), "half");
  }
  const other = lockFolder(path.join(source.dir, "written.making"));
  const { file } = await backUp(source, "nightly");
  expect(await fileNames()).toEqual([file, "last-try.json", "written.making"].toSorted());
  other.release();
  const { file: next } = await backUp(source, "manual");
  expect(await fileNames()).toEqual([file, next, "last-try.json"].toSorted());
});

it("a restore deletes the copies that a killed restore left", async () => {
  const { file } = await backUp(source, "manual");
  const dataDir = path.join(dir, "home");
  await mkdir(path.join(dataDir, "restoring-killed"), { recursive: true });
  await writeFile(path.join(dataDir, "restoring-killed", "inlet.db"), "half");
  const blobs = createBlobs({ dir: path.join(dataDir, "blobs"), capBytes: 2 ** 20 });
  const { box } = source;
  const url = path.join(dataDir, "inlet.db");
  const target = { engine: "sqlite", url, dataDir, blobs, box, now: clock.now() } as const;
  await restore(target, path.join(source.dir, file), { isReplacing: false });
  expect((await readdir(dataDir)).filter((name) => name.startsWith("restoring-"))).toEqual([]);
});

it("an unwritable record of another user does not prevent a backup", async () => {
  await symlink("/dev/null/nowhere", path.join(source.dir, "last-try.json"));
  const { file } = await backUp(source, "nightly");
  const { backups, lastTry } = await listBackups(source.dir);
  expect(backups.map((one) => one.file)).toEqual([file]);
  expect(lastTry).toMatchObject({ error: "", missing: 0 });
});

it("a restore sets aside audit anchors that are newer than the backup", async () => {
  const database = await openTestDatabase("sqlite");
  const execute = createCommandBus(database, { clock, onCommit: () => {} });
  const note = () => execute("audit.note", { kind: "admin.job_changed", userId: "" });
  const dataDir = path.join(dir, "home");
  await mkdir(dataDir);
  const anchors = createAuditAnchors(path.join(dataDir, "audit-anchors.jsonl"));
  await note();
  await anchors.drop(database.reader, clock.now());
  const { file } = await backUp({ ...source, database }, "manual");
  await note();
  await anchors.drop(database.reader, clock.now());
  const url = path.join(dataDir, "inlet.db");
  const blobs = createBlobs({ dir: path.join(dataDir, "blobs"), capBytes: 2 ** 20 });
  const { box } = source;
  await restore(
    { engine: "sqlite", url, dataDir, blobs, box, now: clock.now() },
    path.join(source.dir, file),
    { isReplacing: false },
  );
  const restored = await openDatabase({ url });
  const left = await anchors.read();
  const check = await checkAudit(restored.reader, { anchors: left, lackingBefore: 0 });
  await restored.close();
  expect(check).toEqual({ entries: 1, broken: null });
  expect(left).toHaveLength(1);
  const aside = path.join(dataDir, "before-restore-20261126030000", "audit-anchors.jsonl");
  expect(await createAuditAnchors(aside).read()).toHaveLength(2);
});

it("restores a set-aside file together with its write-ahead log", async () => {
  const database = await openTestDatabase("sqlite");
  const execute = createCommandBus(database, { clock, onCommit: () => {} });
  const anna = { id: "anna", email: "anna@example.org", name: "Anna", passwordHash: "" };
  await execute("user.create", { ...anna, firstIsAdmin: true });
  await sql`pragma wal_checkpoint(truncate)`.execute(database.kysely);
  await database.kysely.updateTable("users").set({ name: "Ann" }).execute();
  const aside = path.join(dir, "inlet.db");
  for (const ending of ["", "-wal"]) await copyFile(database.url + ending, aside + ending);
  const dataDir = path.join(dir, "home");
  const url = path.join(dataDir, "inlet.db");
  const { blobs, box } = { ...source, blobs: createBlobs({ dir: dataDir, capBytes: 1 }) };
  await restore({ engine: "sqlite", url, dataDir, blobs, box, now: clock.now() }, aside, {
    isReplacing: false,
  });
  const restored = await openDatabase({ url });
  const users = await restored.reader.selectFrom("users").select("name").execute();
  await restored.close();
  expect(users).toEqual([{ name: "Ann" }]);
});

it.runIf(process.getuid?.() === 0)(
  "root does not restore into a folder if its owner could not read the result",
  async () => {
    const { file } = await backUp(source, "manual");
    const dataDir = path.join(dir, "home");
    await mkdir(dataDir);
    await chown(dataDir, 12_345, 12_345);
    const { blobs, box } = { ...source, blobs: createBlobs({ dir: dataDir, capBytes: 1 }) };
    const url = path.join(dataDir, "inlet.db");
    const target = { engine: "sqlite" as const, url, dataDir, blobs, box, now: clock.now() };
    await expect(
      restore(target, path.join(source.dir, file), { isReplacing: false }),
    ).rejects.toThrow(/sudo -u '#12345'/);
    expect(await readdir(dataDir)).toEqual([]);
  },
);
