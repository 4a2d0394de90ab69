import type { OutboxId, UserId } from "@inlet/contract/ids.ts";
import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { createLog } from "#/base/log.ts";
import { workFor } from "#/base/work-context.ts";
import { createCommandBus, type Execute } from "#/store/commands/command-bus.ts";
import { checkLease } from "#/store/leases/held-leases.ts";
import { LeaseLost } from "#/store/leases/lease-lost.ts";
import { openTestDatabase } from "#/testing/database/database.ts";
import { aMailbox, testNow } from "#/testing/apps/published-calls.ts";
import type { Database } from "#/store/engine/database.ts";
import { LeaseKeeper } from "./lease-keeper.ts";

const timing = { beatMs: 50, ttlMs: 1500, restMs: 1000, batchSize: 1000 };
const log = createLog("silent");
/** Ids of a job that no engine has taken. */
const none = { id: "none", takeId: "none" };

async function aHouse(people: number) {
  const database = await openTestDatabase("postgres");
  const execute = executeOf(database);
  const userIds: UserId[] = [];
  for (let n = 0; n < people; n++) userIds.push((await aMailbox(execute)).userId);
  return { database, execute, userIds };
}

function executeOf(database: Database, leases?: LeaseKeeper, aheadMs = 0): Execute {
  const clock = { now: () => testNow + aheadMs };
  return createCommandBus(database, { clock, onCommit: () => {}, ...(leases && { leases }) });
}

/** Creates an engine whose clock is `aheadMs` ahead and which can hang. */
async function anEngine(database: Database, aheadMs = 0) {
  const plain = executeOf(database, undefined, aheadMs);
  const works = new Set<UserId>();
  const lost = vi.fn<(userIds: UserId[]) => void>();
  const state = {
    hangs: false,
    failsToBegin: false,
    begins: Promise.resolve(),
    rests: Promise.resolve(),
  };
  const busy = new Set<UserId>();
  const keeper = new LeaseKeeper({
    execute: ((name, input) =>
      state.hangs
        ? Promise.reject(new Error("The database is away."))
        : plain(name, input)) as Execute,
    log,
    timing,
    async onAcquired(userIds) {
      if (state.failsToBegin) throw new Error("The accounts could not be read.");
      await state.begins;
      for (const userId of userIds) works.add(userId);
    },
    async onLost(userIds) {
      lost(userIds);
      await state.rests;
      for (const userId of userIds) works.delete(userId);
    },
    isBusy: (userId) => busy.has(userId),
  });
  await keeper.start();
  onTestFinished(() => keeper[Symbol.asyncDispose]());
  return { keeper, works, lost, busy, state, execute: executeOf(database, keeper, aheadMs) };
}

test("several engines share users about evenly, and no user has two engines", async () => {
  const { database, userIds } = await aHouse(20);
  const first = await anEngine(database);
  expect(first.works.size).toBe(20);
  const second = await anEngine(database, 3600_000);
  await vi.waitFor(() => expect(second.works.size).toBe(10));
  const everybody = [...first.works, ...second.works];
  expect(new Set(everybody)).toEqual(new Set(userIds));
  expect(everybody).toHaveLength(20);
});

test("another engine takes over at once from one that stops, and after the lease from one that dies", async () => {
  const { database } = await aHouse(6);
  const [first, second] = [await anEngine(database), await anEngine(database, -3600_000)];
  await vi.waitFor(() => expect(second.works.size).toBe(3));
  await first.keeper[Symbol.asyncDispose]();
  await vi.waitFor(() => expect(second.works.size).toBe(6));
  const third = await anEngine(database);
  await vi.waitFor(() => expect(third.works.size).toBe(3));
  second.state.hangs = true;
  await vi.waitFor(() => expect(third.works.size).toBe(6), { timeout: 5000 });
  // It stopped its own work before others took over.
  expect(second.works.size).toBe(0);
  second.state.hangs = false;
  await vi.waitFor(() => expect(second.works.size).toBe(3));
});

