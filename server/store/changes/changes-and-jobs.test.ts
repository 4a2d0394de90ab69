import { expect, test } from "vitest";
import { openStore } from "#/testing/database/test-store.ts";
import { withDatabases } from "#/testing/database/database.ts";
import { aMailbox, aMessage, testNow } from "#/testing/apps/published-calls.ts";
import { changesAfter, latestSeq, oldestSeq } from "./queries.ts";
import { nextJobAt } from "#/store/jobs/queries.ts";
import { uidsOf } from "#/store/locations/queries.ts";
import type { JobRow } from "#/store/jobs/schema.ts";

withDatabases((open, engine) => {
  test("numbers each user's changes without a gap and publishes them after the commit", async () => {
    const { database, execute, committed } = await openStore(open);
    const { userId, accountId, folderId } = await aMailbox(execute);
    const other = await aMailbox(execute);
    await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        execute("messages.takeIn", {
          userId,
          accountId,
          folderId,
          messages: [aMessage({ uid: n + 1 })],
        }),
      ),
    );
    const changes = await changesAfter(database.reader, userId, 0, 100);
    expect(changes.map(({ seq }) => seq)).toEqual(changes.map((_, n) => n + 1));
    const ownChanges = committed
      .flatMap((one) => one.changes)
      .filter((one) => one.userId === userId);
    expect(ownChanges.map(({ seq }) => seq).toSorted((a, b) => a - b)).toEqual(
      changes.map(({ seq }) => seq),
    );
    expect(await latestSeq(database.reader, userId)).toBe(changes.length);
    expect(await latestSeq(database.reader, other.userId)).toBeLessThan(changes.length);

    expect(await oldestSeq(database.reader, userId)).toBe(1);
    await execute("changes.prune", { before: testNow + 1 });
    expect(await oldestSeq(database.reader, userId)).toBeNull();
    expect(await latestSeq(database.reader, userId)).toBe(changes.length);
  });

  test("rolls back all writes of a command that fails", async () => {
    const { database, execute } = await openStore(open);
    const { userId, accountId, folderId } = await aMailbox(execute);
    const seq = await latestSeq(database.reader, userId);
    const broken = aMessage({
      uid: 2,
      words: { sender: "", recipients: "", subject: "", body: "" },
    });
    Object.defineProperty(broken.words, "body", {
      get: () => {
        throw new Error("broken");
      },
    });
    await expect(
      execute("messages.takeIn", { userId, accountId, folderId, messages: [aMessage(), broken] }),
    ).rejects.toThrow("broken");
    expect(await latestSeq(database.reader, userId)).toBe(seq);
    expect(await uidsOf(database.reader, userId, folderId)).toEqual([]);
    await execute("messages.takeIn", { userId, accountId, folderId, messages: [aMessage()] });
    expect(await uidsOf(database.reader, userId, folderId)).toHaveLength(1);
  });

  test("queues a job once, keeps its earlier time, and runs it again if queued while held", async () => {
    const { database, execute, clock } = await openStore(open);
    const { userId, accountId, folderId } = await aMailbox(execute);
    const [ingested] = await execute("messages.takeIn", {
      userId,
      accountId,
      folderId,
      messages: [aMessage({ isLive: true })],
    });
    const arrivedAt = clock.at;
    const messageId = ingested?.messageId ?? never();
    const kinds = ["tell-server"];
    const take = () => execute("jobs.take", { kinds, limit: 9, holdMs: 1000 });
    expect(await nextJobAt(database.reader, kinds)).toBeNull();
    await execute("messages.change", { userId, messageIds: [messageId], change: { seen: true } });
    expect(await nextJobAt(database.reader, kinds)).toBe(clock.at);
    const [job, ...more] = await take();
    expect(more).toEqual([]);
    expect(job).toMatchObject({ subject_id: accountId, attempts: 1 });
    expect(await take()).toEqual([]);

    await execute("messages.change", { userId, messageIds: [messageId], change: { seen: false } });
    await execute("jobs.done", takeOf(job));
    const [second] = await take();
    expect(second).toMatchObject({ id: job?.id, attempts: 1 });
    await execute("jobs.later", { ...takeOf(second), runAt: clock.at + 50 });
    expect(await take()).toEqual([]);
    clock.at += 50;
    expect(await take()).toHaveLength(1);
    // The worker died: the job is free after its hold time.
    clock.at += 1000;
    const [last] = await take();
    await execute("jobs.done", takeOf(last));
    clock.at += 5000;
    expect(await take()).toEqual([]);
    expect(
      await execute("jobs.take", { kinds: ["message-arrived"], limit: 9, holdMs: 1 }),
    ).toMatchObject([{ subject_id: `${messageId}/${arrivedAt}` }]);
  });

  test("only the take that holds a job can end it", async () => {
    const { database, execute, clock } = await openStore(open);
    await aMailbox(execute);
    const take = async () => {
      const [job] = await execute("jobs.take", {
        kinds: ["watch-account"],
        limit: 9,
        holdMs: 1000,
      });
      return takeOf(job);
    };
    const row = () =>
      database.reader
        .selectFrom("jobs")
        .select(["take_id", "held_until", "run_at", "failures"])
        .where("kind", "=", "watch-account")
        .executeTakeFirst();
    const stalled = await take();
    clock.at += 1000;
    const overtaking = await take();
    const held = await row();
    expect(held).toMatchObject({ take_id: overtaking.takeId, held_until: clock.at + 1000 });
    const late = { ...stalled, runAt: clock.at + 1 };
    await execute("jobs.done", stalled);
    await execute("jobs.later", { ...late, errorCode: "internal" });
    clock.at += 500;
    await execute("jobs.hold", { takes: [stalled], holdMs: 1000 });
    expect(await row()).toEqual(held);
    await execute("jobs.later", { ...overtaking, runAt: clock.at });
    const free = await row();
    expect(free).toMatchObject({ take_id: "", held_until: 0, run_at: clock.at });
    // Nor does it end a job that is free and waits for another try.
    await execute("jobs.done", overtaking);
    expect(await row()).toEqual(free);
    await execute("jobs.done", await take());
    expect(await row()).toBeUndefined();
  });

  test("frees the jobs of a killed process, where no other process can hold them", async () => {
    const { execute, clock } = await openStore(open);
    const box = await aMailbox(execute);
    await execute("messages.takeIn", { ...box, messages: [aMessage({ isLive: true })] });
    const held = { kinds: ["message-arrived"], limit: 9, holdMs: 45_000 };
    expect(await execute("jobs.take", held)).toHaveLength(1);
    await execute("jobs.free", {});
    const freed = await execute("jobs.take", held);
    expect(freed).toHaveLength(engine === "sqlite" ? 1 : 0);
    // In both cases, there is only one job.
    clock.at += 45_000;
    expect(await execute("jobs.take", held)).toHaveLength(1);
  });
});

function takeOf(job: JobRow | undefined) {
  const { id, take_id: takeId, user_id: userId } = job ?? never();
  return { id, takeId, userId };
}

function never(): never {
  throw new Error("The row is missing.");
}
