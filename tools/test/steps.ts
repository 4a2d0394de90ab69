import type { StepRecord } from "./records.ts";
import { type Ended, runCommand } from "./run-command.ts";

export interface Count {
  passed: number;
  failed: number;
  /** Descriptions of the failures, printed if something failed. */
  notes?: readonly string[];
  /** Always printed. */
  remarks?: readonly string[];
  /** True if the command may exit with an error although nothing is counted as failed, because the failures are tried again. */
  isToBeTriedAgain?: boolean;
}

interface Step {
  command: string;
  words: readonly string[];
  minutes: number;
  env?: NodeJS.ProcessEnv;
  /** Parses the command's report. */
  count?: (output: string) => Count;
}

export interface Steps {
  /** Runs one step and prints its result; true if nothing failed. */
  step: (name: string, step: Step) => Promise<boolean>;
  /** Adds a failure outside of a step. */
  fail: (sentence: string) => void;
  records: () => readonly StepRecord[];
  sum: () => Omit<StepRecord, "name"> & { processorSeconds: number };
  /** Returns a table of the time of every step, and the method by which its processor time was measured. */
  table: () => string;
}

export function openSteps(options: {
  root: string;
  env: NodeJS.ProcessEnv;
  print: (text: string) => void;
}): Steps {
  const { print } = options;
  const records: StepRecord[] = [];
  const methods = new Set<Ended["method"]>();
  let failedBeside = 0;

  async function step(
    name: string,
    { command, words, minutes, env, count }: Step,
  ): Promise<boolean> {
    const ended = await runCommand(command, words, {
      cwd: options.root,
      minutes,
      env: { ...options.env, ...env },
    });
    methods.add(ended.method);
    const counted = countOf(ended, count);
    const { wallSeconds, processorSeconds } = ended;
    const { passed, failed } = counted;
    records.push({ name, wallSeconds, processorSeconds, passed, failed });
    const numbers = count ? ` (${passed} passed, ${failed} failed)` : "";
    print(`${failed === 0 ? "ok  " : "FAIL"} ${name} ${Math.round(wallSeconds)} s${numbers}`);
    // Failures are first, because often only the beginning of a long log is kept.
    if (failed > 0) for (const note of counted.notes ?? []) print(`  ${note}`);
    for (const remark of counted.remarks ?? []) print(`  ${remark}`);
    if (failed > 0) print(ended.output.slice(-12_000));
    return failed === 0;
  }

  function sum(): ReturnType<Steps["sum"]> {
    const add = (read: (record: StepRecord) => number): number =>
      records.reduce((total, record) => total + read(record), 0);
    return {
      processorSeconds: add(({ processorSeconds = 0 }) => processorSeconds),
      wallSeconds: add(({ wallSeconds }) => wallSeconds),
      passed: add(({ passed }) => passed),
      failed: add(({ failed }) => failed) + failedBeside,
    };
  }

  return {
    step,
    sum,
    fail: (sentence) => {
      print(`FAIL ${sentence}`);
      failedBeside++;
    },
    records: () => records,
    table: () => tableOf(records, { name: "sum", ...sum() }, [...methods]),
  };
}

function countOf({ code, output }: Ended, count: Step["count"]): Count {
  if (count === undefined) return { passed: 0, failed: code === 0 ? 0 : 1 };
  try {
    const counted = count(output);
    const isEmpty = counted.passed + counted.failed === 0 && !counted.isToBeTriedAgain;
    if (isEmpty) return { passed: 0, failed: 1, notes: ["No test ran."] };
    // An exit code other than 0 is a failure, even if the report contains none.
    const isSilent = code !== 0 && counted.failed === 0 && !counted.isToBeTriedAgain;
    return isSilent ? { ...counted, failed: 1, notes: [`It ended with ${code}.`] } : counted;
  } catch (error) {
    return { passed: 0, failed: 1, notes: [`No report: ${String(error)}`] };
  }
}

function tableOf(
  records: readonly StepRecord[],
  sum: StepRecord,
  methods: readonly Ended["method"][],
): string {
  const rows = [...records, sum].map(({ name, processorSeconds, wallSeconds, passed, failed }) => [
    name,
    processorSeconds === undefined ? "unknown" : processorSeconds.toFixed(1),
    wallSeconds.toFixed(1),
    String(passed),
    String(failed),
  ]);
  const lines = [["step", "processor s", "wall s", "passed", "failed"], ...rows];
  const widths = [0, 1, 2, 3, 4].map((n) => Math.max(...lines.map((line) => line[n]?.length ?? 0)));
  const drawn = lines.map((line) =>
    line
      .map((cell, n) => (n === 0 ? cell.padEnd(widths[n] ?? 0) : cell.padStart(widths[n] ?? 0)))
      .join("  "),
  );
  return [...drawn, `Processor time by ${methods.join("; ")}.`].join("\n");
}
