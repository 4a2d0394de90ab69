import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { eld } from "eld/extrasmall";

const leastLetters = 20;
const maxLetters = 2000;

/** Returns the language of a text as its two-letter code; null if the text is too short to detect it. */
export function languageOf(text: string): string | null {
  if (lettersOf(text) < leastLetters) return null;
  return detector().detect(text.slice(0, maxLetters)).language || null;
}

/** The beginning of a long text is enough for detection. */
function lettersOf(text: string): number {
  return text.slice(0, maxLetters * 2).match(/\p{L}/gu)?.length ?? 0;
}

/** Below this number of letters the detected language is a guess, and too many guesses are wrong. */
const enoughLetters = 60;
/** Languages so similar that a few sentences do not distinguish them. */
const near = ["da no nb nn sv", "es pt ca gl", "hr sr bs sl", "cs sk", "ru uk be bg mk", "ms id"];

/** Returns false if both texts are long enough for detection and are clearly in two languages. */
export function areSameLanguage(one: string, other: string): boolean {
  if ([one, other].some((text) => lettersOf(text) < enoughLetters)) return true;
  const [first, second] = [languageOf(one), languageOf(other)];
  if (first === null || second === null || first === second) return true;
  return near.some((group) => [first, second].every((each) => group.split(" ").includes(each)));
}

let loaded: typeof eld | undefined;

/** Loads the detector on first use: its tables take half a second and 80 MB, which threads that read no mail do not need. */
function detector(): typeof eld {
  if (!loaded) {
    const require = createRequire(import.meta.url);
    const module: unknown = require(fileURLToPath(import.meta.resolve("eld/extrasmall")));
    loaded = (module as { eld: typeof eld }).eld; // Safe: according to the package's types.
  }
  return loaded;
}
