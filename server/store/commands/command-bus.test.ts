import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { currentOrigin, onBehalfOf } from "#/base/origin.ts";
import { openTestDatabase, withDatabases } from "#/testing/database/database.ts";
import { openStore } from "#/testing/database/test-store.ts";
import { aMailbox, aMessage, testNow } from "#/testing/apps/published-calls.ts";
import { createCommandBus } from "./command-bus.ts";
import { changesAfter } from "#/store/changes/queries.ts";
import { uidsOf } from "#/store/locations/queries.ts";

withDatabases((open) => {
  test("loses no acknowledged write when the process is killed three times", async () => {
    const { database, execute } = await openStore(open);
    const { userId, accountId, folderId } = await aMailbox(execute);
    let acknowledged = 0;
    for (let round = 0; round < 3; round++) {
      const child = fork(
        fileURLToPath(import.meta.resolve("../../testing/faults/write-until-killed.ts")),
        {
          execArgv: [],
          serialization: "json",
        },
      );
      child.send({ url: database.url, userId, accountId, folderId, from: round * 100_000 + 1 });
      const uids = await killAfter(child, 5 + round * 14);
      const here = new Set((await uidsOf(database.reader, userId, folderId)).map(({ uid }) => uid));
      expect(uids.filter((uid) => !here.has(uid))).toEqual([]);
      acknowledged += uids.length;
    }
    expect(acknowledged).toBeGreaterThan(100);
    // Work that a killed process began is either complete or absent.
    const { count } = await database.reader
      .selectFrom("message_words")
      .select((row) => row.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    expect((await uidsOf(database.reader, userId, folderId)).length).toBe(count);
    const changes = await changesAfter(database.reader, userId, 0, 1_000_000);
    expect(changes.map(({ seq }) => seq)).toEqual(changes.map((_, index) => index + 1));
    await execute("messages.takeIn", {
      userId,
      accountId,
      folderId,
      messages: [aMessage({ uid: 999_999 })],
    });
  }, 60_000);
});

/** Kills the child after this number of acknowledgments and returns the UIDs that it acknowledged. */
async function killAfter(child: ChildProcess, times: number): Promise<number[]> {
  const acknowledged: number[] = [];
  let count = 0;
  child.on("message", (uids: number[]) => {
    acknowledged.push(...uids);
    count++;
    if (count === times) child.kill("SIGKILL");
  });
  const [, signal] = await once(child, "exit");
  expect(signal).toBe("SIGKILL");
  return acknowledged;
}

test("interactive commands overtake bulk ones", async () => {
  const { execute } = await openStore(() => openTestDatabase("sqlite"));
  const { userId, accountId, folderId } = await aMailbox(execute);
  const order: string[] = [];
  const bulk = Array.from({ length: 4 }, (_, n) =>
    execute("messages.takeIn", {
      userId,
      accountId,
      folderId,
      messages: [aMessage({ uid: n + 1 })],
    }).then(() => order.push("bulk")),
  );
  const quick = execute("user.changeProfile", { userId, name: "Eve" }).then(() =>
    order.push("quick"),
  );
  const messages = [aMessage({ uid: 9, isLive: true })];
  const live = execute("messages.takeIn", {
    userId,
    accountId,
    folderId,
    messages,
    isUrgent: true,
  }).then(() => order.push("live"));
  await Promise.all([...bulk, quick, live]);
  expect(order).toEqual(["bulk", "quick", "live", "bulk", "bulk", "bulk"]);
});

test("work started by a commit does not run on behalf of the command's client", async () => {
  const database = await openTestDatabase("sqlite");
  const committed: unknown[] = [];
  const execute = createCommandBus(database, {
    clock: { now: () => testNow },
    onCommit: () => committed.push(currentOrigin()),
  });
  const origin = { address: "203.0.113.9", userId: "" as const, programId: "" };
  await onBehalfOf(origin, () => aMailbox(execute));
  expect(committed.length).toBeGreaterThan(0);
  expect(committed.every((one) => one === null)).toBe(true);
  const { address } = await database.reader
    .selectFrom("audit_details")
    .select("address")
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(address).toBe(origin.address);
});

test("schedules bulk commands of several users in turns, regardless of their queue lengths", async () => {
  const { execute } = await openStore(() => openTestDatabase("sqlite"));
  const big = await aMailbox(execute);
  const small = await aMailbox(execute);
  const order: string[] = [];
  const receive = async (where: typeof big, uid: number, who: string) => {
    await execute("messages.takeIn", { ...where, messages: [aMessage({ uid })] });
    order.push(who);
  };
  const waiting = Array.from({ length: 50 }, (_, uid) => receive(big, uid + 1, "big"));
  const one = receive(small, 1, "small");
  await Promise.all([...waiting, one]);
  // Only the running command and one turn of the other user come first.
  expect(order.indexOf("small")).toBeLessThanOrEqual(2);
});

test("runs other users' commands while a large mailbox is removed", async () => {
  const { database, execute } = await openStore(() => openTestDatabase("sqlite"));
  const big = await aMailbox(execute);
  const small = await aMailbox(execute);
  for (let from = 0; from < 3000; from += 500) {
    const messages = Array.from({ length: 500 }, (_, at) => aMessage({ uid: from + at + 1 }));
    await execute("messages.takeIn", { ...big, messages });
  }
  // The removal runs in slices, one table after another.
  const removal = execute("user.remove", { userId: big.userId });
  await execute("messages.takeIn", { ...small, messages: [aMessage()] });
  const left = database.reader.selectFrom("users").select("id").where("id", "=", big.userId);
  expect(await left.execute()).toHaveLength(1);
  await removal;
  expect(await left.execute()).toEqual([]);
});

test("executes other commands after one that failed", async () => {
  const database = await openTestDatabase("sqlite");
  const execute = createCommandBus(database, { clock: { now: () => testNow }, onCommit: () => {} });
  const { userId, accountId, folderId } = await aMailbox(execute);
  const tooSmall = {
    userId,
    accountId,
    folderId,
    messages: [{ ...aMessage(), sizeBytes: Number.NaN }],
  };
  await expect(execute("messages.takeIn", tooSmall)).rejects.toThrow();
  await execute("messages.takeIn", { userId, accountId, folderId, messages: [aMessage()] });
  expect(await uidsOf(database.reader, userId, folderId)).toHaveLength(1);
});

test("syncs durable commands to disk, and only those", async () => {
  const { database, execute } = await openStore(() => openTestDatabase("sqlite"));
  const { userId, accountId, folderId } = await aMailbox(execute);
  const setting = async () =>
    (await sql<{ synchronous: number }>`pragma synchronous`.execute(database.kysely)).rows[0];
  await execute("user.changeProfile", { userId, name: "Eve" });
  expect(await setting()).toEqual({ synchronous: 2 });
  await execute("messages.takeIn", { userId, accountId, folderId, messages: [aMessage()] });
  expect(await setting()).toEqual({ synchronous: 1 });
});
