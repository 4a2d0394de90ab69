import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { eld } from "eld/extrasmall";

const leastLetters = 20;
const mostLetters = 2000;

/** The language of a text as its two-letter code; null where there is too little to tell. */
export function languageOf(text: string): string | null {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters < leastLetters) return null;
  return detector().detect(text.slice(0, mostLetters)).language || null;
}

let loaded: typeof eld | undefined;

/** Loaded at the first question: its tables take half a second and 80 MB, in threads that read no mail as well. */
function detector(): typeof eld {
  if (!loaded) {
    const require = createRequire(import.meta.url);
    const module: unknown = require(fileURLToPath(import.meta.resolve("eld/extrasmall")));
    loaded = (module as { eld: typeof eld }).eld; // As the package's own types say.
  }
  return loaded;
}
