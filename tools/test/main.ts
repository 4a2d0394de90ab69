/**
 * Runs the tests of one tier and ends with `N passed, N failed`:
 * - all: the gate, the build, the suites and the browser on SQLite;
 * - night: everything on both engines, the long trials in full, and no second try;
 * - quick: the gate, and the fastest files that need no mail server, separate process or browser, on SQLite;
 * - changed: the tests nearest to the differences from a commit;
 * - or the files and folders named.
 */
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { changedFiles, git } from "./changed-files.ts";
import { budgetOfChange, chooseCheapest, chooseTests, type TestFile } from "./choose-tests.ts";
import { filesOfTree, readImportGraph } from "./import-graph.ts";
import { kindOf, testFilesOf } from "./kinds.ts";
import { openRecords } from "./records.ts";
import { endDaemons, endOnSignals } from "./run-command.ts";
import { whySecondTriesFail, withHistory } from "./second-tries.ts";
import { openSteps } from "./steps.ts";
import { type Place, runBrowser, runSuites } from "./suites.ts";

/** Thrown for a command line that cannot be executed. */
class Misuse extends Error {
  override name = "Misuse";
}

const root = path.resolve(import.meta.dirname, "../..");
const bin = path.join(root, "node_modules/.bin");
const node = process.execPath;
const print = (text: string): void => void process.stdout.write(`${text}\n`);
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { tier: { type: "string" }, "fail-fast": { type: "boolean", default: false } },
});
const tier = options.tier ?? (positionals.length > 0 ? "files" : "all");
const isFailFast = options["fail-fast"];
const database = databaseOfBrowser();
const date = new Date().toISOString();
const seed = Number(process.env["INLET_TEST_SEED"] ?? Math.floor(Math.random() * 1e9));
const reports = mkdtempSync(path.join(tmpdir(), "inlet-test-"));
/** Folder of the tests' databases and mailboxes. */
const workspace = mkdtempSync(path.join(roomyMemory() ?? tmpdir(), "inlet-test-"));
// PostgreSQL and Dovecot run as other users.
chmodSync(workspace, 0o1777);
const env: NodeJS.ProcessEnv = {
  // As in `npm start`: a thread then does not strip the types of every module that it loads.
  NODE_COMPILE_CACHE: path.join(root, "node_modules/.cache/node"),
  ...process.env,
  INLET_TEST_SEED: String(seed),
  ...(tier === "quick" ? { INLET_TEST_ENGINES: "sqlite" } : {}),
  ...(tier === "night" ? { INLET_TEST_ENGINES: "both", INLET_TEST_LENGTH: "whole" } : {}),
  TMPDIR: workspace,
  PATH: `${bin}:${process.env["PATH"] ?? ""}`,
  CI: "1",
  NO_COLOR: "1",
};
const steps = openSteps({ root, env, print });
const { step } = steps;
const place: Place = { root, reports, env, steps, durations: new Map(), again: [] };
/** Maximum sum of the recorded durations of the quick tier's files, in seconds; the workers share it. */
const quickSeconds = 400;
const maxSecondTries = tier === "all" ? 2 : 0;

