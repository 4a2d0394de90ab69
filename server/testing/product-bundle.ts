import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { serverBundle } from "../../tools/server-bundle.mjs";

const root = path.join(import.meta.dirname, "../..");
let bundle: Promise<string> | undefined;

/** A program that operators run. */
export type Program = "main" | "inlet" | "backup" | "restore";

/**
 * Returns the file of this program in the bundle of the present sources, and the settings that a process of it starts
 * with. Builds the bundle where it is missing: processes that find that at the same time may each build the same.
 */
export async function productProgram(
  program: Program,
): Promise<{ file: string; env: { PATH: string; NODE_COMPILE_CACHE: string } }> {
  const folder = await (bundle ??= builtBundle());
  return {
    file: path.join(folder, `${program}.js`),
    // As tools/start.mjs has it.
    env: { PATH: process.env["PATH"] ?? "", NODE_COMPILE_CACHE: path.join(folder, "compiled") },
  };
}

async function builtBundle(): Promise<string> {
  const folder = serverBundle();
  if (existsSync(folder)) return folder;
  await promisify(execFile)(process.execPath, [path.join(root, "tools/build-server.ts")]);
  return folder;
}
