import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { type Meter, openMeter, stopProcess } from "./processor-time.ts";

export interface Ended {
  code: number;
  /** The end of its output, from stdout and stderr. */
  output: string;
  wallSeconds: number;
  /** Undefined if it is unknown: the command was stopped, and no control group counted it. */
  processorSeconds: number | undefined;
  method: Meter["method"];
}

export interface CommandOptions {
  cwd: string;
  minutes: number;
  env: NodeJS.ProcessEnv;
}

const left: Meter[] = [];
/** Functions that stop the running commands. */
const running = new Set<() => void>();

/** Runs a command to its end, or kills it and its whole process group after `minutes`. */
export async function runCommand(
  command: string,
  words: readonly string[],
  { cwd, minutes, env }: CommandOptions,
): Promise<Ended> {
  const meter = openMeter();
  const started = performance.now();
  const [program, ...rest] = meter.words(command, words);
  const child = spawn(program, rest, {
    cwd,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env,
  });
  // Kills the whole group and processes that left it, because a test runner's children must not outlive it.
  const stop = (): void => {
    if (child.pid !== undefined) stopProcess(-child.pid);
    meter.stop();
  };
  running.add(stop);
  let output = "";
  const listen = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-200_000);
  };
  child.stdout.on("data", listen);
  child.stderr.on("data", listen);
  const timer = setTimeout(() => {
    output += `\nStopped after ${minutes} minutes.\n`;
    stop();
  }, minutes * 60_000);
  const code = await once(child, "close").then(
    ([code]) => (typeof code === "number" ? code : 1),
    (error: unknown) => {
      output += `${command}: ${String(error)}`;
      return 1;
    },
  );
  clearTimeout(timer);
  running.delete(stop);
  const ended = {
    code,
    output,
    wallSeconds: (performance.now() - started) / 1000,
    processorSeconds: meter.seconds(),
    method: meter.method,
  };
  if (!meter.remove()) left.push(meter);
  return ended;
}

/**
 * On a signal, stops every running command and the daemons of ended ones, cleans up and exits with 1. The commands are in
 * separate process groups, which Ctrl-C does not reach.
 */
export function endOnSignals(cleanUp: () => void): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    // Ctrl-C in a terminal arrives twice, directly and from npm: without a listener the second one would end this process at
    // once.
    process.on(signal, () => {
      for (const stop of running) stop();
      for (const meter of left) meter.stop();
      cleanUp();
      process.exit(1);
    });
  }
}

/** Kills the daemons that outlived their commands, and removes the meters that counted them. */
export async function endDaemons(): Promise<void> {
  for (const meter of left.splice(0)) {
    meter.stop();
    // A killed process exists until it is reaped.
    for (let n = 0; n < 20 && !meter.remove(); n++) await wait(50);
  }
}
