import { describe, expect, it } from "vitest";
import {
  isSeedReported,
  readVitestRun,
  type SuiteRun,
  sumOf,
  disrupted,
  type VitestReport,
} from "./vitest-report.ts";

type Test = VitestReport["testResults"][number]["assertionResults"][number];

describe("a run of the suites", () => {
  it("reports as lost a file whose worker ended in the middle, and a file without a result", () => {
    const report = reportOf({ "/tree/a.test.ts": [passed, { ...passed, status: "pending" }] });
    const run = readVitestRun(
      report,
      " Errors  1 error\nWorker exited unexpectedly with signal SIGTRAP",
      ["b.test.ts"],
      "/tree",
    );
    expect(run.lost).toEqual(["b.test.ts", "a.test.ts"]);
    expect(run.strayErrors).toBe(0);
    expect(sumOf(run)).toMatchObject({ passed: 0, failed: 2 });
  });

  it("keeps the failure that stopped it in the middle of a file", () => {
    const failed = { ...passed, fullName: "fails", status: "failed" };
    const report = reportOf({ "/tree/a.test.ts": [failed, { ...passed, status: "pending" }] });
    const run = readVitestRun(report, "", [], "/tree");
    expect(disrupted(run)).toMatchObject([{ file: "a.test.ts", test: "fails" }]);
  });

  it("counts an error outside of tests as a failure", () => {
    const run = readVitestRun(
      reportOf({ "/tree/a.test.ts": [passed] }),
      "     Errors  2 errors",
      [],
      "/tree",
    );
    expect(sumOf(run)).toMatchObject({
      passed: 1,
      failed: 1,
      notes: ["2 errors outside of tests"],
    });
  });

  it("counts a skipped test as failed", () => {
    const report = reportOf({ "/tree/a.test.ts": [passed, { ...passed, status: "skipped" }] });
    expect(sumOf(readVitestRun(report, "", [], "/tree"))).toMatchObject({ passed: 1, failed: 1 });
  });

  it("distinguishes failures found with a seed from those that may pass on a second try", () => {
    const runOf = (message: string): SuiteRun => {
      const test = { ...passed, status: "failed", failureMessages: [message] };
      return readVitestRun(reportOf({ "/tree/a.test.ts": [test] }), "", [], "/tree");
    };
    expect(isSeedReported(runOf("Property failed after 3 tests { seed: 5 }"))).toBe(true);
    expect(isSeedReported(runOf("Test timed out"))).toBe(false);
  });

  it("counts a file that failed without a failed test as one failure", () => {
    const report = reportOf({ "/tree/a.test.ts": [] }, "failed");
    const run = readVitestRun(report, "", [], "/tree");
    expect(disrupted(run)).toEqual([{ file: "a.test.ts", test: "", messages: ["a message"] }]);
    expect(sumOf(run)).toMatchObject({ passed: 0, failed: 1 });
  });
});

const passed: Test = { fullName: "passes", status: "passed", failureMessages: [] };

function reportOf(files: Record<string, Test[]>, status = "passed"): VitestReport {
  const testResults = Object.entries(files).map(([name, assertionResults]) => {
    return { name, status, startTime: 0, endTime: 1, message: "a message", assertionResults };
  });
  return { testResults };
}
