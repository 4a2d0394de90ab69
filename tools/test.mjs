/**
 * `npm test`: installs what the tests need, and runs them (tools/test/main.ts). Plain JavaScript for any Node that the machine
 * has, because nothing is installed yet.
 */
import { spawn, spawnSync } from "node:child_process";
import path from "node:path";
import { isInstalled } from "./is-installed.mjs";
import { installSystemPackages } from "./system-packages.mjs";

const root = path.resolve(
  import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname),
  "..",
);
const bin = path.join(root, "node_modules/.bin");
const print = (text) => process.stdout.write(`${text}\n`);

const missing = install();
if (missing.length > 0) {
  for (const sentence of missing) print(sentence);
  print(`0 passed, ${missing.length} failed`);
  process.exitCode = 1;
} else {
  const words = [path.join(root, "tools/test/main.ts"), ...process.argv.slice(2)];
  const tests = spawn(path.join(bin, "node"), words, { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
    process.on(signal, () => tests.kill(signal));
  tests.on("exit", (code) => (process.exitCode = code ?? 1));
}

/** Installs packages and system packages. Returns a sentence for each that could not be installed. */
function install() {
  if (!isInstalled(root, false)) {
    print("Installing the packages …");
    const words = ["ci", "--no-audit", "--no-fund"];
    const { status } = spawnSync("npm", words, { cwd: root, stdio: "inherit" });
    if (status !== 0) return ["npm ci failed."];
  }
  return installSystemPackages(print);
}
