import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { type Prober, createProber } from "./prober.ts";

/** An idle server in a separate process. A latency measured beside it separates the product's share from the machine's. */
export interface Control extends AsyncDisposable {
  url: string;
}

export async function startControl(): Promise<Control> {
  const child = fork(path.join(import.meta.dirname, "control-server.ts"));
  const [address] = await once(child, "message");
  return {
    url: `http://127.0.0.1:${address.port}/`,
    [Symbol.asyncDispose]: async () => {
      child.disconnect();
      await once(child, "exit");
    },
  };
}

/** Samples of the product, and of the control between them. */
export interface Samples {
  own: number[];
  control: number[];
}

/** Calls the product and the control in turns; the first calls are a warm-up. */
export async function byTurns(
  control: Control,
  times: number,
  call: (turn: number) => Promise<number>,
): Promise<Samples> {
  using prober: Prober = createProber();
  const samples: Samples = { own: [], control: [] };
  const warmUp = Math.min(5, times);
  for (let turn = 0; turn < times + warmUp; turn++) {
    const own = await call(turn);
    const other = await prober.get(control.url);
    if (turn < warmUp) continue;
    samples.own.push(own);
    samples.control.push(other);
  }
  return samples;
}
