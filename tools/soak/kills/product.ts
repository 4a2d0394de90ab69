import { spawn } from "node:child_process";
import { once } from "node:events";
import { createClient, type Client } from "../../../server/testing/apps/client.ts";
import { freePort } from "../../../server/testing/free-port.ts";
import { productProgram } from "../../../server/testing/apps/product-bundle.ts";

const readyWithinMs = 120_000;

/** The product as a process group that can be killed at any moment, including before it is ready. */
export interface Product extends AsyncDisposable {
  url: string;
  client: (token?: string) => Client;
  /** Resolves once /readyz responds, with the time since the start. Throws if the process exits before. */
  ready: () => Promise<number>;
  /** Kills it like a crash, or like a machine that runs out of memory. */
  kill: () => Promise<void>;
  hasEnded: () => boolean;
}

/** Starts the server on this data folder. No other process may use the folder. */
export async function startProduct(dataDir: string): Promise<Product> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { file, env } = await productProgram("main");
  const started = performance.now();
  const child = spawn(process.execPath, [file], {
    detached: true,
    // The channel closes when this process ends, and the server stops too.
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    env: {
      ...env,
      HOST: "127.0.0.1",
      PORT: String(port),
      INLET_DATA_DIR: dataDir,
      INLET_ALLOWED_PRIVATE_HOSTS: "127.0.0.1",
      INLET_LOG_LEVEL: "error",
    },
  });
  let output = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-8000);
  });
  const exit = once(child, "exit");
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const kill = async () => {
    if (!hasEnded()) process.kill(-(child.pid ?? 0), "SIGKILL");
    await exit;
  };
  return {
    url,
    client: (token) => createClient(url, token),
    async ready() {
      while (performance.now() - started < readyWithinMs) {
        if (hasEnded()) throw new Error(`The server ended by itself:\n${output}`);
        const answer = await fetch(`${url}/readyz`).catch(() => undefined);
        if (answer?.ok) return performance.now() - started;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error(`The server does not become ready:\n${output}`);
    },
    kill,
    hasEnded,
    [Symbol.asyncDispose]: kill,
  };
}
