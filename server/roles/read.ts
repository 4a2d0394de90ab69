/** A thread that reads what takes long, on a connection of its own. */
import { parentPort, workerData } from "node:worker_threads";
import { systemClock as clock } from "#/base/clock.ts";
import { Failure } from "#/base/fail.ts";
import { openDatabase } from "#/store/database.ts";
import { readHere } from "./named-reads.ts";
import type { ReadAnswer, ReadQuestion, ReadThreadOptions } from "./read-pool.ts";

// The pool starts this thread with these options.
const { url } = workerData as ReadThreadOptions;
const database = await openDatabase({ url });

parentPort?.on("message", (question: ReadQuestion) => {
  if (question.kind === "close") void database.close().then(() => parentPort?.close());
  else void answer(question).then((said) => parentPort?.postMessage(said));
});

async function answer(question: ReadQuestion & { kind: "read" }): Promise<ReadAnswer> {
  try {
    return { value: await readHere({ database, clock }, question.name, question.input) };
  } catch (error) {
    if (error instanceof Failure) return { code: error.code };
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
