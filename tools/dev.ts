/** Runs the server, which restarts on every change, behind Vite's dev server: one URL for both. */
import { spawn } from "node:child_process";
import path from "node:path";
import { buildClassicScripts, viteBin } from "./build.ts";

const root = path.join(import.meta.dirname, "..");
const port = Number(process.env["PORT"] ?? 3000);
const serverPort = port + 1;

await buildClassicScripts();

const server = spawn(process.execPath, ["--watch", "--watch-preserve-output", "server/main.ts"], {
  cwd: root,
  env: { ...process.env, PORT: String(serverPort) },
  stdio: "inherit",
});
const vite = spawn(process.execPath, [viteBin, "--port", String(port), "--strictPort"], {
  cwd: path.join(root, "web"),
  env: { ...process.env, INLET_DEV_SERVER_URL: `http://127.0.0.1:${serverPort}` },
  stdio: "inherit",
});

// If one of the two ends, the other is useless.
for (const half of [server, vite]) {
  half.once("exit", (code) => {
    server.kill();
    vite.kill();
    process.exitCode ??= code ?? 0;
  });
}
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    server.kill(signal);
    vite.kill(signal);
  });
}
