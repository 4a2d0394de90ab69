import path from "node:path";
import { defineConfig } from "vite";

const language = (process.env["PAGE_LANGUAGE"] ?? "").toLowerCase();

/** One language other than English, `PAGE_LANGUAGE`, as one file. All pages load it, and it contains no chunk of a page. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  build: {
    outDir: "dist/languages",
    emptyOutDir: false,
    target: "es2023",
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: path.join(import.meta.dirname, `texts/languages/${language}.ts`),
      output: { entryFileNames: "[name].js" },
    },
  },
});
