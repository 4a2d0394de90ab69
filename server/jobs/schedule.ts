import type { Log } from "#/base/log.ts";
import { pause } from "#/base/pause.ts";

/** Something that recurs. */
export interface Recurring {
  name: string;
  everyMs: number;
  run: () => Promise<void>;
}

/** Runs each entry now and then again after its time, until disposed. A failure is logged and the next time is kept. */
export function startSchedule(entries: readonly Recurring[], log: Log): AsyncDisposable {
  const stop = new AbortController();
  const loops = entries.map(async ({ name, everyMs, run }) => {
    while (!stop.signal.aborted) {
      try {
        await run();
      } catch (error) {
        log.error({ err: error, name }, "recurring task failed");
      }
      await pause(everyMs, stop.signal);
    }
  });
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await Promise.all(loops);
    },
  };
}
