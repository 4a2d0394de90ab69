import { readFile } from "node:fs/promises";

/** Returns the peak memory of a process, in MB (Linux); NaN if the system does not report it. */
export async function peakMemoryMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? Number.NaN) / 1024;
}

/** Returns the resident memory of a process, in MB (Linux). */
export async function memoryMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? Number.NaN) / 1024;
}

/** Returns the processor time that a process has used so far, in seconds (Linux, whose clock ticks 100 times a second). */
export async function cpuSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // The name in parentheses may contain any text; user and system time are the 12th and 13th word after it.
  const words = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(words[11] ?? Number.NaN) + Number(words[12] ?? Number.NaN)) / 100;
}

/** Interval of Node's timer. Node records the time between two ticks of it, not the delay of a tick. */
const tickMs = 10;

/**
 * Returns the maximum delay of the HTTP thread's event loop since the last call, in milliseconds. The blocking work may have
 * taken up to `tickMs` longer, because a delay only counts from the next tick on.
 */
export async function loopDelayMs(appUrl: string): Promise<number> {
  const text = await (await fetch(`${appUrl}/metrics`)).text();
  const seconds = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1];
  return Math.max(0, Number(seconds ?? Number.NaN) * 1000 - tickMs);
}
