import { addressesIn, areFiguresIn, figuresIn, namedIn } from "../text/checkable.ts";
import { claimsAction, spelledAddress } from "../text/claims.ts";
import { visibleCharacters } from "../text/visible-characters.ts";

/** Texts that a sentence cites as its source. */
export type GroundedIn = readonly string[];

/** Returns a model's text as one line of plain text. */
export function plainWords(text: string, most: number): string {
  return visibleCharacters(text.slice(0, 2000))
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, most)
    .toWellFormed();
}

/**
 * Reports whether every number, name, address and link of a sentence occurs in these texts, and it claims no action. Words may be
 * paraphrased, but facts that can be checked must be present.
 */
export function isGrounded(sentence: string, texts: GroundedIn): boolean {
  const whole = texts
    .map((text) => visibleCharacters(text))
    .join("\n")
    .toLowerCase();
  if (claimsAction(sentence, { mail: whole }) || sentence.search(spelledAddress) >= 0) return false;
  const words = new Set(whole.match(/[\p{L}\p{N}]+/gu) ?? []);
  if (!areFiguresIn(sentence, figuresIn(whole))) return false;
  const named = namedIn(whole);
  for (const address of addressesIn(sentence)) if (!named.has(address)) return false;
  if (!codesOf(sentence).every((code) => words.has(code.toLowerCase()))) return false;
  return namesOf(sentence).every((name) => words.has(name.toLowerCase()));
}

/** Returns capitalized words inside a sentence, except the first, which is always capitalized. */
function namesOf(sentence: string): string[] {
  const names: string[] = [];
  let isStart = true;
  for (const word of sentence.split(/\s+/)) {
    const bare = /[\p{L}\p{N}]+/u.exec(word)?.[0] ?? "";
    if (!isStart && isName(bare)) names.push(bare);
    // Further words of the same piece, as after a slash, are inside the sentence, even at its beginning.
    const rest = word.slice(word.indexOf(bare) + bare.length).match(/[\p{L}\p{N}]+/gu) ?? [];
    names.push(...rest.filter(isName));
    isStart = /[.!?:…]["')]*$/.test(word) || (isStart && bare === "");
  }
  return names;
}

function isName(word: string): boolean {
  return /^\p{Lu}/u.test(word) && word.length > 1 && !usual.has(word.toLowerCase());
}

/** Words of letters and digits anywhere, also a key or number attached to other text. */
function codesOf(sentence: string): string[] {
  const runs = sentence.match(/[\p{L}\p{N}]+/gu) ?? [];
  return runs.filter((run) => run.length >= 8 && /\d/.test(run) && /\p{L}/u.test(run));
}

/** Capitalized everywhere in English. */
const usual = new Set(
  "i i'm i've i'd monday tuesday wednesday thursday friday saturday sunday ok pm am".split(" "),
);
