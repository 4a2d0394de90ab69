/** Builds the page into web/dist: the app, the scripts that must be classic ones, and their compressed twins. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile, readdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const web = path.join(import.meta.dirname, "../web");
const dist = path.join(web, "dist");
const vitePackage = createRequire(path.join(web, "package.json")).resolve("vite/package.json");
export const viteBin = path.join(path.dirname(vitePackage), "bin/vite.js");

async function build(config: string, env: Record<string, string> = {}): Promise<void> {
  const args = [viteBin, "build", "--config", config, "--logLevel", "warn"];
  const child = spawn(process.execPath, args, {
    cwd: web,
    env: { ...process.env, ...env },
    stdio: "inherit",
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`vite build --config ${config} ended with ${code}`);
}

/** The classic scripts alone: what Vite's dev server cannot serve itself. */
export async function buildClassicScripts(): Promise<void> {
  await build("vite.classic.config.ts", { CLASSIC: "theme-boot" });
  if (existsSync(path.join(web, "frame/frame.ts"))) {
    await build("vite.classic.config.ts", { CLASSIC: "mail-frame" });
  }
}

// Compressed once here, the files cost the server nothing at every visit.
async function compress(): Promise<void> {
  for (const file of await readdir(dist, { recursive: true })) {
    if (!/\.(js|css|html|svg)$/.test(file)) continue;
    const bytes = await readFile(path.join(dist, file));
    const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
    const [br, gz] = await Promise.all([
      promisify(brotliCompress)(bytes, best),
      promisify(gzip)(bytes, { level: 9 }),
    ]);
    await writeFile(path.join(dist, `${file}.br`), br);
    await writeFile(path.join(dist, `${file}.gz`), gz);
  }
}

if (import.meta.main) {
  await build("vite.config.ts");
  await buildClassicScripts();
  await compress();
}
