import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { serverBundle } from "../../../tools/server-bundle.mjs";

const root = path.join(import.meta.dirname, "../../..");
let bundle: Promise<string> | undefined;

/** Entry points that operators run. */
export type ApiClient = "main" | "inlet" | "backup" | "restore";

/**
 * Returns the file of this entry point in a bundle of the current sources, and the environment for its process. Builds the bundle
 * if it is missing. Processes that find this at the same time may each build it; the results are identical.
 */
export async function productProgram(
  program: ApiClient,
): Promise<{ file: string; env: { PATH: string; NODE_COMPILE_CACHE: string } }> {
  const folder = await (bundle ??= builtBundle());
  return {
    file: path.join(folder, `${program}.js`),
    // Same compile cache as in tools/start.mjs.
    env: { PATH: process.env["PATH"] ?? "", NODE_COMPILE_CACHE: path.join(folder, "compiled") },
  };
}

async function builtBundle(): Promise<string> {
  const folder = serverBundle();
  if (existsSync(folder)) return folder;
  await promisify(execFile)(process.execPath, [path.join(root, "tools/build-server.ts")]);
  return folder;
}
