import { spawn } from "node:child_process";
import { once } from "node:events";

/** Runs another program until it exits; throws if it is not installed or fails. */
export async function runProgram(
  program: string,
  parameters: readonly string[],
  env: Record<string, string> = {},
): Promise<{ ms: number; output: string }> {
  const started = performance.now();
  const child = spawn(program, parameters, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  let complaint = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (complaint = (complaint + chunk).slice(-2000)));
  // `once` rejects when the program cannot be started.
  const [code] = await once(child, "close").catch((cause: unknown) => {
    throw new Error(`${program} cannot be started.`, { cause });
  });
  if (code !== 0) throw new Error(`${program} ended with ${String(code)}: ${complaint}`);
  return { ms: performance.now() - started, output };
}

/** Reports whether a program is installed. */
export async function isInstalled(program: string): Promise<boolean> {
  const [code] = await once(spawn("which", [program], { stdio: "ignore" }), "exit");
  return code === 0;
}
