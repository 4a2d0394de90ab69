// `npm start`: installs missing packages, builds the web app and the server if their sources changed, and runs the server. Plain
// JavaScript for the Node that the machine happens to have (20 or newer): nothing is installed yet.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { isInstalled } from "./is-installed.mjs";
import { hashOf, serverBundle } from "./server-bundle.mjs";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));

if (!isInstalled(process.cwd())) {
  print("Installing dependencies. This takes a minute, only the first time.");
  run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"]);
  bringNode();
}
const node = runtime();
buildWeb();
serve(buildServer());

/** Runs the only install script, which installs the right version of Node. If that fails, another Node may serve. */
function bringNode() {
  const shell = process.platform === "win32";
  spawnSync("npm", ["rebuild", "node"], { stdio: "inherit", shell });
}

/** Returns the Node of the dependencies, or the machine's own if the former is missing and the latter is new enough. */
function runtime() {
  const binary = path.resolve("node_modules/node/bin/node");
  if (runs(binary)) return binary;
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > 24 || (major === 24 && minor >= 7)) return process.execPath;
  print("Installing Node: the previous installation was interrupted.");
  bringNode();
  if (runs(binary)) return binary;
  print(
    `Inlet needs Node 24.7 or newer; this is ${process.versions.node}. ` +
      "Run `npm rebuild node`, which installs the right version, or install it yourself.",
  );
  process.exit(1);
}

/** Reports whether a binary is complete: an interrupted download leaves half of it. */
function runs(binary) {
  if (!existsSync(binary)) return false;
  const { status, stdout } = spawnSync(binary, ["--version"], { encoding: "utf8" });
  return status === 0 && /^v\d+\./.test(stdout);
}

function buildWeb() {
  const stamp = "web/dist/.sources";
  const tools = ["build", "bundle-size", "first-paint"].map((name) => `tools/${name}.ts`);
  const sources = hashOf(".", ["contract", "web", ...tools, "package-lock.json"]);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === sources) return;
  print("Building the web app…");
  // Without a stamp, an interrupted build does not count as complete.
  rmSync(stamp, { force: true });
  run(node, ["tools/build.ts"]);
  writeFileSync(stamp, sources);
}

/** Returns the folder of the bundle of the current sources, and builds it if necessary. */
function buildServer() {
  const bundle = serverBundle();
  if (!existsSync(bundle)) {
    print("Building the server…");
    run(node, ["tools/build-server.ts"]);
  }
  return bundle;
}

function serve(bundle) {
  // A later build does not delete a bundle that a running process has marked.
  const mark = path.join(bundle, `used-by.${process.pid}`);
  try {
    writeFileSync(mark, "");
    process.on("exit", () => rmSync(mark, { force: true }));
  } catch {
    // If this folder cannot be written, no build removes it either.
  }
  // The channel shows the server when this process has ended, for any reason. A small nursery for every thread saves memory and
  // costs no time. tools/demo/app.ts starts the server the same way.
  const server = spawn(node, ["--max-semi-space-size=4", path.join(bundle, "main.js")], {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    // Compiled modules are cached, so the second start is faster.
    env: { NODE_COMPILE_CACHE: path.join(bundle, "compiled"), ...process.env },
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => server.kill(signal));
  }
  server.on("error", fail);
  server.on("exit", (code, signal) => {
    if (signal) print(`The server was stopped by ${signal}.`);
    process.exit(code ?? 1);
  });
}

function run(command, args) {
  // On Windows npm is a script with another name, which only a shell finds.
  const shell = process.platform === "win32" && command === "npm";
  const { status, error } = spawnSync(command, args, { stdio: "inherit", shell });
  if (error) fail(error);
  if (status !== 0) process.exit(status ?? 1);
}

function fail(error) {
  print(error.message);
  process.exit(1);
}

function print(text) {
  process.stdout.write(`${text}\n`);
}
