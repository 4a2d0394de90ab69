import { readFile } from "node:fs/promises";

/** The most memory a process has held so far, in MB (Linux); NaN where the system does not tell. */
export async function peakMemoryMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? Number.NaN) / 1024;
}

/** The longest delay of the HTTP thread's event loop since this was last asked, in milliseconds. */
export async function loopDelayMs(appUrl: string): Promise<number> {
  const text = await (await fetch(`${appUrl}/metrics`)).text();
  const seconds = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1];
  return Number(seconds ?? Number.NaN) * 1000;
}
