import { copyFileSync, existsSync } from "node:fs";
import path from "node:path";
import { defineConfig } from "vite";

/**
 * The scripts that must be classic ones, each a single file with a fixed name: the theme is set before
 * the first paint, and a document of opaque origin runs no modules. `CLASSIC` names the one to build.
 */
const scripts: Record<string, string> = {
  "theme-boot": "state/theme-boot.ts",
  "mail-frame": "frame/frame.ts",
};
const name = process.env["CLASSIC"] ?? "theme-boot";
const framePage = path.join(import.meta.dirname, "frame/mail-frame.html");
const dist = path.join(import.meta.dirname, "dist");

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    {
      name: "inlet-frame-page",
      closeBundle() {
        if (name === "mail-frame" && existsSync(framePage)) {
          copyFileSync(framePage, path.join(dist, "mail-frame.html"));
        }
      },
    },
  ],
  define: { "process.env.NODE_ENV": '"production"' },
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
