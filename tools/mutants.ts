/**
 * Shows whether the tests find faults: `npm run mutants [-- N --seed S --state FILE --area NAME…]` makes N small faults (60) in
 * the last commit's server code, one at a time in a separate worktree, and runs the tests against each: first those that
 * `npm run test:changed` would run, then all suites that reach the file, five minutes at most each. With a state file a later run
 * continues; on another commit it retries the faults that were not found. A fault without an effect that a user could notice is
 * listed with a reason in mutants/equivalents.json, and never drawn.
 */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { areaOf, areas, drawMutants } from "./mutants/draw.ts";
import { isLoadable, type Mutant, mutantsOf, withFault } from "./mutants/make-mutants.ts";
import { openOwnTree } from "./mutants/own-tree.ts";
import { removeWorkspace, tryMutant, type Verdict } from "./mutants/try-mutant.ts";
import { git } from "./test/changed-files.ts";
import { filesOfTree, readImportGraph } from "./test/import-graph.ts";
import { kindOf, testFilesOf } from "./test/kinds.ts";
import { openRecords } from "./test/records.ts";
import { endOnSignals } from "./test/run-command.ts";

interface State {
  /** The mutants in the order of the draw; those not yet tested have no verdict. */
  drawn: { mutant: Mutant; verdict?: Verdict; commit?: string }[];
}

const root = path.resolve(import.meta.dirname, "..");
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: "string", default: "1" },
    state: { type: "string" },
    area: { type: "string", multiple: true, default: areas.map(({ name }) => name) },
  },
});
/** Faults that do not change the behavior: the reason by the id of the fault. */
const equivalents: unknown = JSON.parse(
  readFileSync(path.join(import.meta.dirname, "mutants/equivalents.json"), "utf8"),
);
const count = Number(positionals[0] ?? 60);
const print = (text: string): void => void process.stdout.write(`${text}\n`);
const sourceOf = (file: string): string => readFileSync(path.join(tree, file), "utf8");
endOnSignals(removeWorkspace);

const tree = openOwnTree(root);
const commit = git(tree, ["rev-parse", "HEAD"])?.trim() ?? "";
const files = filesOfTree(tree);
const mutants = files
  .filter((file) => areaOf(file) !== undefined)
  .flatMap((file) => mutantsOf(file, sourceOf(file)));
const isEquivalent = ({ id }: Mutant): boolean => Object.hasOwn(Object(equivalents), id);
const state = drawOn(readState());
saveState();
const graph = readImportGraph(tree, files);
const tests = testFilesOf(files)
  .map((file) => ({ file, kind: kindOf(graph, file) }))
  .filter(({ kind }) => kind !== "browser");
const { durations } = openRecords(root);

for (const [n, entry] of state.drawn.entries()) {
  const { mutant, verdict } = entry;
  if (verdict !== undefined && (verdict.found !== "no" || entry.commit === commit)) continue;
  print(
    `${n + 1} of ${state.drawn.length}: ${mutant.kind} in ${mutant.file}:${mutant.line} (${mutant.id})`,
  );
  entry.verdict = await tryMutant({ tree, graph, tests, durations: durations(), print }, mutant);
  entry.commit = commit;
  const { found, by, processorSeconds } = entry.verdict;
  print(
    `  ${found === "no" ? "NOT FOUND" : `found ${found} by ${by}`}, ${Math.round(processorSeconds)} s of processor`,
  );
  saveState();
}
report();

/** Keeps the drawn mutants that still exist, and draws the missing ones. */
function drawOn({ drawn }: State): State {
  const known = new Map(mutants.map((mutant) => [mutant.id, mutant]));
  const kept = drawn.flatMap((entry) => {
    const mutant = known.get(entry.mutant.id);
    return mutant === undefined || isEquivalent(mutant) ? [] : [{ ...entry, mutant }];
  });
  const isKept = new Set(kept.map(({ mutant }) => mutant.id));
  const isWanted = (mutant: Mutant): boolean =>
    !isEquivalent(mutant) && isLoadable(mutant.file, withFault(sourceOf(mutant.file), mutant));
  const wanted = mutants.filter(({ file }) => options.area.includes(areaOf(file) ?? ""));
  const more = drawMutants(wanted, count + isKept.size, Number(options.seed), isWanted)
    .filter(({ id }) => !isKept.has(id))
    .slice(0, Math.max(0, count - kept.length));
  return { drawn: [...kept, ...more.map((mutant) => ({ mutant }))] };
}

function readState(): State {
  try {
    // Safe: only this script writes the file.
    return JSON.parse(readFileSync(options.state ?? "", "utf8")) as State;
  } catch {
    return { drawn: [] };
  }
}

function saveState(): void {
  if (options.state !== undefined) writeFileSync(options.state, JSON.stringify(state, null, 1));
}

function report(): void {
  const tried = state.drawn.flatMap(({ mutant, verdict }) =>
    verdict ? [{ mutant, verdict }] : [],
  );
  const line = (name: string, some: typeof tried): string => {
    const by = (ring: Verdict["found"]): number =>
      some.filter(({ verdict }) => verdict.found === ring).length;
    const found = by("near") + by("wide");
    return `${name}: ${found} of ${some.length} found, ${by("near")} near, ${by("wide")} wide`;
  };
  print("");
  for (const { name } of areas) {
    print(
      line(
        name,
        tried.filter(({ mutant }) => areaOf(mutant.file) === name),
      ),
    );
  }
  print(line("all", tried));
  for (const { mutant, verdict } of tried) {
    if (verdict.found !== "no") continue;
    print(
      `\nNot found by ${verdict.ended} of ${verdict.reached} test files: ${mutant.id}, ${mutant.kind}, ${mutant.file}:${mutant.line}`,
    );
    print(diffOf(mutant));
  }
}

/** Returns the changed lines before and after. */
function diffOf(mutant: Mutant): string {
  const source = sourceOf(mutant.file);
  const first = source.lastIndexOf("\n", mutant.start - 1) + 1;
  const end = source.indexOf("\n", mutant.end);
  const changed = withFault(source, mutant);
  const rest = source.length - (end === -1 ? source.length : end);
  const marked = (sign: string, text: string): string =>
    text
      .split("\n")
      .map((one) => `${sign} ${one}`)
      .join("\n");
  return `${marked("-", source.slice(first, source.length - rest))}\n${marked("+", changed.slice(first, changed.length - rest))}`;
}
