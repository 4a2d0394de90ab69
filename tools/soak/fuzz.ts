import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Worker } from "node:worker_threads";
import type { FuzzAnswer, FuzzQuestion } from "../../server/testing/faults/fuzz/fuzz-thread.ts";
import type { SoakPart } from "./soak-part.ts";

const threadFile = new URL("../../server/testing/faults/fuzz/fuzz-thread.ts", import.meta.url);
/** The limits that the product sets for a thread that parses mail. */
const resourceLimits = { maxOldGenerationSizeMb: 512 };
/** Timeout after which a parser counts as hanging, in milliseconds. */
const stepMs = 120_000;
const inputsEach = 200;

/** Feeds random bytes to every parser of untrusted bytes: none throws, hangs or exceeds its memory limit. */
export const fuzzPart = {
  name: "fuzz",
  async open() {
    const dir = await mkdtemp(path.join(tmpdir(), "inlet-fuzz-"));
    const sum: Record<string, number> = {};
    let worker: Worker | undefined;
    async function attempt(seed: number, inputs = inputsEach): Promise<void> {
      worker ??= new Worker(threadFile, { resourceLimits, workerData: { dir } });
      try {
        const { done, faults } = await ask(worker, { seed, inputs });
        for (const [name, count] of Object.entries(done)) sum[name] = (sum[name] ?? 0) + count;
        if (faults.length > 0) throw new Error(faults.join("\n"));
      } catch (error) {
        // A hanging thread does not stop without help, and one that ended cannot be reused.
        await worker.terminate();
        worker = undefined;
        throw error;
      }
    }
    return {
      sum,
      attempt,
      async [Symbol.asyncDispose]() {
        await worker?.terminate();
        await rm(dir, { recursive: true });
        const total = Object.values(sum).reduce((all, count) => all + count, 0);
        process.stdout.write(`${total} inputs: ${JSON.stringify(sum)}\n`);
      },
    };
  },
} satisfies SoakPart;

type Done = Extract<FuzzAnswer, { done: unknown }>;

function ask(worker: Worker, question: FuzzQuestion): Promise<Done> {
  const { promise, resolve, reject } = Promise.withResolvers<Done>();
  let at = "the beginning";
  const hang = () => reject(new Error(`It hangs at ${at}.`));
  let timer = setTimeout(hang, stepMs);
  const onMessage = (answer: FuzzAnswer) => {
    if ("done" in answer) return resolve(answer);
    ({ at } = answer);
    clearTimeout(timer);
    timer = setTimeout(hang, stepMs);
  };
  const onError = (cause: unknown) => {
    const words = cause instanceof Error ? cause.stack : String(cause);
    reject(new Error(`The thread ended at ${at}: ${words}`, { cause }));
  };
  worker.on("message", onMessage);
  worker.once("error", onError);
  worker.postMessage(question);
  return promise.finally(() => {
    clearTimeout(timer);
    worker.off("message", onMessage);
    worker.off("error", onError);
  });
}