test("an engine that lost a user's lease writes nothing more, and notices", async () => {
  const { database, userIds, execute } = await aHouse(1);
  const [userId] = userIds as [UserId];
  const first = await anEngine(database);
  await first.execute("jobs.later", { ...none, userId, runAt: 0 });
  first.state.hangs = true;
  await execute("engine.revoke", { userId });
  const second = await anEngine(database);
  expect([first.works.size, second.works.size]).toEqual([1, 1]);
  await second.execute("jobs.later", { ...none, userId, runAt: 0 });
  await expect(first.execute("jobs.later", { ...none, userId, runAt: 0 })).rejects.toThrow(
    LeaseLost,
  );
  // A command without a user id is also refused while it runs on behalf of that user.
  const copied = () => first.execute("outbox.copied", { id: "none" as OutboxId });
  await expect(workFor(userId, copied)).rejects.toThrow(LeaseLost);
  await copied();
  expect([first.works.size, second.works.size]).toEqual([0, 1]);
});

test("an earlier take of a job cannot mark it done after its user's lease changed hands", async () => {
  const { database, userIds, execute } = await aHouse(1);
  const [userId] = userIds as [UserId];
  const first = await anEngine(database);
  const { holder } = first.keeper;
  const kinds = ["watch-account"];
  const take = async () => {
    const [job] = await first.execute("jobs.take", { kinds, limit: 1, holdMs: 45_000, holder });
    return job;
  };
  const begun = await take();
  const fence = first.keeper.fenceOf(userId) ?? 0;
  await execute("engine.revoke", { userId });
  await vi.waitFor(() => expect(first.keeper.fenceOf(userId)).toBeGreaterThan(fence));
  const ended = { id: begun?.id ?? "", takeId: begun?.take_id ?? "", userId };
  const again = await take();
  expect(again?.id).toBe(ended.id);
  await first.execute("jobs.done", ended);
  await first.execute("jobs.later", { ...ended, runAt: testNow + 60_000 });
  const jobs = database.reader.selectFrom("jobs").selectAll().where("id", "=", ended.id);
  expect(await jobs.execute()).toEqual([again]);
});

test("work begun before its engine lost a user writes nothing more, even when the engine has the user again", async () => {
  const { database, userIds, execute } = await aHouse(1);
  const [userId] = userIds as [UserId];
  const first = await anEngine(database);
  const write = () => first.execute("jobs.later", { ...none, userId, runAt: 0 });
  const copied = () => first.execute("outbox.copied", { id: "none" as OutboxId });
  const isBack = Promise.withResolvers<void>();
  const refused = [write, copied].map((last) => {
    const work = workFor(userId, async () => {
      await write();
      await isBack.promise;
      await last();
    });
    return expect(work).rejects.toThrow(LeaseLost);
  });
  const fence = first.keeper.fenceOf(userId) ?? 0;
  await execute("engine.revoke", { userId });
  await vi.waitFor(() => expect(first.keeper.fenceOf(userId)).toBeGreaterThan(fence));
  isBack.resolve();
  await Promise.all(refused);
  // Work begun since continues, and the lease stays.
  await workFor(userId, write);
  await workFor(userId, copied);
  expect([...first.works]).toEqual([userId]);
  expect(first.keeper.fenceOf(userId)).toBeGreaterThan(fence);
});

test("an engine releases a revoked user without a write", async () => {
  const { database, userIds, execute } = await aHouse(2);
  const first = await anEngine(database);
  await execute("engine.revoke", { userId: userIds[0] as UserId });
  await anEngine(database);
  await vi.waitFor(() => expect(first.works.size).toBe(1));
});

test("a user whose start failed is taken again", async () => {
  const { database, execute } = await aHouse(0);
  const first = await anEngine(database);
  first.state.failsToBegin = true;
  const { userId } = await aMailbox(execute);
  await vi.waitFor(async () => {
    const { rows } = await sql<{ fence: number }>`select fence from engine_leases`.execute(
      database.kysely,
    );
    expect(Number(rows[0]?.fence)).toBeGreaterThan(1);
  });
  expect(first.works.size).toBe(0);
  first.state.failsToBegin = false;
  await vi.waitFor(() => expect([...first.works]).toEqual([userId]));
});

