import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Budget, budgetOfChange, chooseTests, type TestFile } from "../test/choose-tests.ts";
import type { ImportGraph } from "../test/import-graph.ts";
import { endDaemons, runCommand } from "../test/run-command.ts";
import { readVitestRun, disrupted, type VitestReport } from "../test/vitest-report.ts";
import { type Mutant, withFault } from "./make-mutants.ts";

export interface Verdict {
  /** The set of tests that found it: the near ones, all others that reach the file, or none. */
  found: "near" | "wide" | "no";
  /** The test file that found it, or another remark. */
  by: string;
  /** Number of test files that ended in time, and number that reach the file. */
  ended: number;
  reached: number;
  processorSeconds: number;
}

export interface Trial {
  /** The worktree that is edited. */
  tree: string;
  graph: ImportGraph;
  tests: readonly TestFile[];
  durations: Readonly<Record<string, number>>;
  print: (text: string) => void;
}

/** Maximum time for one ring of tests of one fault. */
const maxMinutes = 5;
const everything: Budget = { suiteSeconds: Infinity, browserSeconds: 0 };

/** Test files that also fail without a fault, each checked once. They do not count as finding a fault. */
const unsound = new Map<string, boolean>();

/**
 * Applies a fault, runs the tests that `test:changed` would run, then all others that reach the file, and reverts the fault.
 */
export async function tryMutant(trial: Trial, mutant: Mutant): Promise<Verdict> {
  const place = path.join(trial.tree, mutant.file);
  const source = readFileSync(place, "utf8");
  const choose = (budget: Budget): readonly string[] =>
    chooseTests(trial.graph, trial.tests, [mutant.file], {
      durations: trial.durations,
      budget,
      textOf: () => "",
    }).chosen.filter((file) => unsound.get(file) !== true);
  const all = choose(everything);
  const near = choose({ ...budgetOfChange, browserSeconds: 0 });
  const ended = new Set<string>();
  let processorSeconds = 0;

  try {
    for (const [found, files] of [
      ["near", near],
      ["wide", all.filter((file) => !near.includes(file))],
    ] as const) {
      const by = await firstToFind(files);
      if (by !== undefined) return verdict(found, by);
    }
    return verdict("no", "");
  } finally {
    writeFileSync(place, source);
  }

  function verdict(found: Verdict["found"], by: string): Verdict {
    return { found, by, ended: ended.size, reached: all.length, processorSeconds };
  }

  /** Returns the test file that fails twice with the fault and passes without it. */
  async function firstToFind(files: readonly string[]): Promise<string | undefined> {
    for (let left = files; left.length > 0;) {
      writeFileSync(place, withFault(source, mutant));
      const { failing, isStopped } = await run(left);
      if (failing === undefined) return undefined;
      const isSure = (await run([failing])).failing !== undefined;
      // The run timed out, and the file that had not ended does end when it is run alone.
      if (isStopped && !isSure) return undefined;
      writeFileSync(place, source);
      if (isSure && !unsound.has(failing)) unsound.set(failing, await failsTwice(failing));
      if (isSure && unsound.get(failing) === false) return failing;
      trial.print(`  ${failing} ${isSure ? "fails without a fault" : "failed only once"}`);
      left = left.filter((file) => file !== failing);
    }
    return undefined;
  }

  /**
   * A file counts as unsound after two failures, because one failure on a busy machine would exclude a sound file from all later
   * trials.
   */
  async function failsTwice(file: string): Promise<boolean> {
    const hasFailed = (await run([file])).failing !== undefined;
    return hasFailed && (await run([file])).failing !== undefined;
  }

  async function run(files: readonly string[]): Promise<Ended> {
    const result = await runTests(trial.tree, files);
    for (const file of result.ended) ended.add(file);
    processorSeconds += result.processorSeconds;
    return result;
  }
}

interface Ended {
  /** The file that failed, or the first that had not ended when the run was stopped, because it may never end. */
  failing: string | undefined;
  isStopped: boolean;
  ended: readonly string[];
  processorSeconds: number;
}

/** Folder of the current trial's databases; "" between trials. */
let workspace = "";

/** Deletes the files of a trial that is stopped. */
export function removeWorkspace(): void {
  if (workspace !== "") rmSync(workspace, { recursive: true, force: true, maxRetries: 5 });
  workspace = "";
}

/** Runs tests in this order until one fails or the time is up. */
async function runTests(tree: string, files: readonly string[]): Promise<Ended> {
  const dir = path.join(tree, ".cache/mutants");
  mkdirSync(dir, { recursive: true });
  const report = path.join(dir, "report.json");
  rmSync(report, { force: true });
  workspace = mkdtempSync(path.join(tmpdir(), "inlet-mutants-"));
  // PostgreSQL and Dovecot run as other users.
  chmodSync(workspace, 0o1777);
  const env = {
    ...process.env,
    NODE_COMPILE_CACHE: path.join(tree, "node_modules/.cache/node"),
    PATH: `${path.join(tree, "node_modules/.bin")}:${process.env["PATH"] ?? ""}`,
    INLET_TEST_ORDER: files.join("\n"),
    INLET_TEST_SEED: "1",
    TMPDIR: workspace,
    CI: "1",
    NO_COLOR: "1",
  };
  const words = [
    "run",
    "--config",
    "tools/test/in-order.config.ts",
    "--bail=1",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
    ...files.map((file) => path.join(tree, file)),
  ];
  const vitest = path.join(tree, "node_modules/.bin/vitest");
  const { output, processorSeconds = 0 } = await runCommand(vitest, words, {
    cwd: tree,
    minutes: maxMinutes,
    env,
  });
  // A run that stops at its first failure does not stop its mail servers.
  await endDaemons();
  removeWorkspace();
  // vitest prints a file's path within its project once the file has ended.
  const ended = files.filter((file) => output.includes(` ${file.replace(/^\w+\//, "")} (`));
  if (!existsSync(report)) {
    const failing = files.find((file) => !ended.includes(file));
    return { failing, isStopped: true, ended, processorSeconds };
  }
  // Safe: vitest's JSON reporter writes this shape.
  const json = JSON.parse(readFileSync(report, "utf8")) as VitestReport;
  const run = readVitestRun(json, output, [], tree);
  const stray = run.strayErrors > 0 ? /originated in "([^"]+)" test file/.exec(output) : null;
  const failing = disrupted(run)[0]?.file ?? stray?.[1];
  return { failing, isStopped: false, ended, processorSeconds };
}
