import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "vite";

const isOfCatalogue = (id: string) =>
  id.includes("/web/") && /(?:texts|\/marketing|\/demo-samples|\/sample-mails)\.ts$/.test(id);

/**
 * Builds the page in another language: `INLET_LANGUAGE=de` takes `…-texts.de.ts` where it stands beside `…-texts.ts`.
 * "pseudo" is made from the texts themselves (texts/pseudo.ts).
 */
export function language(name = process.env["INLET_LANGUAGE"]): Plugin {
  return {
    name: "inlet-language",
    enforce: "pre",
    load(id) {
      if (!name || !isOfCatalogue(id)) return null;
      const twin = id.replace(/\.ts$/, `.${name}.ts`);
      if (existsSync(twin)) return readFileSync(twin, "utf8");
      return name === "pseudo" ? inPseudo(readFileSync(id, "utf8")) : null;
    },
    transformIndexHtml: (page) =>
      name ? page.replace('lang="en"', `lang="${name === "pseudo" ? "en-XA" : name}"`) : page,
  };
}

function inPseudo(code: string): string {
  const names: string[] = [];
  const own = code.replaceAll(/^export const (\w+)/gm, (_, name: string) => {
    names.push(name);
    return `const own_${name}`;
  });
  const from = path.join(import.meta.dirname, "texts/pseudo.ts");
  const lines = names.map((name) => `export const ${name} = inPseudo(own_${name});`);
  return [`import { inPseudo } from ${JSON.stringify(from)};`, own, ...lines].join("\n");
}
