import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { type ApiClient, productProgram } from "./product-bundle.ts";

/** The product as a separate process, with the test's settings. */
export interface OwnProduct extends AsyncDisposable {
  origin: string;
  /** Stops the process gracefully, like an operator. */
  stop: () => Promise<void>;
  /** Pauses or resumes it, as a machine that is out of memory does. */
  signal: (name: "SIGSTOP" | "SIGCONT") => void;
  /** Kills the process, like a crash. */
  kill: () => Promise<void>;
}

/** Starts the product on a free port. Private mail servers on loopback are allowed. */
export async function startOwnProduct(settings: Record<string, string>): Promise<OwnProduct> {
  const child = await run("main", [], settings);
  const lines: string[] = [];
  if (!child.stdout) throw new Error("The product has no output.");
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (line.startsWith("╰")) break;
  }
  const [origin] = /http:\/\/[\w.:]+/.exec(lines.join("\n")) ?? [];
  if (origin === undefined) throw new Error(`The product did not start: ${lines.join("\n")}`);
  const exit = once(child, "exit");
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await exit;
  };
  return {
    origin,
    stop: () => end("SIGTERM"),
    kill: () => end("SIGKILL"),
    signal: (name) => void child.kill(name),
    [Symbol.asyncDispose]: () => end("SIGKILL"),
  };
}

/** Runs a command-line tool for operators. Returns its exit code and output. */
export async function runTool(
  tool: ApiClient,
  words: readonly string[],
  settings: Record<string, string>,
): Promise<{ code: number; output: string }> {
  const child = await run(tool, words, settings);
  const ended = once(child, "exit");
  const [out, err] = await Promise.all([textOf(child.stdout), textOf(child.stderr)]);
  const [code]: (number | null)[] = await ended;
  return { code: code ?? -1, output: out + err };
}

async function run(
  program: ApiClient,
  words: readonly string[],
  settings: Record<string, string>,
): Promise<ChildProcess> {
  const { file, env } = await productProgram(program);
  return spawn(process.execPath, [file, ...words], {
    env: {
      ...env,
      PORT: "0",
      INLET_ALLOWED_PRIVATE_HOSTS: "127.0.0.1",
      INLET_BACKUP_HOUR: "off",
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
}

async function textOf(stream: NodeJS.ReadableStream | null): Promise<string> {
  let text = "";
  for await (const piece of stream ?? []) text += piece.toString();
  return text;
}
