import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createLog } from "#/base/log.ts";
import { createSecretBox } from "#/base/secret-box.ts";
import { createBlobs } from "#/store/blobs/blobs.ts";
import { createCommandBus } from "#/store/commands/command-bus.ts";
import { openTestDatabase } from "#/testing/database/database.ts";
import { createBackups } from "./backups.ts";

const clock = { now: () => Date.parse("2026-11-26T03:00:00Z") };

it("administrators are notified of an unusable folder and of files missing from the last backup", async () => {
  const dir = await mkdtemp(path.join(tmpdir(), "inlet-backups-told-"));
  onTestFinished(() => rm(dir, { recursive: true }));
  const database = await openTestDatabase("sqlite");
  const source = {
    blobs: createBlobs({ dir: path.join(dir, "blobs"), capBytes: 2 ** 20 }),
    database,
    box: createSecretBox(randomBytes(32)),
    version: "1.0.0",
    dir: path.join(dir, "backups"),
    now: clock.now,
  };
  const execute = createCommandBus(database, { clock, onCommit: () => {} });
  const context = { database, execute, log: createLog("silent") };
  const nowhere = createBackups({ ...source, dir: "/dev/null/nowhere" }, context);
  expect(await nowhere.list()).toMatchObject({
    backups: [],
    problem: expect.stringContaining("The backup failed"),
  });
  await expect(nowhere.make()).rejects.toMatchObject({ code: "backup.failed" });

  const backups = createBackups(source, context);
  await backups.make();
  expect((await backups.list()).problem).toBe("");
  const { id } = await execute("user.create", {
    id: "anna",
    email: "anna@example.org",
    name: "Anna",
    passwordHash: "",
    firstIsAdmin: true,
  });
  await execute("upload.add", {
    capacity: null,
    upload: {
      id: "u1" as never,
      user_id: id,
      filename: "a",
      type: "b/c",
      size_bytes: 1,
      received_bytes: 1,
      sha256: "ab".repeat(32),
      created_at: clock.now(),
    },
  });
  await backups.make();
  const { problem } = await backups.list();
  expect(problem).toContain("1 file could not be read and is not in this backup");
});

it("administrators are notified of backups by other processes, with their location", async () => {
  const dir = await mkdtemp(path.join(tmpdir(), "inlet-backups-elsewhere-"));
  onTestFinished(() => rm(dir, { recursive: true }));
  const database = await openTestDatabase("sqlite");
  const time = { at: Date.parse("2026-11-26T03:00:00Z"), now: () => time.at };
  const execute = createCommandBus(database, { clock: time, onCommit: () => {} });
  const source = {
    blobs: createBlobs({ dir: path.join(dir, "blobs"), capBytes: 2 ** 20 }),
    database,
    box: createSecretBox(randomBytes(32)),
    version: "1.0.0",
    now: time.now,
  };
  const context = { database, execute, log: createLog("silent") };
  const engineDir = path.join(dir, "engine");
  const engine = createBackups({ ...source, dir: engineDir }, context);
  const web = createBackups({ ...source, dir: path.join(dir, "web") }, context);
  const first = await engine.make();
  time.at += 3600_000;
  const second = await web.make();
  const other = { host: hostname(), folder: engineDir };
  expect((await web.list()).backups).toEqual([second, { ...first, elsewhere: other }]);

  // The next backup that the engine creates replaces its cached list.
  await rm(path.join(engineDir, first.name));
  time.at += 3600_000;
  const third = await engine.make();
  expect((await web.list()).backups).toEqual([{ ...third, elsewhere: other }, second]);
  time.at += 31 * 86_400_000;
  const fourth = await web.make();
  expect((await web.list()).backups).toEqual([fourth, second]);

  // A folder that both processes use holds one file for both.
  const same = await createBackups({ ...source, dir: `${path.join(dir, "web")}/` }, context).list();
  expect(same.backups).toEqual([fourth, second]);
});
