import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { UserId } from "@inlet/contract/ids.ts";
import { createLog } from "#/base/log.ts";
import { RetryAfter } from "#/base/retry-after.ts";
import { type Database, openDatabase } from "#/store/engine/database.ts";
import { createCommandBus, type Execute } from "#/store/commands/command-bus.ts";
import { nextJobAt } from "#/store/jobs/queries.ts";
import { migrate } from "#/store/engine/migrate.ts";
import { type JobHandler, JobWorker } from "./worker.ts";

let dir = "";
let database: Database;
let execute: Execute;
let now = 1_000_000;
const clock = { now: () => now };
const log = createLog("silent");

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "inlet-jobs-"));
  database = await openDatabase({ url: path.join(dir, "inlet.db") });
  await migrate(database);
  execute = createCommandBus(database, { clock, onCommit: () => undefined });
});
afterEach(async () => {
  await database.close();
  await rm(dir, { recursive: true });
});

/** Queues a job, by default of the kind `work`. */
async function queueJob(id = "job", userId = "user", kind = "work"): Promise<void> {
  const row = {
    id,
    kind,
    user_id: userId,
    subject_id: id,
    run_at: now,
    attempts: 0,
    held_until: 0,
    created_at: now,
  };
  // Inserted directly: the commands that queue jobs all need a mailbox.
  await database.kysely
    .insertInto("jobs")
    .values(row as never)
    .execute();
}

const jobs = () => database.reader.selectFrom("jobs").selectAll().execute();

/** Does the due jobs and waits until they are done. */
async function work(handler: JobHandler): Promise<void> {
  const worker = new JobWorker({
    execute,
    clock,
    log,
    nextAt: (kinds) => nextJobAt(database.reader, kinds),
    handlers: { work: handler },
  });
  worker.notify();
  await worker[Symbol.asyncDispose]();
}

test("runs a job once and deletes it", async () => {
  await queueJob();
  let count = 0;
  await work(async () => void count++);
  await work(async () => void count++);
  expect(count).toBe(1);
  expect(await jobs()).toEqual([]);
});

