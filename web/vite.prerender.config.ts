import path from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { languages } from "./languages.ts";

/** The public pages as a program that writes their markup. The build runs it once for each language and deletes it. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [languages(), react()],
  publicDir: false,
  ssr: { noExternal: true },
  build: {
    ssr: path.join(import.meta.dirname, "prerender.tsx"),
    outDir: "dist/.prerender/program",
    assetsInlineLimit: 0,
    target: "es2023",
  },
});
