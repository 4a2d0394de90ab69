import type { Log } from "#/base/log.ts";
import { pause } from "#/base/pause.ts";

/** A recurring task. */
export interface Recurring {
  name: string;
  everyMs: number;
  run: () => Promise<void>;
}

/** Runs each task now and then at its interval, until disposed. A failure is logged and the next run is kept. */
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
