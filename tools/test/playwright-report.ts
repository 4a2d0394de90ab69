/** Reads the report of a Playwright run. */
import { firstLines } from "./vitest-report.ts";

/** Lines that show of the page of a failed test. */
const pageLines = 100;

interface Spec {
  title: string;
  file: string;
  line: number;
  ok: boolean;
  tests: readonly {
    status: string;
    results: readonly {
      duration: number;
      errors: readonly { message?: string }[];
      attachments?: readonly { name: string; body?: string }[];
    }[];
  }[];
}

interface Suite {
  suites?: readonly Suite[];
  specs?: readonly Spec[];
}

/** The part of Playwright's JSON report that is read here. */
export interface PlaywrightReport {
  stats: { expected: number; flaky: number; unexpected: number; skipped: number };
  errors: readonly { message?: string }[];
  suites: readonly Suite[];
}

/** Counts a run; a skipped test counts as failed. A test that passed on the second try counts as passed, and is in `again`. */
export function readPlaywrightRun({ stats, errors, suites }: PlaywrightReport): {
  passed: number;
  failed: number;
  notes: string[];
  again: { file: string; test: string; message: string }[];
  seconds: Map<string, number>;
} {
  const specs = suites.flatMap(specsOf);
  const seconds = new Map<string, number>();
  for (const { file, tests } of specs) {
    const took = tests.flatMap(({ results }) => results.map(({ duration }) => duration / 1000));
    const name = `e2e/${file}`;
    seconds.set(
      name,
      took.reduce((sum, one) => sum + one, seconds.get(name) ?? 0),
    );
  }
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + stats.skipped + errors.length,
    notes: [
      ...specs.filter(({ ok }) => !ok).map((spec) => whatFailed(spec, 30)),
      ...errors.map(({ message = "" }) => firstLines(message)),
    ],
    again: specs
      .filter(({ tests }) => tests.some(({ status }) => status === "flaky"))
      .map((spec) => ({
        file: `e2e/${spec.file}`,
        test: spec.title,
        message: whatFailed(spec, 6),
      })),
    seconds,
  };
}

/** Returns the tests of a suite and of its nested suites. */
function specsOf(suite: Suite): Spec[] {
  return [...(suite.suites ?? []).flatMap(specsOf), ...(suite.specs ?? [])];
}

/** Returns the title of a test, the first lines of each of its errors, and the page as it was then (support/fixtures.ts). */
function whatFailed({ file, line, title, tests }: Spec, lines: number): string {
  const results = tests.flatMap((test) => test.results);
  const messages = results.flatMap(({ errors, attachments = [] }) => [
    ...errors.map(({ message = "" }) => firstLines(message, lines)),
    ...attachments
      .filter(({ name }) => name === "page")
      .map(({ body = "" }) => firstLines(Buffer.from(body, "base64").toString(), pageLines)),
  ]);
  return [`${file}:${line} ${title}`, ...messages].join("\n    ");
}
