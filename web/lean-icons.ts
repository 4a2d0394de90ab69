import path from "node:path";
import type { Plugin } from "vite";

const drawIcon = JSON.stringify(path.join(import.meta.dirname, "ui/draw-icon.ts"));

/** Takes the shapes of lucide-react and leaves the rest of it: what draws them stands in `ui/draw-icon.ts`. */
export function leanIcons(): Plugin {
  return {
    name: "inlet-lean-icons",
    apply: "build",
    enforce: "pre",
    transform(code, id) {
      if (!id.includes("/lucide-react/dist/esm/icons/")) return null;
      return (
        code
          .replace(
            /import createLucideIcon from '[^'\n]*';/,
            `import { drawIcon as createLucideIcon } from ${drawIcon};`,
          )
          // Shapes that never change their order need no keys.
          .replaceAll(/, key: "\w+"/g, "")
      );
    },
  };
}
