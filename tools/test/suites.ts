/** The steps that run vitest and Playwright. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { readPlaywrightRun, type PlaywrightReport } from "./playwright-report.ts";
import type { SecondTry } from "./records.ts";
import { runCommand } from "./run-command.ts";
import type { Count, Steps } from "./steps.ts";
import {
  isSeedReported,
  readVitestRun,
  type SuiteRun,
  sumOf,
  disrupted,
  type VitestReport,
  withoutWhatWasStopped,
} from "./vitest-report.ts";

/** Context shared by the steps. */
export interface Place {
  root: string;
  /** The folder for reports. */
  reports: string;
  env: NodeJS.ProcessEnv;
  steps: Steps;
  /** Duration of each file, filled by the steps. */
  durations: Map<string, number>;
  /** Tests that needed a second try, filled by the steps. */
  again: Omit<SecondTry, "date" | "commit" | "seed">[];
}

export interface SuiteOptions {
  minutes: number;
  /** Test files relative to the root; none means all. */
  files?: readonly string[];
  /** Runs the files in this order. With `isFailFast` it stops at the first failure. */
  isOrdered?: boolean;
  isFailFast?: boolean;
  /** Maximum number of failed tests that are run again. */
  maxSecondTries: number;
}

/**
 * Runs suites, and runs some files again, each alone: files whose worker process was ended by a signal, which V8 24 occasionally
 * causes ("jit_page.has_value()", nodejs/node#64500), and files in which a few tests failed, because they use real servers and a
 * machine may be slow for a moment. A failure that names a seed is not tried again.
 */
export async function runSuites(
  place: Place,
  name: string,
  options: SuiteOptions,
): Promise<boolean> {
  const { root, reports, env, steps } = place;
  const command = path.join(root, "node_modules/.bin/vitest");
  const files = (options.files ?? []).map((file) => path.join(root, file));
  const list = path.join(reports, "list.json");
  await runCommand(command, ["list", "--filesOnly", `--json=${list}`, ...files], {
    cwd: root,
    minutes: 5,
    env,
  });
  const expected = readList(list, root);
  const words = (report: string): string[] => [
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
    ...(options.isOrdered ? ["--config", "tools/test/in-order.config.ts"] : []),
    ...(options.isFailFast ? ["--bail=1"] : []),
  ];
  const report = path.join(reports, "suites.json");
  let again: string[] = [];
  let tried: readonly { file: string; test: string }[] = [];
  const isGood = await steps.step(name, {
    command,
    words: [...words(report), ...files],
    minutes: options.minutes,
    env: { INLET_TEST_ORDER: (options.files ?? []).join("\n") },
    count: (output) => {
      const whole = readVitestRun(readReport(report), output, expected, root);
      recordDurations(place, whole);
      const run = options.isFailFast ? withoutWhatWasStopped(whole) : whole;
      const unsure = filesToTryAgain(run, options.maxSecondTries);
      again = [...run.lost, ...unsure];
      for (const file of run.lost) place.again.push({ file, test: "", kind: "lost" });
      tried = disrupted(run).filter(({ file }) => unsure.includes(file));
      return withoutFiles(run, again);
    },
  });
  if (again.length === 0) return isGood;
  const second = path.join(reports, "suites-again.json");
  const absolute = again.map((file) => path.join(root, file));
  const isGoodAgain = await steps.step(`${name} again`, {
    command,
    // Each file in a separate process: a crash loses only that file.
    words: [...words(second), "--isolate", "--maxWorkers=1", ...absolute],
    minutes: options.minutes,
    count: (output) => {
      const run = readVitestRun(readReport(second), output, again, root);
      const failed = new Set(disrupted(run).map(({ file, test }) => `${file} ${test}`));
      const passed = tried.filter(({ file, test }) => !failed.has(`${file} ${test}`));
      for (const { file, test } of passed) place.again.push({ file, test, kind: "suite" });
      return sumOf(run);
    },
  });
  return isGood && isGoodAgain;
}

function readList(file: string, root: string): string[] {
  // Safe: `vitest list --json` writes this shape.
  const list = JSON.parse(readFileSync(file, "utf8")) as { file: string }[];
  return list.map((entry) => path.relative(root, entry.file).split(path.sep).join("/"));
}

function readReport(file: string): VitestReport {
  // Safe: vitest's JSON reporter writes this shape.
  return JSON.parse(readFileSync(file, "utf8")) as VitestReport;
}

function recordDurations({ durations }: Place, { finished }: SuiteRun): void {
  for (const { file, seconds } of finished) durations.set(file, seconds);
}

/** Returns the files with failures, unless too many tests failed or a failure names a seed. */
function filesToTryAgain(run: SuiteRun, atMost: number): string[] {
  const failed = disrupted(run);
  return failed.length > atMost || isSeedReported(run)
    ? []
    : [...new Set(failed.map(({ file }) => file))];
}

/** Counts a run without the files that are run again. */
function withoutFiles(run: SuiteRun, again: readonly string[]): Count {
  const rest = {
    ...run,
    finished: run.finished.filter(({ file }) => !again.includes(file)),
    lost: run.lost.filter((file) => !again.includes(file)),
  };
  const tried = sumOf({
    ...run,
    finished: run.finished.filter(({ file }) => again.includes(file)),
    strayErrors: 0,
  });
  return {
    ...sumOf(rest),
    isToBeTriedAgain: again.length > 0,
    remarks: again.length > 0 ? tried.notes.map((note) => `to be tried again: ${note}`) : [],
  };
}

export interface BrowserOptions {
  minutes: number;
  database: "sqlite" | "postgres";
  /** Test files relative to the root; none means all. */
  files?: readonly string[];
  isFailFast?: boolean;
  isTriedAgain: boolean;
}

/** Runs browser tests; Playwright runs failed ones again if `isTriedAgain` is set. */
export async function runBrowser(place: Place, options: BrowserOptions): Promise<boolean> {
  const { root, reports, steps } = place;
  const report = path.join(reports, "browser.json");
  const { database, files = [] } = options;
  return steps.step(database === "postgres" ? "browser on PostgreSQL, two processes" : "browser", {
    command: path.join(root, "node_modules/.bin/playwright"),
    words: [
      "test",
      "--config",
      "e2e/playwright.config.ts",
      "--reporter=list,json",
      `--retries=${options.isTriedAgain ? 1 : 0}`,
      ...(options.isFailFast ? ["--max-failures=1"] : []),
      // Playwright takes regular expressions.
      ...files.map((file) => `/${file.replaceAll(".", "\\.")}$`),
    ],
    minutes: options.minutes,
    env: {
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      PLAYWRIGHT_TRANSFORM_CACHE_DIR: path.join(root, "node_modules/.cache/playwright"),
      INLET_TEST_DATABASE: database,
    },
    count: () => {
      // Safe: Playwright's JSON reporter writes this shape.
      const run = readPlaywrightRun(JSON.parse(readFileSync(report, "utf8")) as PlaywrightReport);
      for (const [file, seconds] of run.seconds) place.durations.set(file, seconds);
      for (const { file, test } of run.again) place.again.push({ file, test, kind: "browser" });
      return { ...run, remarks: run.again.map(({ message }) => `second try: ${message}`) };
    },
  });
}
