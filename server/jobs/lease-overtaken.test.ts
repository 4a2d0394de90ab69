import { expect, test, vi } from "vitest";
import { createLog } from "#/base/log.ts";
import type { Execute } from "#/store/commands/command-bus.ts";
import { nextJobAt } from "#/store/jobs/queries.ts";
import { withDatabases } from "#/testing/database/database.ts";
import { openStore } from "#/testing/database/test-store.ts";
import { aMailbox } from "#/testing/apps/published-calls.ts";
import { JobWorker } from "./worker.ts";

const log = createLog("silent");
const kind = "watch-account";

withDatabases((open) => {
  /** Runs two workers with a single job. */
  async function twoWorkers(holdMs: number) {
    const store = await openStore(open);
    await aMailbox(store.execute);
    const { reader } = store.database;
    return {
      ...store,
      row: () => reader.selectFrom("jobs").selectAll().where("kind", "=", kind).executeTakeFirst(),
      /** Starts a worker that works on the job from `begun` until `end` is resolved. */
      worker(execute: Execute = store.execute) {
        const begun = Promise.withResolvers<void>();
        const end = Promise.withResolvers<void>();
        const worker = new JobWorker({
          execute,
          clock: store.clock,
          log,
          holdMs,
          pollMs: 3600_000,
          nextAt: (kinds) => nextJobAt(reader, kinds),
          handlers: {
            [kind]: async () => {
              begun.resolve();
              await end.promise;
            },
          },
        });
        worker.notify();
        return { worker, begun: begun.promise, end };
      },
    };
  }

  test.each(["ends", "fails"] as const)(
    "a run that stalled beyond its hold and %s leaves the job to the worker that took it later",
    async (how) => {
      const { clock, execute, row, worker } = await twoWorkers(45_000);
      const logged: string[] = [];
      const first = worker((async (name, input) => {
        if (name === "jobs.hold") throw new Error("The database is away.");
        const output = await execute(name, input);
        logged.push(name);
        return output;
      }) as Execute);
      await first.begun;
      clock.at += 45_000;
      const second = worker();
      await second.begun;
      const held = await row();
      if (how === "ends") first.end.resolve();
      else first.end.reject(new Error("It did not work."));
      const word = how === "ends" ? "jobs.done" : "jobs.later";
      await vi.waitFor(() => expect(logged).toContain(word));
      expect(await row()).toEqual(held);
      second.end.resolve();
      await vi.waitFor(async () => expect(await row()).toBeUndefined());
      await Promise.all([first, second].map(({ worker }) => worker[Symbol.asyncDispose]()));
    },
  );

  test("a long job's hold is extended before it expires", async () => {
    const { clock, row, worker } = await twoWorkers(40);
    const { at } = clock;
    const first = worker();
    await first.begun;
    expect(await row()).toMatchObject({ held_until: at + 40 });
    clock.at += 20;
    await vi.waitFor(async () => expect(await row()).toMatchObject({ held_until: at + 60 }));
    clock.at += 20;
    await vi.waitFor(async () => expect(await row()).toMatchObject({ held_until: at + 80 }));
    first.end.resolve();
    await vi.waitFor(async () => expect(await row()).toBeUndefined());
    await first.worker[Symbol.asyncDispose]();
  });
});
