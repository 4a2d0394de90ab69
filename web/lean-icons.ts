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
 * Keeps the shapes of lucide-react and drops the rest: `ui/draw-icon.ts` draws them. Imports each icon from its own module: the
 * shared index puts all icons into one chunk that every page loads.
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
        if (!code.includes('from "lucide-react"')) return null;
        return code.replace(/import \{([^{}]*)\} from "lucide-react";/, (_, names: string) =>
          names
            .split(",")
            .flatMap((each) => {
              const [, name, as = name] = /^\s*(\w+)(?: as (\w+))?\s*$/.exec(each) ?? [];
              // Drops names of types.
              if (!name) return [];
              const file = fileOf.get(name);
              if (file === undefined) throw new Error(`lucide-react has no icon ${name}`);
              return `import ${as} from "lucide-react/icons/${file}";`;
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
