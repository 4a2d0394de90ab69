/**
 * `npm test`: installs what the tests need, runs the gate and every suite, ends with `N passed, N failed`. The server's
 * suites run on SQLite and PostgreSQL; the browser's on SQLite, or with `INLET_TEST_DATABASE=postgres` on PostgreSQL with
 * a process for the web and one for mail.
 */
import { spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { installSystemPackages } from "./system-packages.mjs";

const root = path.resolve(
  import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname),
  "..",
);
const reports = mkdtempSync(path.join(tmpdir(), "inlet-test-"));
/** Where the tests keep their databases and mailboxes. */
const workspace = mkdtempSync(path.join(roomyMemory() ?? tmpdir(), "inlet-test-"));
// PostgreSQL and Dovecot have users of their own.
chmodSync(workspace, 0o1777);
const bin = path.join(root, "node_modules/.bin");
const secondTriesAtMost = 4;
const filesAgainAtMost = 2;
const say = (text) => process.stdout.write(`${text}\n`);
const sum = { passed: 0, failed: 0 };

try {
  await main();
} catch (error) {
  say(String(error?.stack ?? error));
  sum.failed++;
} finally {
  rmSync(reports, { recursive: true, force: true });
  await removeWorkspace();
}
if (sum.passed + sum.failed === 0) {
  say("No test ran.");
  sum.failed++;
}
say(`${sum.passed} passed, ${sum.failed} failed`);
process.exitCode = sum.failed === 0 ? 0 : 1;

async function main() {
  const database = process.env.INLET_TEST_DATABASE ?? "sqlite";
  if (!["sqlite", "postgres"].includes(database)) {
    throw new Error(
      `INLET_TEST_DATABASE is "sqlite" or "postgres", not ${JSON.stringify(database)}.`,
    );
  }
  if (!isInstalled()) {
    say("Installing the packages …");
    const install = spawnSync("npm", ["ci", "--no-audit", "--no-fund"], {
      cwd: root,
      stdio: "inherit",
    });
    if (install.status !== 0) throw new Error("npm ci failed.");
  }
  const missing = installSystemPackages(say);
  for (const sentence of missing) say(sentence);
  if (missing.length > 0) {
    sum.failed += missing.length;
    return;
  }
  await step("gate", 10, "npm", ["run", "--silent", "check"]);
  await suites();
  const isBuilt = await step("build", 5, path.join(bin, "node"), ["tools/build.ts"]);
  if (!isBuilt) return;
  await step("page weights", 1, path.join(bin, "node"), ["tools/bundle-size.ts"]);
  const pages = path.join(reports, "pages.json");
  await step(
    database === "postgres" ? "browser on PostgreSQL, two processes" : "browser",
    60,
    path.join(bin, "playwright"),
    ["test", "--config", "e2e/playwright.config.ts", "--reporter=list,json"],
    () => playwrightSum(pages),
    { PLAYWRIGHT_JSON_OUTPUT_FILE: pages },
  );
}

/**
 * Every suite, and once more, each file on its own:
 * - those whose process was ended by a signal: V8 24 now and then ends a process whose threads come and go
 *   ("jit_page.has_value()", nodejs/node#64500);
 * - a few in which something failed: they speak with real servers, and a machine is slow for a moment. What a seed told
 *   is found again by that seed alone, and has failed.
 * What does not pass then has failed. What needed a second try is named.
 */
async function suites() {
  const vitest = (report, files) => ({
    command: path.join(bin, "vitest"),
    words: [
      "run",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
      ...files,
    ],
  });
  const first = path.join(reports, "units.json");
  let died = [];
  let unsure = [];
  const { command, words } = vitest(first, []);
  await step("suites", 40, command, words, (output) => {
    died = filesThatDied(output);
    for (const file of died) say(`its process was ended by a signal, to be run again: ${file}`);
    unsure = filesToTryAgain(first, died);
    // An error of any other kind is a failure even when no test knows of it.
    const errors = Number(/^\s*Errors\s+(\d+) error/m.exec(output)?.[1] ?? 0);
    const again = [...died, ...unsure];
    return {
      ...vitestSum(first, again),
      isToBeSeen: again.length > 0 && errors === died.length,
      remarks: vitestSum(first, [], unsure).notes.map((note) => `to be tried again: ${note}`),
    };
  });
  const again = [...died, ...unsure];
  if (again.length === 0) return;
  const second = path.join(reports, "units-again.json");
  const next = vitest(second, [...again, "--maxWorkers=1"]);
  await step("suites again", 8, next.command, next.words, () => vitestSum(second));
}

