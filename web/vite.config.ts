import babel from "@rolldown/plugin-babel";
import tailwind from "@tailwindcss/vite";
import react, { reactCompilerPreset } from "@vitejs/plugin-react";
import { defineConfig, type Plugin, type Rolldown } from "vite";
import { inlineLimits } from "./inline-limits.ts";
import { languages } from "./languages.ts";
import { leanIcons } from "./lean-icons.ts";
import { preloadFonts } from "./preload-fonts.ts";

/** During development, the public pages have the same addresses as on the server. */
function publicPages(): Plugin {
  const files: Record<string, string> = { "/": "/landing.html", "/privacy": "/privacy.html" };
  return {
    name: "inlet-public-pages",
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        request.url = files[request.url ?? ""] ?? request.url;
        next();
      });
    },
    async transformIndexHtml(page, { server }) {
      if (!server || !page.includes("<!--privacy-->")) return page;
      // Safe: prerender.tsx exports this. It renders the same markup as the build.
      const { privacyMarkup } = (await server.ssrLoadModule("/prerender.tsx")) as {
        privacyMarkup: () => string;
      };
      return page.replace("<!--privacy-->", privacyMarkup);
    },
  };
}

/** Paths that the server owns on the one origin: the first segment of each. `tools/dev.ts` puts Vite in front of it. */
const serverWords = [
  "user",
  "api",
  "auth/google",
  "auth/outlook",
  "auth/oidc",
  "imap",
  "email",
  "image",
  "export",
  "identities",
  "recipients",
  "senders",
  "events",
  "healthz",
  "readyz",
  "metrics",
  "openapi.json",
  "docs",
  "mail-frame",
  "meta",
  "theme-boot",
];
const serverPaths = `^/(${serverWords.join("|")})([./?-]|$)`;
const serverUrl = process.env["INLET_DEV_SERVER_URL"];

/**
 * Files for the React Compiler: components that render at every key, and are not part of the first paint. Its code is half as
 * large again; the rows of the list, which render at every scroll, are memoized by hand instead.
 */
const compiled = /\/web\/features\/(reader|compose|mail-frame)\/.+\.tsx?$/;

/** Modules that every page needs, in one file: small ones compress badly. */
const core =
  /node_modules\/(react|react-dom|scheduler|zustand|use-sync-external-store|@tanstack\/(react-router|router-core|history|store|react-store))\/|\/web\/(ui\/mark\.tsx|lib\/sentence-of)/;

/** Modules that signing in and signing up have in common. */
const entry =
  /\/(sign-in\/(entry-|form-link|social-buttons)|state\/session\/social-start|contract\/auth\/social-sign-in\.)/;
const form =
  /\/web\/(ui\/(form\/(field|form-error|input|password-input)|entry-sign)\.tsx|lib\/can-have-passkeys)/;

/** Screens that always appear together, and screens that appear without them. */
const together = ["/screens/shell/shell.tsx", "/screens/mail/mail.tsx"];
const apart = ["/main.tsx", "/screens/sign-in.tsx", "/screens/sign-up.tsx"];

/** Returns true for modules that the shell and the mail in it need at once, in one file for the same reason. */
function isOfApp(id: string, importersOf: (id: string) => readonly string[]): boolean {
  const seen = new Set([id]);
  // Iterating over a Set includes elements added during the loop.
  for (const module of seen) for (const importer of importersOf(module)) seen.add(importer);
  const isIn = (screens: readonly string[]) =>
    [...seen].some((module) => screens.some((screen) => module.endsWith(screen)));
  return isIn(together) && !isIn(apart) && !together.some((screen) => id.endsWith(screen));
}

/**
 * Returns the file of a module that is fetched after the first paint, or null if it keeps a separate file. Parts that are always
 * fetched together share one: separate files for each part and its shared modules caused 130 requests per load.
 */
function laterFile(id: string, moduleOf: (id: string) => Rolldown.ModuleInfo | null) {
  const seen = new Set([id]);
  const askers: string[] = [];
  // Iterating over a Set includes elements added during the loop.
  for (const at of seen) {
    const module = moduleOf(at);
    for (const importer of module?.importers ?? []) seen.add(importer);
    if (module?.isEntry) return null;
    askers.push(...(module?.dynamicImporters ?? []));
  }
  const isAskedBy = (file: string) => askers.some((asker) => asker.endsWith(file));
  // The public screens need none of it, nor does the water around the sign-in form.
  if (isAskedBy("/routes.tsx") || isAskedBy("/sign-in/entry-page.tsx")) return null;
  if (isAskedBy("/screens/mail/lazy-parts.ts")) return "mail-parts";
  if (isAskedBy("/screens/shell/lazy-parts.ts")) return "shell-parts";
  return isAskedBy("/screens/settings/settings-tabs.ts") ? "panels" : null;
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    languages(),
    inlineLimits(),
    leanIcons(),
    react(),
    babel({ include: compiled, presets: [reactCompilerPreset()] }),
    tailwind(),
    preloadFonts("inter-latin-wght-normal"),
    publicPages(),
  ],
  build: {
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: "core", test: core },
            { name: "entry", test: entry },
            { name: "form", test: form },
            {
              debugName: "app",
              name: (id, graph) =>
                isOfApp(id, (module) => graph.getModuleInfo(module)?.importers ?? [])
                  ? "app"
                  : null,
            },
            // Keeps those that the first paint does not draw in one file.
            { name: "icons", test: /node_modules\/lucide-react\// },
            {
              debugName: "later",
              name: (id, graph) => laterFile(id, (at) => graph.getModuleInfo(at)),
            },
          ],
        },
      },
    },
    target: "es2023",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: serverUrl ? { proxy: { [serverPaths]: { target: serverUrl } } } : {},
});
