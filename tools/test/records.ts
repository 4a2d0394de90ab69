/** Records of test runs on this machine, and of tests that needed a second try. They are not in Git. */
import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";

export interface StepRecord {
  name: string;
  processorSeconds?: number | undefined;
  wallSeconds: number;
  passed: number;
  failed: number;
}

export interface RunRecord {
  /** Start of the run in ISO 8601, which also identifies it. */
  date: string;
  commit: string;
  /** True if files differed from the commit. */
  isChanged: boolean;
  tier: string;
  seed: number;
  steps: readonly StepRecord[];
  processorSeconds: number;
  wallSeconds: number;
  passed: number;
  failed: number;
}

export interface SecondTry {
  /** The date of the run. */
  date: string;
  commit: string;
  seed: number;
  file: string;
  /** Empty if it concerns a whole file. */
  test: string;
  /** "lost": a signal ended the worker process, which is not a failure of the test. */
  kind: "suite" | "browser" | "lost";
}

export interface Records {
  runs: () => RunRecord[];
  secondTries: () => SecondTry[];
  /** Returns the last duration of each test file, in seconds. */
  durations: () => Record<string, number>;
  addRun: (run: RunRecord) => void;
  addSecondTries: (tries: readonly SecondTry[]) => void;
  addDurations: (durations: ReadonlyMap<string, number>) => void;
}

/** Opens the records of a tree. Missing ones are empty. */
export function openRecords(root: string): Records {
  const dir = path.join(root, ".cache/tests");
  const inDir = (name: string): string => path.join(dir, name);
  mkdirSync(dir, { recursive: true });
  const durations = (): Record<string, number> => {
    // Safe: only addDurations writes this file.
    return JSON.parse(textOf(inDir("durations.json")) || "{}") as Record<string, number>;
  };
  const append = (name: string, entries: readonly unknown[]): void => {
    for (const entry of entries) appendFileSync(inDir(name), `${JSON.stringify(entry)}\n`);
  };
  return {
    durations,
    // Safe: only addRun and addSecondTries write these files.
    runs: () => linesOf(inDir("runs.jsonl")) as RunRecord[],
    secondTries: () => linesOf(inDir("second-tries.jsonl")) as SecondTry[],
    addRun: (run) => append("runs.jsonl", [run]),
    addSecondTries: (tries) => append("second-tries.jsonl", tries),
    addDurations: (added) => {
      const all = { ...durations(), ...Object.fromEntries(added) };
      writeFileSync(inDir("durations.new"), JSON.stringify(all));
      renameSync(inDir("durations.new"), inDir("durations.json"));
    },
  };
}

function linesOf(file: string): unknown[] {
  return textOf(file)
    .split("\n")
    .filter(Boolean)
    .flatMap((line): unknown[] => {
      try {
        return [JSON.parse(line)];
      } catch {
        // A run that was killed while writing leaves half a line.
        return [];
      }
    });
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
