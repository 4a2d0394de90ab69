/** Builds the page into web/dist: the app, then the scripts that must be classic ones. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const web = path.join(import.meta.dirname, "../web");
const vite = path.join(
  path.dirname(createRequire(path.join(web, "package.json")).resolve("vite/package.json")),
  "bin/vite.js",
);

async function build(config: string, env: Record<string, string> = {}): Promise<void> {
  const child = spawn(process.execPath, [vite, "build", "--config", config, "--logLevel", "warn"], {
    cwd: web,
    env: { ...process.env, ...env },
    stdio: "inherit",
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`vite build --config ${config} ended with ${code}`);
}

/** The classic scripts alone: what the dev server cannot serve itself. */
export async function buildClassicScripts(): Promise<void> {
  await build("vite.classic.config.ts", { CLASSIC: "theme-boot" });
  if (existsSync(path.join(web, "frame/frame.ts"))) {
    await build("vite.classic.config.ts", { CLASSIC: "mail-frame" });
  }
}

if (import.meta.main) {
  await build("vite.config.ts");
  await buildClassicScripts();
}