/** The files of the report in which something failed that no seed told, while they are a few. */
function filesToTryAgain(report, died) {
  const { testResults } = JSON.parse(readFileSync(report, "utf8"));
  const failed = testResults.filter(
    ({ name, status }) => status === "failed" && !died.includes(name),
  );
  const isTold = failed.some(({ assertionResults }) =>
    assertionResults.some(({ failureMessages }) => /\bseed\b/i.test(failureMessages.join("\n"))),
  );
  return isTold || failed.length > filesAgainAtMost ? [] : failed.map(({ name }) => name);
}

function filesThatDied(output) {
  const told = output.matchAll(/exited unexpectedly with signal \w+ .*test file (\S+)/g);
  return [...new Set([...told].map(([, file]) => file))];
}

/** The folder that Linux keeps in memory, where there is room: in it thousands of databases wait for no disk. */
function roomyMemory() {
  try {
    const { bavail, bsize } = statfsSync("/dev/shm");
    return bavail * bsize >= 8 * 2 ** 30 ? "/dev/shm" : undefined;
  } catch {
    return undefined;
  }
}

/** What the last of the tests share is ended by a watchdog of theirs, which needs its folder. */
async function removeWorkspace() {
  const isShared = (name) => name.startsWith("inlet-postgres-");
  for (let n = 0; n < 50 && readdirSync(workspace).some(isShared); n++) await wait(200);
  rmSync(workspace, { recursive: true, force: true, maxRetries: 5 });
}

/** Whether node_modules is what the lockfile says. */
function isInstalled() {
  const installed = path.join(root, "node_modules/.package-lock.json");
  return (
    existsSync(installed) &&
    existsSync(path.join(bin, "vitest")) &&
    statSync(installed).mtimeMs >= statSync(path.join(root, "package-lock.json")).mtimeMs
  );
}

/** Runs one step; `count` reads what its report says. Prints the end of its output when it failed. */
async function step(name, minutes, command, words, count, env = {}) {
  const started = Date.now();
  const { code, output } = await run(command, words, minutes, env);
  /** @type {{ passed: number, failed: number, isToBeSeen?: boolean, notes: string[], remarks?: string[] }} */
  let result = { passed: 0, failed: 0, notes: [] };
  if (count) {
    try {
      result = count(output);
    } catch (error) {
      result = { passed: 0, failed: 1, notes: [`No report: ${error.message}`] };
    }
    if (result.passed + result.failed === 0)
      result = { passed: 0, failed: 1, notes: ["No test ran."] };
  }
  // A step that ends badly is a failure even when its report knows of none.
  if (code !== 0 && result.failed === 0 && !result.isToBeSeen) result.failed = 1;
  sum.passed += result.passed;
  sum.failed += result.failed;
  const seconds = Math.round((Date.now() - started) / 1000);
  const counted = count ? ` (${result.passed} passed, ${result.failed} failed)` : "";
  say(`${result.failed === 0 ? "ok  " : "FAIL"} ${name} ${seconds} s${counted}`);
  // What failed comes first: of a long log often only its beginning is kept.
  if (result.failed > 0) for (const note of result.notes) say(`  ${note}`);
  for (const remark of result.remarks ?? []) say(`  ${remark}`);
  if (result.failed > 0) say(output.slice(-12_000));
  return result.failed === 0;
}

