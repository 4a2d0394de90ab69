/** A thread for long reads, with its own connection. */
import { parentPort, workerData } from "node:worker_threads";
import { systemClock as clock } from "#/base/clock.ts";
import { Failure } from "#/base/failure.ts";
import { openDatabase } from "#/store/engine/database.ts";
import { readHere } from "./named-reads.ts";
import type { ReadAnswer, ReadQuestion, ReadThreadOptions } from "./read-pool.ts";

// Safe: read-pool.ts starts this thread with these options.
const { url } = workerData as ReadThreadOptions;
const database = await openDatabase({ url });

/** Aborts the current read. */
let breaking = new AbortController();

parentPort?.on("message", (question: ReadQuestion) => {
  switch (question.kind) {
    case "close":
      return void database.close().then(() => parentPort?.close());
    case "break-off":
      return breaking.abort();
    case "read":
      return void answer(question).then((result) => parentPort?.postMessage(result));
  }
});

async function answer({ name, input }: ReadQuestion & { kind: "read" }): Promise<ReadAnswer> {
  breaking = new AbortController();
  const { signal } = breaking;
  try {
    // A read that arrived while this thread was starting may have been aborted since.
    await new Promise((resolve) => setImmediate(resolve));
    return { value: await readHere({ database, clock }, name, input, signal) };
  } catch (error) {
    if (signal.aborted && error === signal.reason) return { isBrokenOff: true };
    if (error instanceof Failure) return { code: error.code };
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
