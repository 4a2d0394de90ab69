import { readFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { setFlagsFromString } from "node:v8";
import { errors } from "@inlet/contract/errors.ts";
import { diskError } from "#/base/disk-failure.ts";
import { createLog } from "#/base/log.ts";
import { WrongKey } from "#/base/secret-box.ts";
import { type Config, ConfigError, parseConfig } from "#/config.ts";
import { KeyChangeBrokenOff } from "#/processes/setup/data-folder.ts";
import { startEngineRole } from "#/processes/engine/engine-process.ts";
import { type RunningWeb, startWeb } from "#/processes/web-server/web.ts";
import { FolderInUse } from "#/store/engine/data-folder-lock.ts";
import { UpgradeStopped } from "#/store/engine/upgrade-stopped.ts";
import type { WebOptions } from "#/processes/web-server/engine-client.ts";

const root = path.join(import.meta.dirname, "..");
/** Maximum time that open calls and running work may take to end. */
const stopWithinMs = 20_000;
/** Signals within this time of the first count as one. */
const samePressMs = 500;

// V8 lets each thread's heap grow to a multiple of its live data before it collects garbage. During an initial sync that is a
// quarter of the process's memory; a smaller multiple costs almost no time.
setFlagsFromString("--heap-growing-percent=60");

try {
  await start(parseConfig(process.env));
} catch (error) {
  quit(error);
}

async function start(config: Config): Promise<void> {
  const log = createLog(config.logLevel);
  const options = {
    version: versionOf(path.join(root, "package.json")),
    webDir: path.join(root, "web/dist"),
    log,
    onCrash: (error: Error) => {
      log.error({ err: error }, "engine exited");
      quit(error);
    },
  };
  const running = await startRole(config, options);
  process.stdout.write(`${running.greeting}\n`);

  let stoppingSince: number | null = null;
  const stop = () => {
    if (stoppingSince !== null) {
      // The user wants to stop now. One key press may arrive more than once: from the terminal, and from the parent process.
      if (performance.now() - stoppingSince > samePressMs) process.exit(1);
      return;
    }
    stoppingSince = performance.now();
    setTimeout(() => process.exit(1), stopWithinMs + config.drainMs).unref();
    running.stop().then(() => process.exit(0), quit);
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  process.on("SIGHUP", stop);
  // Started by another process over a channel: without the channel this process could not be stopped.
  process.on("disconnect", stop);
}

async function startRole(config: Config, options: WebOptions) {
  if (config.role === "engine") {
    const engine = await startEngineRole(config, options);
    const lines = [
      "This Inlet engine is ready.",
      `Status:          ${engine.url}/readyz`,
      `Data folder:     ${config.dataDir}`,
    ];
    return { greeting: boxed(lines), stop: engine.stop };
  }
  const web = await startWeb(config, options);
  return { greeting: boxed(greetingOf(web, config)), stop: web.stop };
}

function greetingOf(web: RunningWeb, config: Config): string[] {
  const invite = web.firstInvite === null ? "" : `?invite=${web.firstInvite}`;
  return [
    `Inlet is ready:  ${web.url}`,
    ...(web.hasUsers ? [] : ["The first account becomes administrator."]),
    ...(invite ? [`Create it here:  ${web.url}/signup${invite}`] : []),
    `Data folder:     ${config.dataDir}`,
    `API:             ${web.url}/docs`,
  ];
}

function boxed(lines: readonly string[]): string {
  const width = Math.max(...lines.map((line) => line.length));
  const rule = "─".repeat(width + 2);
  const rows = lines.map((line) => `│ ${line.padEnd(width)} │`);
  return [`╭${rule}╮`, ...rows, `╰${rule}╯`].join("\n");
}

function versionOf(file: string): string {
  const { version }: { version?: unknown } = JSON.parse(readFileSync(file, "utf8"));
  return String(version);
}

function sentenceOf(error: unknown): string {
  const kinds = [ConfigError, FolderInUse, WrongKey, KeyChangeBrokenOff, UpgradeStopped];
  const isExplained = kinds.some((kind) => error instanceof kind);
  if (isExplained && error instanceof Error) return error.message;
  if (!(error instanceof Error)) return String(error);
  if (diskError(error) === "disk.full") {
    return `Inlet could not start: ${errors["disk.full"].message} (${error.message})`;
  }
  // A system error (a file, an address, the database) is described by its message; a bug needs its stack.
  const isSystem = "code" in error && typeof error.code === "string";
  const causes = error instanceof AggregateError ? error.errors.map(String).join("; ") : "";
  return isSystem
    ? `Inlet could not start: ${error.message || causes}`
    : (error.stack ?? error.message);
}

/** Prints the error, in one sentence if possible, and exits. */
function quit(error: unknown): never {
  const isPortTaken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
  const text = isPortTaken
    ? "This port is in use. Choose another one, as in PORT=3001."
    : sentenceOf(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
