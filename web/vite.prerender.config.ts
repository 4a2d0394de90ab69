import path from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { language } from "./language.ts";

/** The landing page as a program that writes its markup; the build runs it once and throws it away. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [language(), react()],
  publicDir: false,
  ssr: { noExternal: true },
  build: {
    ssr: path.join(import.meta.dirname, "prerender.tsx"),
    outDir: "dist/.prerender",
    assetsInlineLimit: 0,
    target: "es2023",
  },
});
