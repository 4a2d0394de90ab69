import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createLog } from "#/base/log.ts";
import { RetryAfter } from "#/base/retry-after.ts";
import { type Database, openDatabase } from "#/store/database.ts";
import { createDoor, type Door } from "#/store/door.ts";
import { migrate } from "#/store/migrate.ts";
import { type JobHandler, JobWorker } from "./worker.ts";

let dir = "";
let database: Database;
let door: Door;
let now = 1_000_000;
const clock = { now: () => now };
const log = createLog("silent");

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "inlet-jobs-"));
  database = await openDatabase({ url: path.join(dir, "inlet.db") });
  await migrate(database);
  door = createDoor(database, { clock, onCommit: () => undefined });
});
afterEach(async () => {
  await database.close();
  await rm(dir, { recursive: true });
});

/** A queued job of the kind `watch-account`. */
async function queueJob(): Promise<void> {
  const row = {
    id: "job",
    kind: "work",
    user_id: "user",
    subject_id: "subject",
    run_at: now,
    attempts: 0,
    held_until: 0,
    created_at: now,
  };
  // Ids of a test; the commands that queue jobs all need a mailbox.
  await database.kysely
    .insertInto("jobs")
    .values(row as never)
    .execute();
}

const jobs = () => database.reader.selectFrom("jobs").selectAll().execute();

/** Does what is due now and waits until it is done. */
async function work(handler: JobHandler): Promise<void> {
  const worker = new JobWorker({ door, clock, log, handlers: { work: handler } });
  worker.wake();
  await worker[Symbol.asyncDispose]();
}

test("does a job once and forgets it", async () => {
  await queueJob();
  let count = 0;
  await work(async () => void count++);
  await work(async () => void count++);
  expect(count).toBe(1);
  expect(await jobs()).toEqual([]);
});

test("calls again after the time that was asked for, and not before", async () => {
  await queueJob();
  let count = 0;
  await work(async () => {
    count++;
    throw new RetryAfter(5000);
  });
  now += 4999;
  await work(async () => void count++);
  expect(count).toBe(1);
  now += 1;
  await work(async () => void count++);
  expect(count).toBe(2);
});

test("tries a failed job again later and gives it up at last", async () => {
  await queueJob();
  let count = 0;
  const worker = new JobWorker({
    door,
    clock,
    log,
    handlers: {
      work: async () => {
        count++;
        throw new Error("no");
      },
    },
    pollMs: 1,
  });
  worker.wake();
  await expect
    .poll(
      async () => {
        now += 600_000;
        return (await jobs()).length;
      },
      { interval: 1 },
    )
    .toBe(0);
  await worker[Symbol.asyncDispose]();
  expect(count).toBe(8);
});

test("takes over what a killed worker held", async () => {
  await queueJob();
  await door("jobs.take", { kinds: ["work"], limit: 1, holdMs: 45_000 });
  let count = 0;
  await work(async () => void count++);
  expect(count).toBe(0);
  now += 45_000;
  await work(async () => void count++);
  expect(count).toBe(1);
});
