import type { Plugin } from "vite";

const isCatalogue = (id: string) =>
  id.includes("/web/") && /(?:texts|\/marketing|\/demo-samples|\/sample-messages)\.ts$/.test(id);

/**
 * Lets one build support all languages: each catalog requests its translation when it is evaluated (texts/translated.ts).
 * state/session/theme-boot.ts has loaded the language before that.
 */
export function languages(): Plugin {
  return {
    name: "inlet-languages",
    enforce: "pre",
    transform(code, id) {
      const whole = isCatalogue(id) ? wrapped(code) : code;
      // All lines stay in place, so the locations in source maps remain correct.
      return whole === code ? null : { code: whole, map: null };
    },
  };
}

/** Wraps each exported constant of a catalog: `export const listTexts = translated("listTexts", …)`. */
export function wrapped(code: string): string {
  const names: string[] = [];
  const own = code.replaceAll(/^export const (\w+)/gm, (_, name: string) => {
    names.push(name);
    return `const own_${name}`;
  });
  if (names.length === 0) return code;
  const lines = names.map(
    (name) => `export const ${name} = /* @__PURE__ */ translated("${name}", own_${name});`,
  );
  return [`import { translated } from "#/texts/translated.ts"; ${own}`, ...lines].join("\n");
}
