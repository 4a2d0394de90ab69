import path from "node:path";
import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { inlineLimits } from "./inline-limits.ts";
import { languages } from "./languages.ts";
import { preloadFonts } from "./preload-fonts.ts";

/**
 * Builds the landing page and the pages it links to, separately from the app. In one build the two would share their chunks: the
 * entry pages would fetch 1.5 kB more, in smaller files that compress worse, and the landing page half of the app.
 */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    languages(),
    inlineLimits(),
    react(),
    tailwind(),
    preloadFonts("inter-latin-wght-normal", "newsreader-latin-wght-normal"),
  ],
  publicDir: false,
  build: {
    manifest: ".vite/landing.json",
    emptyOutDir: false,
    rolldownOptions: {
      input: ["landing.html", "privacy.html"].map((page) => path.join(import.meta.dirname, page)),
    },
    target: "es2023",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
