import { spawn } from "node:child_process";
import { once } from "node:events";
import { freePort } from "../../server/testing/free-port.ts";
import { productProgram } from "../../server/testing/apps/product-bundle.ts";

/** The product, running in a separate process. */
export interface RunningApp extends AsyncDisposable {
  url: string;
  pid: number;
  /** Returns its output so far, standard output and error together. */
  output: () => string;
  stop: () => Promise<void>;
  /** Kills the server at once, like a crash. */
  kill: () => Promise<void>;
}

const readyWithinMs = 60_000;

/** Starts the server on loopback, with access to mail servers on loopback, and waits until it is ready. */
export async function startApp(options: {
  dataDir: string;
  port?: number;
  env?: Record<string, string>;
}): Promise<RunningApp> {
  const port = options.port ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const { file, env } = await productProgram("main");
  // The same option as in tools/start.mjs.
  const child = spawn(process.execPath, ["--max-semi-space-size=4", file], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...env,
      HOST: "127.0.0.1",
      PORT: String(port),
      INLET_DATA_DIR: options.dataDir,
      INLET_ALLOWED_PRIVATE_HOSTS: "127.0.0.1",
      ...options.env,
    },
  });
  let output = "";
  const ready = Promise.withResolvers<void>();
  const listen = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-200_000);
    // The server's own log line decides, because another program may respond at the address.
    if (output.includes(" is ready")) ready.resolve();
  };
  child.stdout.on("data", listen);
  child.stderr.on("data", listen);
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, "exit");
    child.kill(signal);
    await exit;
  };
  const stop = () => end("SIGTERM");
  const hasEnded = once(child, "exit").then(() => {
    throw new Error(`The server ended before it was ready:\n${output.slice(-4000)}`);
  });
  const timer = setTimeout(
    () => ready.reject(new Error("It takes too long.")),
    readyWithinMs,
  ).unref();
  await Promise.race([ready.promise, hasEnded]).catch(async (cause: unknown) => {
    await stop();
    throw new Error(`The server did not become ready at ${url}.\n${output.slice(-4000)}`, {
      cause,
    });
  });
  clearTimeout(timer);
  // From here on the caller ends the server, or the next call fails.
  hasEnded.catch(() => undefined);
  return {
    url,
    pid: child.pid ?? 0,
    output: () => output,
    stop,
    kill: () => end("SIGKILL"),
    [Symbol.asyncDispose]: stop,
  };
}