endOnSignals(() => {
  for (const dir of [reports, workspace]) {
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  }
});
print(`Seed ${seed}.`);
let misuse: Misuse | undefined;
try {
  if (!Number.isInteger(seed)) throw new Misuse("INLET_TEST_SEED is no whole number.");
  await runTier();
} catch (error) {
  if (error instanceof Misuse) misuse = error;
  else steps.fail(error instanceof Error ? (error.stack ?? error.message) : String(error));
} finally {
  rmSync(reports, { recursive: true, force: true });
  await removeWorkspace();
  await endDaemons();
}
if (misuse) print(misuse.message);
else {
  record();
  print(steps.table());
}
const { passed, failed } = steps.sum();
print(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && !misuse ? 0 : 1;

async function runTier(): Promise<void> {
  switch (tier) {
    case "all":
      return runEverything();
    case "night":
      return runEverything();
    case "quick":
      return runQuick();
    case "changed":
      return runChanged();
    case "files":
      return runFiles(filesNamed(testFiles().tests, positionals));
    default:
      throw new Misuse(`The tiers are all, night, quick and changed, not ${JSON.stringify(tier)}.`);
  }
}

async function runEverything(): Promise<void> {
  const isNight = tier === "night";
  await gate();
  if (!(await build())) return;
  await step("page weights", { command: node, words: ["tools/bundle-size.ts"], minutes: 1 });
  await runSuites(place, "suites", { minutes: isNight ? 120 : 40, maxSecondTries });
  // A check for leftovers of the suites belongs here.
  if (isNight) {
    const words = ["tools/soak.ts", "--minutes", "30", "--seed", String(seed)];
    await step("soak", { command: node, words, minutes: 60 });
  }
  const browser = { minutes: 60, isTriedAgain: maxSecondTries > 0 };
  if (isNight || database === "sqlite") await runBrowser(place, { ...browser, database: "sqlite" });
  if (isNight || database === "postgres")
    await runBrowser(place, { ...browser, database: "postgres" });
}

async function gate(): Promise<void> {
  await step("gate", { command: "npm", words: ["run", "--silent", "check"], minutes: 10 });
}

async function build(): Promise<boolean> {
  return step("build", { command: node, words: ["tools/build.ts"], minutes: 5 });
}

function databaseOfBrowser(): "sqlite" | "postgres" {
  const database = process.env["INLET_TEST_DATABASE"] ?? "sqlite";
  if (database === "sqlite" || database === "postgres") return database;
  throw new Error(
    `INLET_TEST_DATABASE is "sqlite" or "postgres", not ${JSON.stringify(database)}.`,
  );
}

async function runQuick(): Promise<void> {
  const { tests } = testFiles();
  const small = tests.filter(({ kind }) => kind === "nothing" || kind === "database");
  const { chosen, leftOut } = chooseCheapest(small, openRecords(root).durations(), quickSeconds);
  const others = tests.length - small.length;
  print(
    `${chosen.length} files; not run: ${others} that need a server or a browser, and ${leftOut.length} slow ones.`,
  );
  await gate();
  await runSuites(place, "suites", { minutes: 10, files: chosen, maxSecondTries });
}

async function runChanged(): Promise<void> {
  const { base, files: changed } = changedFiles(root, positionals[0]);
  const { tests, graph } = testFiles();
  const { chosen, leftOut } = chooseTests(graph, tests, changed, {
    durations: openRecords(root).durations(),
    budget: budgetOfChange,
    textOf: (file) => readFileSync(path.join(root, file), "utf8"),
  });
  print(
    `${changed.length} files differ from ${base.slice(0, 12)}; ${chosen.length} test files are nearest.`,
  );
  if (leftOut.length > 0) {
    print(
      `Not run, although the change may reach them: ${leftOut.length} test files, the nearest first:`,
    );
    for (const file of leftOut.slice(0, 20)) print(`  ${file}`);
    if (leftOut.length > 20) print(`  and ${leftOut.length - 20} more`);
  }
  if (changed.some((file) => file.startsWith("web/"))) {
    print("The browser's tests were chosen by the words that they share with the changed files.");
  }
  if (chosen.length > 0) await runFiles(chosen);
  else print("No test is near the change.");
}

/** Runs test files of any kind, the suites first and in this order; builds only for browser tests. */
async function runFiles(files: readonly string[]): Promise<void> {
  const browser = files.filter((file) => file.startsWith("e2e/"));
  const suites = files.filter((file) => !file.startsWith("e2e/"));
  if (suites.length > 0) {
    const options = { minutes: 40, files: suites, isOrdered: true, isFailFast, maxSecondTries };
    const isGood = await runSuites(place, "suites", options);
    if (!isGood && isFailFast) return;
  }
  if (browser.length === 0 || !(await build())) return;
  await runBrowser(place, {
    minutes: 60,
    files: browser,
    database,
    isFailFast,
    isTriedAgain: false,
  });
}

function testFiles(): { tests: TestFile[]; graph: ReturnType<typeof readImportGraph> } {
  const files = filesOfTree(root).filter((file) => existsSync(path.join(root, file)));
  const graph = readImportGraph(root, files);
  return { graph, tests: testFilesOf(files).map((file) => ({ file, kind: kindOf(graph, file) })) };
}

function filesNamed(tests: readonly TestFile[], names: readonly string[]): string[] {
  const found = names.map((name) => {
    const wanted = path.relative(root, path.resolve(name)).split(path.sep).join("/");
    const isIn = (file: string): boolean => wanted === "" || file.startsWith(`${wanted}/`);
    const files = tests.filter(({ file }) => file === wanted || isIn(file));
    if (files.length === 0) throw new Misuse(`${name} is no test file, and no folder with one.`);
    return files.map(({ file }) => file);
  });
  return [...new Set(found.flat())];
}

/** Records the run, and judges its second tries by those of earlier runs. */
function record(): void {
  const records = openRecords(root);
  const commit = git(root, ["rev-parse", "HEAD"])?.trim() ?? "unknown";
  const tries = place.again.map((one) => ({ date, commit, seed, ...one }));
  const earlier = { runs: records.runs(), tries: records.secondTries() };
  for (const one of tries) print(withHistory(one, earlier.tries));
  for (const why of whySecondTriesFail(tries, earlier, maxSecondTries)) steps.fail(why);
  if (steps.sum().passed + steps.sum().failed === 0 && tier !== "changed")
    steps.fail("No test ran.");
  records.addSecondTries(tries);
  records.addDurations(place.durations);
  const isChanged = git(root, ["status", "--porcelain"])?.trim() !== "";
  records.addRun({ date, commit, isChanged, tier, seed, steps: steps.records(), ...steps.sum() });
}

/**
 * Returns the folder that Linux keeps in memory if it has enough space: thousands of databases there do not wait for a disk.
 */
function roomyMemory(): string | undefined {
  try {
    const { bavail, bsize } = statfsSync("/dev/shm");
    return bavail * bsize >= 8 * 2 ** 30 ? "/dev/shm" : undefined;
  } catch {
    return undefined;
  }
}

/** Waits for the watchdog that stops the shared PostgreSQL server and needs its folder, then removes the workspace. */
async function removeWorkspace(): Promise<void> {
  const isShared = (name: string): boolean => name.startsWith("inlet-postgres-");
  for (let n = 0; n < 50 && readdirSync(workspace).some(isShared); n++) await wait(200);
  rmSync(workspace, { recursive: true, force: true, maxRetries: 5 });
}
