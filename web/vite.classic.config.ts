import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { defineConfig } from "vite";

/**
 * The scripts that must be classic ones, each a single file with a fixed name: the theme is set before the first paint, and a
 * document with an opaque origin runs no modules. `CLASSIC` names the one to build.
 */
const scripts: Record<string, string> = {
  "theme-boot": "state/session/theme-boot.ts",
  "mail-frame": "frame/frame.ts",
  "service-worker": "service-worker/service-worker.ts",
};
const name = process.env["CLASSIC"] ?? "theme-boot";
const framePage = path.join(import.meta.dirname, "frame/mail-frame.html");
const dist = path.join(import.meta.dirname, "dist");

/** Inlines the script: the frame has an opaque origin, for which the browser caches no script. */
function inlineFrame(): void {
  const script = readFileSync(path.join(dist, "mail-frame.js"), "utf8");
  // A script must not contain markup; the escape means the same in a string and in a regular expression.
  const inline = script.replaceAll(/<(?=!--|\/?script)/gi, String.raw`\x3C`);
  const page = readFileSync(framePage, "utf8");
  // A replacement string would interpret the script's dollar signs.
  const whole = page
    .replace('<script src="/mail-frame.js" defer></script>', "")
    .replace("<body></body>", () => `<body><script>${inline}</script></body>`);
  writeFileSync(path.join(dist, "mail-frame.html"), whole);
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    {
      name: "inlet-frame-page",
      closeBundle() {
        if (name === "mail-frame" && existsSync(framePage)) {
          inlineFrame();
          // The same page under another name, for which the server sets other permissions.
          copyFileSync(framePage, path.join(dist, "mail-print.html"));
        }
      },
    },
  ],
  define: {
    "process.env.NODE_ENV": '"production"',
    buildName: process.env["BUILD_NAME"] ?? '""',
    buildFiles: process.env["BUILD_FILES"] ?? "[]",
  },
  publicDir: false,
  build: {
    emptyOutDir: false,
    target: "es2023",
    lib: {
      entry: path.join(import.meta.dirname, scripts[name] ?? ""),
      formats: ["iife"],
      name: "inlet",
      fileName: () => `${name}.js`,
    },
  },
});