test("an engine that takes long to start many users sends heartbeats in that time", async () => {
  const { database, execute } = await aHouse(0);
  const first = await anEngine(database);
  const { promise, resolve } = Promise.withResolvers<void>();
  first.state.begins = promise;
  const { userId } = await aMailbox(execute);
  const lease = () =>
    database.reader
      .selectFrom("engine_leases as l")
      .innerJoin("engines as e", "e.holder", "l.holder")
      .select(["l.fence", "e.held_until"])
      .where("l.user_id", "=", userId)
      .executeTakeFirst();
  const taken = await vi.waitUntil(lease);
  const second = await anEngine(database);
  const untilLong = Number(taken.held_until) + 2 * timing.ttlMs;
  await vi.waitFor(
    async () => expect(Number((await lease())?.held_until)).toBeGreaterThan(untilLong),
    { timeout: 10_000 },
  );
  resolve();
  await vi.waitFor(() => expect([...first.works]).toEqual([userId]));
  expect(second.works.size).toBe(0);
  expect(Number((await lease())?.fence)).toBe(Number(taken.fence));
});

test("an engine that paused while it started a user releases the user again", async () => {
  const { database, execute } = await aHouse(0);
  const first = await anEngine(database);
  const { promise, resolve } = Promise.withResolvers<void>();
  first.state.begins = promise;
  const { userId } = await aMailbox(execute);
  await vi.waitFor(() => expect(first.keeper.fenceOf(userId)).toBe(1));
  first.state.hangs = true;
  await vi.waitFor(() => expect(first.keeper.fenceOf(userId)).toBeUndefined(), { timeout: 5000 });
  const second = await anEngine(database);
  await vi.waitFor(() => expect([...second.works]).toEqual([userId]), { timeout: 5000 });
  resolve();
  await vi.waitFor(() => expect(first.lost).toHaveBeenCalledTimes(2));
  expect(first.lost).toHaveBeenLastCalledWith([userId]);
  expect(first.works.size).toBe(0);
});

test("a user with work begun during the release is not given to another engine", async () => {
  const { database, userIds } = await aHouse(2);
  const first = await anEngine(database);
  expect(first.works.size).toBe(2);
  const { promise, resolve } = Promise.withResolvers<void>();
  first.state.rests = promise;
  const second = await anEngine(database);
  await vi.waitFor(() => expect(first.lost).toHaveBeenCalledOnce());
  const [given] = first.lost.mock.lastCall?.[0] ?? [];
  expect(first.keeper.given).toEqual([given]);
  // For example, an email that a server is accepting.
  for (const userId of userIds) first.busy.add(userId);
  resolve();
  await vi.waitFor(() => expect(first.keeper.given).toEqual([]));
  expect(new Set(first.works)).toEqual(new Set(userIds));
  for (const userId of userIds) expect(first.keeper.fenceOf(userId)).toBe(1);
  expect(second.keeper.size).toBe(0);
  first.busy.clear();
  await vi.waitFor(() => expect([first.works.size, second.works.size]).toEqual([1, 1]));
});

test("an engine that paused while it retained a busy user releases the user again", async () => {
  const { database, userIds } = await aHouse(2);
  const first = await anEngine(database);
  const [rests, begins] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  first.state.rests = rests.promise;
  const second = await anEngine(database);
  await vi.waitFor(() => expect(first.lost).toHaveBeenCalledOnce());
  for (const userId of userIds) first.busy.add(userId);
  first.state.begins = begins.promise;
  rests.resolve();
  first.state.hangs = true;
  await vi.waitFor(() => expect(first.keeper.size).toBe(0), { timeout: 5000 });
  await vi.waitFor(() => expect(second.works.size).toBe(2), { timeout: 5000 });
  begins.resolve();
  await vi.waitFor(() => expect(first.lost).toHaveBeenCalledTimes(3));
  await vi.waitFor(() => expect(first.works.size).toBe(0));
});

test("a lease does not change hands while its holder writes", async () => {
  const { database, userIds, execute } = await aHouse(1);
  const [userId] = userIds as [UserId];
  const first = await anEngine(database);
  const order: string[] = [];
  const isInside = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  const writing = database.kysely.transaction().execute(async (db) => {
    await checkLease(db, first.keeper, { userId, beganAt: performance.now() });
    isInside.resolve();
    await mayEnd.promise;
    await sql`select 1`.execute(db);
    order.push("written");
  });
  await isInside.promise;
  const revoking = execute("engine.revoke", { userId }).then(() => order.push("revoked"));
  await vi.waitFor(async () => {
    const { rows } = await sql`select 1 from pg_locks where not granted`.execute(database.kysely);
    expect(rows.length).toBeGreaterThan(0);
  });
  mayEnd.resolve();
  await Promise.all([writing, revoking]);
  expect(order).toEqual(["written", "revoked"]);
});
