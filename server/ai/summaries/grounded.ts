import { visibleCharacters } from "../text/visible-characters.ts";
import { withoutEnding } from "./without-ending.ts";

/** The texts that a sentence says it is taken from. */
export type GroundedIn = readonly string[];

/** What a model wrote as one line of plain text. */
export function plainWords(text: string, most: number): string {
  return visibleCharacters(text.slice(0, 2000))
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, most)
    .toWellFormed();
}

/**
 * Whether every number, name, address and link of a sentence occurs in these texts. Words may be put otherwise; what can
 * be checked must be there.
 */
export function isGrounded(sentence: string, texts: GroundedIn): boolean {
  const whole = texts
    .map((text) => visibleCharacters(text))
    .join("\n")
    .toLowerCase();
  const words = new Set(whole.match(/[\p{L}\p{N}]+/gu) ?? []);
  const digits = new Set((whole.match(/\d[\d.,: '/-]*\d|\d/gu) ?? []).flatMap(spellings));
  const numbers = sentence.match(/\d[\d.,:'/-]*\d|\d/gu) ?? [];
  if (numbers.some((number) => !digits.has(number.replace(/[^\d]/g, "")))) return false;
  const addresses = sentence
    .toLowerCase()
    .split(/[\s<>()"']+/)
    .filter((word) => /@|:\/\/|www\.|\.(?:com|net|org|io|test)\b/.test(word));
  if (addresses.some((address) => !whole.includes(withoutEnding(address, ".,;:!?")))) return false;
  return namesOf(sentence).every((name) => words.has(name.toLowerCase()));
}

/** A number with and without what separates its digits, and its parts. */
function spellings(number: string): string[] {
  return [number, number.replace(/[^\d]/g, ""), ...number.split(/[^\d]+/)].filter(Boolean);
}

/** Words with a capital inside a sentence; the first may have its own for another reason. */
function namesOf(sentence: string): string[] {
  const names: string[] = [];
  let isStart = true;
  for (const word of sentence.split(/\s+/)) {
    const bare = /[\p{L}\p{N}]+/u.exec(word)?.[0] ?? "";
    if (!isStart && /^\p{Lu}/u.test(bare) && bare.length > 1 && !usual.has(bare.toLowerCase()))
      names.push(bare);
    isStart = /[.!?:…]["')]*$/.test(word) || (isStart && bare === "");
  }
  return names;
}

/** Capital in English wherever they stand. */
const usual = new Set(
  "i i'm i've i'd monday tuesday wednesday thursday friday saturday sunday ok pm am".split(" "),
);
