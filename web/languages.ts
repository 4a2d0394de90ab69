import type { Plugin } from "vite";

const isCatalogue = (id: string) =>
  id.includes("/web/") && /(?:texts|\/marketing|\/demo-samples|\/sample-mails)\.ts$/.test(id);

/**
 * Lets one build speak every language: each catalogue asks for its translation when it is evaluated (texts/translated.ts).
 * By then state/theme-boot.ts has loaded the language.
 */
export function languages(): Plugin {
  return {
    name: "inlet-languages",
    enforce: "pre",
    transform(code, id) {
      const whole = isCatalogue(id) ? wrapped(code) : code;
      // Every line stays where it was, and with it each place that a source map names.
      return whole === code ? null : { code: whole, map: null };
    },
  };
}

/** Wraps each exported constant of a catalogue: `export const listTexts = translated("listTexts", …)`. */
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
