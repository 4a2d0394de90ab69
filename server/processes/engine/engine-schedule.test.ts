import { expect, onTestFinished, test, vi } from "vitest";
import { createLog } from "#/base/log.ts";
import type { Execute } from "#/store/commands/command-bus.ts";
import { openTestDatabase } from "#/testing/database/database.ts";
import { openStore } from "#/testing/database/test-store.ts";
import { aMailbox, aMessage } from "#/testing/apps/published-calls.ts";
import { engineSchedule } from "./engine-schedule.ts";

/** More than half of each lease that is requested here, but less than all of it. */
const overHalf = { summaries: 41_000, "search-marks": 1_831_000 };

test.each(["summaries", "search-marks"] as const)(
  "%s run in one process while it holds the lease, and stop when another holds it",
  async (name) => {
    const store = await openStore(() => openTestDatabase("postgres"));
    const mailbox = await aMailbox(store.execute);
    // More messages than one batch holds.
    for (const first of [1, 31]) {
      const messages = Array.from({ length: 30 }, (_, index) => aMessage({ uid: first + index }));
      await store.execute("messages.takeIn", { ...mailbox, messages });
    }
    const { kysely } = store.database;
    await kysely.updateTable("messages").set({ marks_version: 0 }).execute();
    const lease = () =>
      kysely.selectFrom("leases").selectAll().where("name", "=", name).executeTakeFirstOrThrow();

    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const write = name === "summaries" ? "summaries.keep" : "messages.mark";
    const written = new Set<string>();
    const mayContinue = Promise.withResolvers<void>();
    const ran = vi.fn<(fence: unknown) => void>();
    const execute = (async (asked, input) => {
      if (asked === write) {
        // One message has several writes: a message that has begun is finished.
        written.add(JSON.stringify("messageId" in input ? input.messageId : input));
        await mayContinue.promise;
      }
      const output = await store.execute(asked, input);
      if (asked === "lease.take") ran(output);
      return output;
    }) as Execute;
    const parts = { ...store, execute, log: createLog("silent") };
    const { signal: stopping } = new AbortController();
    // Safe: this entry needs no other parts.
    const entries = engineSchedule({ ...parts, stopping } as never, { hour: null } as never);
    const running = entries.find((entry) => entry.name === name)?.run();
    await vi.waitFor(() => expect(written.size).toBe(1));
    const before = await lease();
    vi.advanceTimersByTime(overHalf[name]);
    await vi.waitFor(() => expect(ran).toHaveBeenCalledTimes(2));
    expect(Number((await lease()).held_until)).toBeGreaterThan(Number(before.held_until));

    await kysely.updateTable("leases").set({ holder: "other" }).where("name", "=", name).execute();
    vi.advanceTimersByTime(overHalf[name]);
    await vi.waitFor(() => expect(ran).toHaveBeenLastCalledWith(null));
    mayContinue.resolve();
    await running;
    // Work in progress ended, and none began after it.
    expect(written.size).toBe(1);
  },
);