test("runs a job again after the time that its handler requested, not earlier", async () => {
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

test("retries a failed job, even after many failures", async () => {
  await queueJob();
  let count = 0;
  await using worker = new JobWorker({
    execute,
    clock,
    log,
    handlers: {
      work: async () => {
        // As many failures as a full disk may cause.
        if (++count < 100) throw new Error("no");
      },
    },
    nextAt: async () => null,
    pollMs: 1,
  });
  worker.notify();
  await expect
    .poll(
      async () => {
        now += 600_000;
        return (await jobs()).length;
      },
      { interval: 1 },
    )
    .toBe(0);
  expect(count).toBe(100);
});

test("one user's hanging jobs do not delay another user's", async () => {
  for (let index = 0; index < 40; index++) await queueJob(`slow${index}`, "ada");
  now += 1;
  await queueJob("quick", "bob");
  const end = Promise.withResolvers<void>();
  const done: string[] = [];
  const worker = new JobWorker({
    execute,
    clock,
    log,
    nextAt: (kinds) => nextJobAt(database.reader, kinds),
    handlers: {
      work: async ({ id }) => {
        if (id !== "quick") await end.promise;
        done.push(id);
      },
    },
  });
  worker.notify();
  await expect.poll(() => done).toEqual(["quick"]);
  end.resolve();
  await expect.poll(() => done.length).toBe(41);
  await worker[Symbol.asyncDispose]();
});

test("starts background jobs when nothing else is due, one at a time across all users", async () => {
  await queueJob("sort-a", "ada", "sort");
  await queueJob("sort-b", "bob", "sort");
  now += 1;
  await queueJob("learn", "cid", "learn");
  for (let index = 0; index < 12; index++) await queueJob(`work${index}`, `u${index}`);
  const begun: string[] = [];
  let batchSize = 0;
  let most = 0;
  const inBackground: JobHandler = async ({ id }) => {
    begun.push(id);
    most = Math.max(most, ++batchSize);
    await new Promise((done) => setTimeout(done, 20));
    batchSize--;
  };
  const asked: string[][] = [];
  const worker = new JobWorker({
    execute,
    clock,
    log,
    nextAt: (kinds) => {
      asked.push([...kinds]);
      return nextJobAt(database.reader, kinds);
    },
    background: ["learn", "sort"],
    handlers: {
      sort: inBackground,
      learn: inBackground,
      work: async ({ id }) => void begun.push(id),
    },
  });
  worker.notify();
  await expect.poll(async () => (await jobs()).length).toBe(0);
  await worker[Symbol.asyncDispose]();
  expect(begun.slice(0, 12).every((id) => id.startsWith("work"))).toBe(true);
  expect(begun.slice(12)).toEqual(["learn", "sort-a", "sort-b"]);
  expect(most).toBe(1);
  // While one background job runs, the queue is not polled for the rest in a loop.
  expect(asked.length).toBeLessThan(60);
});

test("takes over the jobs of a killed worker", async () => {
  await queueJob();
  await execute("jobs.take", { kinds: ["work"], limit: 1, holdMs: 45_000 });
  let count = 0;
  await work(async () => void count++);
  expect(count).toBe(0);
  now += 45_000;
  await work(async () => void count++);
  expect(count).toBe(1);
});

test("keeps a request that arrived while the job ran longer than its hold", async () => {
  await queueJob();
  const inside = Promise.withResolvers<void>();
  const proceed = Promise.withResolvers<void>();
  let count = 0;
  const handler = async () => {
    if (++count > 1) return;
    inside.resolve();
    await proceed.promise;
  };
  const worker = new JobWorker({
    execute,
    clock,
    log,
    nextAt: (kinds) => nextJobAt(database.reader, kinds),
    handlers: { work: handler },
  });
  worker.notify();
  await inside.promise;
  // Requested again while it runs; the worker looks again after the lease has expired.
  await database.kysely.updateTable("jobs").set({ run_at: now }).execute();
  now += 45_000;
  worker.notify();
  await expect.poll(async () => (await jobs())[0]?.held_until).toBe(now + 45_000);
  proceed.resolve();
  await expect.poll(() => count).toBe(2);
  await worker[Symbol.asyncDispose]();
  expect(await jobs()).toEqual([]);
});

test("wakes when a job is due, not at the next poll", async () => {
  await queueJob();
  const done = Promise.withResolvers<number>();
  const started = Date.now();
  const real = { now: () => 1_000_000 + Date.now() - started };
  await database.kysely
    .updateTable("jobs")
    .set({ run_at: real.now() + 40 })
    .execute();
  await using worker = new JobWorker({
    execute: createCommandBus(database, { clock: real, onCommit: () => undefined }),
    clock: real,
    log,
    nextAt: (kinds) => nextJobAt(database.reader, kinds),
    handlers: { work: async () => done.resolve(real.now()) },
    // Longer than this test runs.
    pollMs: 3600_000,
  });
  worker.notify();
  expect(await done.promise).toBeGreaterThanOrEqual(1_000_000 + 40);
});

test("jobs in their own slots leave the main slots free, and one user gets few of them", async () => {
  for (let index = 0; index < 12; index++) {
    for (const person of ["ada", "bo", "cy", "di", "ed"]) {
      await queueJob(`slow ${person} ${index}`, person, "deliver");
    }
  }
  now += 1;
  await queueJob("mail", "ada", "send");
  const proceed = Promise.withResolvers<void>();
  const sent = Promise.withResolvers<void>();
  const under: UserId[] = [];
  await using worker = new JobWorker({
    execute,
    clock,
    log,
    nextAt: (kinds) => nextJobAt(database.reader, kinds),
    handlers: {
      deliver: async ({ user_id: userId }) => {
        under.push(userId);
        await proceed.promise;
      },
      send: async () => sent.resolve(),
    },
    aside: [{ kinds: ["deliver"], batchSize: 8, ofOne: 2 }],
  });
  worker.notify();
  await sent.promise;
  await expect.poll(() => under.length).toBe(8);
  await queueJob("another", "ada", "send");
  worker.notify();
  await expect
    .poll(async () => (await jobs()).some(({ kind }) => String(kind) === "send"))
    .toBe(false);
  expect(under).toHaveLength(8);
  expect(Math.max(...[...Map.groupBy(under, (one) => one).values()].map((own) => own.length))).toBe(
    2,
  );
  proceed.resolve();
  await expect.poll(async () => (await jobs()).length).toBe(0);
});

test("begins no job of a user that moves to another engine, and continues those of other users", async () => {
  const given = new Set(["ada" as UserId]);
  const done: string[] = [];
  let takes = 0;
  await using worker = new JobWorker({
    execute: ((name, input) => {
      if (name === "jobs.take") takes++;
      return execute(name, input);
    }) as Execute,
    clock,
    log,
    nextAt: (kinds) => nextJobAt(database.reader, kinds),
    given: () => [...given],
    handlers: {
      send: async ({ user_id: userId }) => void done.push(userId),
      deliver: async ({ user_id: userId }) => void done.push(userId),
    },
    aside: [{ kinds: ["deliver"], batchSize: 8, ofOne: 2 }],
  });
  await queueJob("hers", "ada", "send");
  await queueJob("hers elsewhere", "ada", "deliver");
  await queueJob("his", "bo", "send");
  worker.notify();
  await expect.poll(async () => (await jobs()).length).toBe(2);
  // Ada's job is not polled for in a loop either.
  for (let looks = 0; looks < 50; looks++) await jobs();
  expect(takes).toBeLessThan(10);
  expect(done).toEqual(["bo"]);
  given.clear();
  worker.notify();
  await expect.poll(async () => (await jobs()).length).toBe(0);
});
