import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type { Plugin } from "vite";

const drawIcon = JSON.stringify(path.join(import.meta.dirname, "ui/draw-icon.ts"));
const index = path.join(
  createRequire(import.meta.url).resolve("lucide-react"),
  "../../esm/lucide-react.mjs",
);

/**
 * Keeps the shapes of lucide-react and drops the rest: `ui/draw-icon.ts` draws them. Imports each icon from its own module: through
 * their common index, every file would get the icons of all files.
 */
export function leanIcons(): Plugin {
  const fileOf = new Map<string, string>();
  return {
    name: "inlet-lean-icons",
    apply: "build",
    enforce: "pre",
    buildStart() {
      const exported = /export \{([^{}]*)\} from '\.\/icons\/([^']*)\.mjs'/g;
      for (const [, names = "", file = ""] of readFileSync(index, "utf8").matchAll(exported)) {
        for (const [, name = ""] of names.matchAll(/default as (\w+)/g)) fileOf.set(name, file);
      }
    },
    transform(code, id) {
      if (!id.includes("/lucide-react/dist/esm/icons/")) {
        return code.replace(/import \{([^{}]*)\} from "lucide-react";/, (_, names: string) =>
          names
            .split(",")
            .flatMap((each) => {
              const [, name, as = name] = /^\s*(\w+)(?: as (\w+))?\s*$/.exec(each) ?? [];
              // Drops names of types.
              return name ? `import ${as} from "lucide-react/icons/${fileOf.get(name)}";` : [];
            })
            .join(""),
        );
      }
      return (
        code
          .replace(
            /import createLucideIcon from '[^'\n]*';/,
            `import { drawIcon as createLucideIcon } from ${drawIcon};`,
          )
          .replace("__iconData.node;", "")
          // Shapes that never change their order need no keys.
          .replaceAll(/,\s*key: "\w+"/g, "")
      );
    },
  };
}
