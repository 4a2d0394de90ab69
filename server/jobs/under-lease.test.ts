import { expect, onTestFinished, test, vi } from "vitest";
import { createLog } from "#/base/log.ts";
import type { Execute } from "#/store/commands/command-bus.ts";
import { withDatabases } from "#/testing/database/database.ts";
import { openStore } from "#/testing/database/test-store.ts";
import { underLease } from "./under-lease.ts";

const log = createLog("silent");
const lease = { name: "work", holder: "one", ttlMs: 60_000 };
const { signal: stopping } = new AbortController();

/** Resolves when the signal aborts, as the work is stopped by it. */
const whenAborted = (signal: AbortSignal) =>
  new Promise<void>((fulfil) => signal.addEventListener("abort", () => fulfil(), { once: true }));

withDatabases((open) => {
  test("work under a lease is not started by a second process", async () => {
    const { execute } = await openStore(open);
    const other = { ...lease, holder: "other" };
    const begun = vi.fn<() => Promise<void>>(async () => undefined);
    await underLease({ execute, log, stopping }, lease, async () => {
      await underLease({ execute, log, stopping }, other, begun);
    });
    // A caller that comes right after it does not begin either.
    await underLease({ execute, log, stopping }, other, begun);
    expect(begun).not.toHaveBeenCalled();
    await underLease({ execute, log, stopping }, lease, begun);
    expect(begun).toHaveBeenCalledTimes(1);
  });

  test("work is aborted when its lease cannot be renewed in time", async () => {
    const { execute } = await openStore(open);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const asked = vi.fn<() => void>();
    const failing: Execute = (name, input) => {
      asked();
      if (asked.mock.calls.length > 1) throw new Error("The database is away.");
      return execute(name, input);
    };
    let isAborted = false;
    await underLease({ execute: failing, log, stopping }, lease, async (signal) => {
      await vi.advanceTimersByTimeAsync(59_000);
      expect(signal.aborted).toBe(false);
      const ended = whenAborted(signal);
      await vi.advanceTimersByTimeAsync(1000);
      await ended;
      isAborted = true;
    });
    expect(isAborted).toBe(true);
    // Renewed at half of the lease's time, repeatedly.
    expect(asked.mock.calls.length).toBeGreaterThan(3);
  });

  test("work is aborted when another process held its lease in between, and when the process stops", async () => {
    const { database, execute } = await openStore(open);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    onTestFinished(() => void vi.useRealTimers());
    await underLease({ execute, log, stopping }, lease, async (signal) => {
      // Another holder took the lease and released it.
      await database.kysely.updateTable("leases").set({ fence: 7, held_until: 0 }).execute();
      const ended = whenAborted(signal);
      await vi.advanceTimersByTimeAsync(31_000);
      await ended;
    });
    const stop = new AbortController();
    await underLease({ execute, log, stopping: stop.signal }, lease, async (signal) => {
      stop.abort();
      expect(signal.aborted).toBe(true);
    });
  });
});
