import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createLog } from "#/base/log.ts";
import { createSealedBox } from "#/base/sealed-box.ts";
import { createBlobs } from "#/store/blobs.ts";
import { createDoor } from "#/store/door.ts";
import { openTestDatabase } from "#/testing/database.ts";
import { createBackups } from "./backups.ts";

const clock = { now: () => Date.parse("2026-11-26T03:00:00Z") };

it("administrators are told of a folder that cannot be used, and of files that are not in the last backup", async () => {
  const dir = await mkdtemp(path.join(tmpdir(), "inlet-backups-told-"));
  onTestFinished(() => rm(dir, { recursive: true }));
  const database = await openTestDatabase("sqlite");
  const source = {
    blobs: createBlobs({ dir: path.join(dir, "blobs"), capBytes: 2 ** 20 }),
    database,
    box: createSealedBox(randomBytes(32)),
    version: "1.0.0",
    dir: path.join(dir, "backups"),
    now: clock.now,
  };
  const door = createDoor(database, { clock, onCommit: () => {} });
  const context = { door, log: createLog("silent") };
  const nowhere = createBackups({ ...source, dir: "/dev/null/nowhere" }, context);
  expect(await nowhere.list()).toMatchObject({
    backups: [],
    problem: expect.stringContaining("The backup failed"),
  });
  await expect(nowhere.make()).rejects.toMatchObject({ code: "backup.failed" });

  const backups = createBackups(source, context);
  await backups.make();
  expect((await backups.list()).problem).toBe("");
  const { id } = await door("user.create", {
    id: "anna",
    email: "anna@example.org",
    name: "Anna",
    passwordHash: "",
    firstIsAdmin: true,
  });
  await door("upload.add", {
    room: null,
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
