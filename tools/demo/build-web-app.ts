import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");

/** Builds the web app that the server serves. */
export async function buildWebApp(): Promise<void> {
  const child = spawn(process.execPath, ["tools/build.ts"], { cwd: root, stdio: "inherit" });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`The web app could not be built (exit code ${String(code)}).`);
}
