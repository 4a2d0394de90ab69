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

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), babel({ presets: [reactCompilerPreset()] }), tailwind(), preloadFont()],
  build: {
    manifest: true,
    target: "es2023",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: serverUrl ? { proxy: { [serverPaths]: { target: serverUrl } } } : {},
});
