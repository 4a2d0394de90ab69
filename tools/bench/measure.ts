import { readFileSync } from "node:fs";

/** Latencies in milliseconds, summed up. */
export interface Latency {
  count: number;
  median: number;
  p95: number;
  max: number;
}

export function summarise(times: readonly number[]): Latency {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
  return { count: sorted.length, median: round(at(0.5)), p95: round(at(0.95)), max: round(at(1)) };
}

/** How long `run` takes, in milliseconds. */
export async function timed(run: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await run();
  return performance.now() - started;
}

/** Runs `run` again and again with a pause until stopped; `stop` answers the times. */
export function sampleWhile(
  run: () => Promise<unknown>,
  pauseMs: number,
): { stop: () => Promise<number[]> } {
  const times: number[] = [];
  let isStopped = false;
  const loop = (async () => {
    while (!isStopped) {
      times.push(await timed(run));
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  })();
  return {
    stop: async () => {
      isStopped = true;
      await loop;
      return times;
    },
  };
}

/** The most memory a process has ever used, in MB; Linux only. */
export function peakMemoryMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Math.round(Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) / 1024);
}

export function round(value: number): number {
  return Math.round(value * 100) / 100;
}
