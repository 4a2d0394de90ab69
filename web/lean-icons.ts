import path from "node:path";
import type { Plugin } from "vite";

const drawIcon = path.join(import.meta.dirname, "ui/draw-icon.ts");

/** Takes the shapes of lucide-react and leaves the rest of it: what draws them stands in `ui/draw-icon.ts`. */
export function leanIcons(): Plugin {
  const isIcon = (id: string) => id.includes("/lucide-react/dist/esm/icons/");
  return {
    name: "inlet-lean-icons",
    apply: "build",
    enforce: "pre",
    resolveId: (source, importer) =>
      source === "../createLucideIcon.mjs" && importer && isIcon(importer) ? drawIcon : null,
    // Shapes that never change their order need no keys.
    transform: (code, id) => (isIcon(id) ? code.replaceAll(/, key: "\w+"/g, "") : null),
  };
}
