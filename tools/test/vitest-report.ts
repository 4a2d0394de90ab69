/** Reads the report of a vitest run, file by file. */
import path from "node:path";

/** The part of vitest's JSON report that is read here. */
export interface VitestReport {
  testResults: readonly {
    name: string;
    status: string;
    startTime: number;
    endTime: number;
    message: string;
    assertionResults: readonly {
      fullName: string;
      /** "pending" if the worker ended while the test ran or waited. */
      status: string;
      failureMessages: readonly string[];
    }[];
  }[];
}

interface FileResult {
  /** Relative to the root. */
  file: string;
  passed: number;
  skipped: readonly string[];
  /** Empty if the file failed as a whole: it could not be loaded, or a hook failed. */
  failed: readonly { test: string; messages: readonly string[] }[];
  isFailed: boolean;
  message: string;
  seconds: number;
}

export interface SuiteRun {
  finished: readonly FileResult[];
  /** Files without a result, because a signal ended the process of their worker. */
  lost: readonly string[];
  /** Number of errors outside of tests, without those of lost workers. */
  strayErrors: number;
}

/** Parses a report and the output of the same run. `expected` lists the files that should have run, relative to the root. */
export function readVitestRun(
  report: VitestReport,
  output: string,
  expected: readonly string[],
  root: string,
): SuiteRun {
  const known = report.testResults.map((result) => ({
    ...result,
    file: path.relative(root, result.name).split(path.sep).join("/"),
  }));
  const finished = known
    .filter(({ assertionResults }) => {
      const statuses = assertionResults.map(({ status }) => status);
      // A run that stops at its first failure leaves the remaining tests of that file pending.
      return statuses.includes("failed") || !statuses.includes("pending");
    })
    .map((result): FileResult => {
      const { file, status, message, assertionResults, startTime, endTime } = result;
      return {
        file,
        passed: assertionResults.filter((test) => test.status === "passed").length,
        skipped: assertionResults
          .filter((test) => test.status !== "passed" && test.status !== "failed")
          .map(({ fullName }) => fullName),
        failed: assertionResults
          .filter((test) => test.status === "failed")
          .map(({ fullName, failureMessages }) => ({ test: fullName, messages: failureMessages })),
        isFailed: status === "failed",
        message,
        seconds: (endTime - startTime) / 1000,
      };
    });
  const seen = new Set(finished.map(({ file }) => file));
  const errors = Number(/^\s*Errors\s+(\d+) error/m.exec(output)?.[1] ?? 0);
  const lostWorkers = output.match(/Worker exited unexpectedly with signal/g)?.length ?? 0;
  return {
    finished,
    lost: [...new Set([...expected, ...known.map(({ file }) => file)])].filter(
      (file) => !seen.has(file),
    ),
    strayErrors: Math.max(0, errors - lostWorkers),
  };
}

/** Returns the failures that may be tried again: each failed test, or a whole file that failed without one. */
export function disrupted(
  run: SuiteRun,
): { file: string; test: string; messages: readonly string[] }[] {
  return run.finished.flatMap(({ file, failed, isFailed, message }) =>
    failed.length > 0
      ? failed.map((one) => ({ file, ...one }))
      : isFailed
        ? [{ file, test: "", messages: [message] }]
        : [],
  );
}

/** Reports whether a failure names a seed. The same seed reproduces it, so a second try with another one proves nothing. */
export function isSeedReported(run: SuiteRun): boolean {
  return disrupted(run).some(({ messages }) => /\bseed\b/i.test(messages.join("\n")));
}

/** Leaves out the tests that did not run because the run stopped at its first failure. */
export function withoutWhatWasStopped(run: SuiteRun): SuiteRun {
  const isStopped = run.finished.some(({ isFailed }) => isFailed);
  if (!isStopped) return run;
  return { ...run, finished: run.finished.map((one) => ({ ...one, skipped: [] })), lost: [] };
}

/** Counts a run; a skipped test, a lost file and a stray error count as failed. */
export function sumOf({ finished, lost, strayErrors }: SuiteRun): {
  passed: number;
  failed: number;
  notes: string[];
} {
  const whole = finished.filter(({ isFailed, failed }) => isFailed && failed.length === 0);
  const notes = [
    ...finished.flatMap(({ file, failed }) =>
      failed.map(({ test, messages }) =>
        [`${file}: ${test}`, ...messages.map((message) => firstLines(message))].join("\n    "),
      ),
    ),
    ...whole.map(({ file, message }) => `${file}: could not be run. ${firstLines(message)}`.trim()),
    ...finished.flatMap(({ file, skipped }) =>
      skipped.map((test) => `${file}: skipped, which counts as failed: ${test}`),
    ),
    ...lost.map((file) => `${file}: has no result`),
    ...(strayErrors > 0 ? [`${strayErrors} errors outside of tests`] : []),
  ];
  return {
    passed: finished.reduce((sum, { passed }) => sum + passed, 0),
    failed: notes.length,
    notes,
  };
}

/** Returns enough lines of a message to include a seed's sequence of steps; the rest is the stack trace. */
export function firstLines(message: string, lines = 110): string {
  return message.split("\n").slice(0, lines).join("\n    ");
}