function run(command, words, minutes, env) {
  return new Promise((resolve) => {
    const child = spawn(command, words, {
      cwd: root,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        // As `npm start` has it: a thread need not strip the types of all it loads anew.
        NODE_COMPILE_CACHE: path.join(root, "node_modules/.cache/node"),
        ...process.env,
        TMPDIR: workspace,
        ...env,
        PATH: `${bin}:${process.env.PATH}`,
        CI: "1",
        NO_COLOR: "1",
      },
    });
    let output = "";
    const listen = (chunk) => {
      output = (output + chunk).slice(-200_000);
    };
    child.stdout.on("data", listen);
    child.stderr.on("data", listen);
    const timer = setTimeout(() => {
      output += `\nStopped after ${minutes} minutes.\n`;
      // The whole group: a test runner's own children must not outlive it.
      process.kill(-Number(child.pid), "SIGKILL");
    }, minutes * 60_000);
    child.once("error", (error) => {
      clearTimeout(timer);
      resolve({ code: 1, output: `${command}: ${error.message}` });
    });
    child.once("close", (code) => {
      clearTimeout(timer);
      resolve({ code: code ?? 1, output });
    });
  });
}

/** What the report says of all files, or `only` some of them, but those `without`. */
function vitestSum(file, without = [], only = null) {
  const report = JSON.parse(readFileSync(file, "utf8"));
  const results = report.testResults.filter(
    ({ name }) => !without.includes(name) && (only === null || only.includes(name)),
  );
  const tests = results.flatMap((suite) =>
    suite.assertionResults.map((test) => ({ ...test, file: path.relative(root, suite.name) })),
  );
  const failed = tests.filter(({ status }) => status === "failed");
  const skipped = tests.filter(({ status }) => status !== "failed" && status !== "passed");
  // A file that cannot be loaded fails without any test of its own.
  const unloaded = results.filter(
    ({ status, assertionResults }) =>
      status === "failed" && assertionResults.every((test) => test.status !== "failed"),
  );
  return {
    passed: tests.length - failed.length - skipped.length,
    failed: failed.length + skipped.length + unloaded.length,
    notes: [
      ...failed.map(({ file, fullName, failureMessages }) =>
        [`${file}: ${fullName}`, ...failureMessages.map((message) => firstLines(message))].join(
          "\n    ",
        ),
      ),
      ...skipped.map((test) => `${test.file}: skipped, which counts as failed: ${test.fullName}`),
      ...unloaded.map(({ name }) => `${path.relative(root, name)}: could not be run`),
    ],
  };
}

/**
 * What passed at the second try has passed, and is named, while it is a few: a machine is slow for a moment. More of it
 * is a defect and has failed.
 */
function playwrightSum(file) {
  const { stats, errors, suites } = JSON.parse(readFileSync(file, "utf8"));
  const specs = suites.flatMap(specsOf);
  const again = specs
    .filter((spec) => spec.tests.some(({ status }) => status === "flaky"))
    .map((spec) => `passed at the second try: ${whatFailed(spec, 6)}`);
  const tooMany = again.length > secondTriesAtMost ? again : [];
  return {
    passed: stats.expected + stats.flaky - tooMany.length,
    failed: stats.unexpected + stats.skipped + errors.length + tooMany.length,
    remarks: again,
    notes: [
      ...(tooMany.length > 0 ? [`More than ${secondTriesAtMost} second tries.`] : []),
      ...specs.filter((spec) => !spec.ok).map((spec) => whatFailed(spec, 30)),
      ...errors.map(({ message }) => firstLines(message)),
    ],
  };
}

/** The tests of a suite and of those in it. */
function specsOf(suite) {
  return [...(suite.suites ?? []).flatMap(specsOf), ...(suite.specs ?? [])];
}

/** The test with what was wrong, so many lines of it. */
function whatFailed(spec, lines) {
  const messages = spec.tests.flatMap(({ results }) =>
    results.flatMap(({ errors }) => errors.map(({ message }) => firstLines(message, lines))),
  );
  return [`${spec.file}:${spec.line} ${spec.title}`, ...messages].join("\n    ");
}

/** Enough of it for a story that a seed told; what comes after is where it was thrown. */
function firstLines(message, lines = 110) {
  return String(message).split("\n").slice(0, lines).join("\n    ");
}
