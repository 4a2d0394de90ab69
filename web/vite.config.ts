import babel from "@rolldown/plugin-babel";
import tailwind from "@tailwindcss/vite";
import react, { reactCompilerPreset } from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/** The text face is asked for together with the style sheet, so that the first paint already has it. */
function preloadFont(): Plugin {
  return {
    name: "inlet-preload-font",
    transformIndexHtml(_html, { bundle }) {
      const font = Object.keys(bundle ?? {}).find((name) =>
        name.includes("inter-latin-wght-normal"),
      );
      if (!font) return [];
      const attrs = {
        rel: "preload",
        as: "font",
        type: "font/woff2",
        href: `/${font}`,
        crossorigin: "",
      };
      return [{ tag: "link", attrs, injectTo: "head" }];
    },
  };
}

/** What the server owns on the one origin; `tools/dev.ts` puts Vite in front of it. */
const serverPaths =
  "^/(user|imap|email|image|events|healthz|readyz|metrics|openapi.json|docs|mail-frame|theme-boot)([./?-]|$)";
const serverUrl = process.env["INLET_DEV_SERVER_URL"];

/**
 * Where the React Compiler earns its place: what renders at every key, step and scroll. Its code is half as
 * large again, so that the rest of the app, which stands still, goes without it.
 */
const compiled = /\/web\/(features\/(message-list|reader|compose|mail-frame)|screens\/mail)\//;

/** What every page needs, in one file: small ones compress badly. */
const core =
  /node_modules\/(react|react-dom|scheduler|zustand|use-sync-external-store|@tanstack\/(react-router|router-core|history|store|react-store))\//;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    babel({ include: compiled, presets: [reactCompilerPreset()] }),
    tailwind(),
    preloadFont(),
  ],
  build: {
    manifest: true,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "core", test: core }] } } },
    target: "es2023",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: serverUrl ? { proxy: { [serverPaths]: { target: serverUrl } } } : {},
});
