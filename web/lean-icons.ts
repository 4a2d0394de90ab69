import path from "node:path";
import type { Plugin } from "vite";

const drawIcon = JSON.stringify(path.join(import.meta.dirname, "ui/draw-icon.ts"));

/** Keeps the shapes of lucide-react and drops the rest: `ui/draw-icon.ts` draws them. */
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
