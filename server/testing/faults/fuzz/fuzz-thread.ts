/** The thread in which parsers receive random input, so the test can detect a hang or crash and report the seed. */
import { parentPort, workerData } from "node:worker_threads";
import { cpuTimeMs } from "#/testing/cpu-time.ts";
import { seededRandom } from "../tracking/random.ts";
import { archiveParser } from "./archive-parser.ts";
import { fuzzInput } from "./fuzz-input.ts";
import { runBroken } from "./imap-parser.ts";
import { runBrokenSmtp } from "./smtp-parser.ts";
import { textParsers } from "./text-parsers.ts";

export interface FuzzQuestion {
  seed: number;
  /** Number of inputs per parser. */
  inputs: number;
}

/** `at`: the current parser; `done`: the number of inputs that each parser read, with all failures. */
export type FuzzAnswer = { at: string } | { done: Record<string, number>; faults: string[] };

// The parent thread passes a folder.
const { dir } = workerData as { dir: string };
const parsers = [...textParsers, archiveParser(dir)];
const targets = { imap: runBroken, smtp: runBrokenSmtp };

/** Far above the time for any input, and below the time of work that grows faster than its input. */
const maxCpuMs = 1500;

parentPort?.on("message", (question: FuzzQuestion) => {
  void fuzz(question);
});

async function fuzz({ seed, inputs }: FuzzQuestion): Promise<void> {
  const post = (answer: FuzzAnswer) => parentPort?.postMessage(answer);
  const done: Record<string, number> = {};
  const faults: string[] = [];
  for (const [index, parser] of parsers.entries()) {
    const random = seededRandom(seed * 100 + index);
    post({ at: parser.name });
    for (let count = 0; count < inputs; count++) {
      const input = fuzzInput(random, parser);
      const before = cpuTimeMs();
      try {
        await parser.read(input);
      } catch (error) {
        faults.push(`${parser.name}, input ${count}: ${wordsOf(error)}`);
      }
      const took = cpuTimeMs() - before;
      if (took > maxCpuMs) {
        const start = JSON.stringify(input.toString("latin1", 0, 200));
        faults.push(
          `${parser.name}, input ${count}: ${Math.round(took)} ms for ${input.length} bytes, ${start}`,
        );
      }
    }
    done[parser.name] = inputs;
  }
  for (const [name, run] of Object.entries(targets)) {
    post({ at: name });
    let broken = 0;
    // Concurrent, because most of the time is spent waiting for a broken server.
    const all = Array.from({ length: Math.ceil(inputs / 10) }, async (_, at) => {
      try {
        const answers = await run(seededRandom(seed * 1000 + at));
        broken += answers;
      } catch (error) {
        faults.push(`${name}, visit ${at}: ${wordsOf(error)}`);
      }
    });
    await Promise.all(all);
    done[name] = broken;
  }
  post({ done, faults });
}

function wordsOf(error: unknown): string {
  return (error instanceof Error && error.stack) || String(error);
}
