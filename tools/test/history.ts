/** `npm run test:history [-- N]`: lists the last N recorded runs (20), and the tests that needed a second try in them. */
import path from "node:path";
import { openRecords } from "./records.ts";

const count = Number(process.argv[2] ?? 20);
const records = openRecords(path.resolve(import.meta.dirname, "../.."));
const tries = records.secondTries();
const print = (text: string): void => void process.stdout.write(`${text}\n`);

for (const run of records.runs().slice(-count)) {
  const commit = `${run.commit.slice(0, 8)}${run.isChanged ? " and changes" : ""}`;
  const processor = `${Math.round(run.processorSeconds)} s of processor in ${Math.round(run.wallSeconds)} s`;
  print(
    `${run.date.slice(0, 16)} ${run.tier} ${commit}, seed ${run.seed}: ${run.passed} passed, ${run.failed} failed, ${processor}`,
  );
  for (const step of run.steps) {
    const seconds =
      step.processorSeconds === undefined ? "unknown" : `${Math.round(step.processorSeconds)} s`;
    print(
      `  ${step.name}: ${seconds} in ${Math.round(step.wallSeconds)} s, ${step.passed} passed, ${step.failed} failed`,
    );
  }
  for (const { file, test, kind } of tries.filter(({ date }) => date === run.date)) {
    print(`  second try (${kind}): ${file} ${test}`);
  }
}
