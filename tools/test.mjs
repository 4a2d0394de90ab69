/** `npm test`: installs what the tests need, runs the gate and every suite, ends with `N passed, N failed`. */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { installSystemPackages } from "./system-packages.mjs";

const root = path.resolve(
  import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname),
  "..",
);
const reports = mkdtempSync(path.join(tmpdir(), "inlet-test-"));
const bin = path.join(root, "node_modules/.bin");
const say = (text) => process.stdout.write(`${text}\n`);
const sum = { passed: 0, failed: 0 };

try {
  await main();
} catch (error) {
  say(String(error?.stack ?? error));
  sum.failed++;
} finally {
  rmSync(reports, { recursive: true, force: true });
}
if (sum.passed + sum.failed === 0) {
  say("No test ran.");
  sum.failed++;
}
say(`${sum.passed} passed, ${sum.failed} failed`);
process.exitCode = sum.failed === 0 ? 0 : 1;

async function main() {
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
  const units = path.join(reports, "units.json");
  await step(
    "suites",
    15,
    path.join(bin, "vitest"),
    ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${units}`],
    () => vitestSum(units),
  );
  const isBuilt = await step("build", 5, path.join(bin, "node"), ["tools/build.ts"]);
  if (!isBuilt) return;
  const pages = path.join(reports, "pages.json");
  await step(
    "browser",
    20,
    path.join(bin, "playwright"),
    ["test", "--config", "e2e/playwright.config.ts", "--reporter=list,json"],
    () => playwrightSum(pages),
    { PLAYWRIGHT_JSON_OUTPUT_FILE: pages },
  );
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
  /** @type {{ passed: number, failed: number, notes: string[] }} */
  let result = { passed: 0, failed: 0, notes: [] };
  if (count) {
    try {
      result = count();
    } catch (error) {
      result = { passed: 0, failed: 1, notes: [`No report: ${error.message}`] };
    }
    if (result.passed + result.failed === 0)
      result = { passed: 0, failed: 1, notes: ["No test ran."] };
  }
  // A step that ends badly is a failure even when its report knows of none.
  if (code !== 0 && result.failed === 0) result.failed = 1;
  sum.passed += result.passed;
  sum.failed += result.failed;
  const seconds = Math.round((Date.now() - started) / 1000);
  const counted = count ? ` (${result.passed} passed, ${result.failed} failed)` : "";
  say(`${result.failed === 0 ? "ok  " : "FAIL"} ${name} ${seconds} s${counted}`);
  if (result.failed > 0) {
    for (const note of result.notes) say(`  ${note}`);
    say(output.slice(-12_000));
  }
  return result.failed === 0;
}

function run(command, words, minutes, env) {
  return new Promise((resolve) => {
    const child = spawn(command, words, {
      cwd: root,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...env, PATH: `${bin}:${process.env.PATH}`, CI: "1", NO_COLOR: "1" },
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
      process.kill(-child.pid, "SIGKILL");
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

function vitestSum(file) {
  const report = JSON.parse(readFileSync(file, "utf8"));
  // A file that cannot be loaded fails without any test of its own.
  const unloaded = report.testResults.filter(
    (suite) =>
      suite.status === "failed" && suite.assertionResults.every((test) => test.status !== "failed"),
  );
  const skipped = report.numPendingTests + report.numTodoTests;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length + skipped,
    notes: [
      ...report.testResults.flatMap((suite) =>
        suite.assertionResults
          .filter((test) => test.status === "failed")
          .map((test) => `${path.relative(root, suite.name)}: ${test.fullName}`),
      ),
      ...unloaded.map((suite) => `${path.relative(root, suite.name)}: could not be run`),
      ...(skipped > 0 ? [`${skipped} skipped, which counts as failed`] : []),
    ],
  };
}

function playwrightSum(file) {
  const { stats, errors } = JSON.parse(readFileSync(file, "utf8"));
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + stats.skipped + errors.length,
    notes: errors.map((error) => String(error.message).split("\n")[0]),
  };
}
