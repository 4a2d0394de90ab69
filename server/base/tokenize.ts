import { limitMarks } from "./limit-marks.ts";

/** Longer words are cut, in the index and in queries alike: no one types them, and encoded data is full of them. */
export const longestWord = 32;
/** Maximum number of characters read to find that many words. */
const maxCharacters = 400_000;

/** Runs of letters and digits; the characters between them also separate the parts of addresses, hosts and file names. */
const run = /[\p{L}\p{N}\p{M}]+/gu;
const asciiRun = /[a-z0-9]+/g;
/** Scripts written without spaces: pairs of characters take the place of words. */
const spaceless =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\u30fc";
const spacelessRun = new RegExp(`[${spaceless}]+|[^${spaceless}]+`, "gu");
const startsSpaceless = new RegExp(`^[${spaceless}]`, "u");
/**
 * Accents of Latin, Greek and Cyrillic, points of Hebrew, vowel signs and the lengthening stroke of Arabic, and variation
 * selectors, which choose between the text and emoji form of the character before them.
 */
const marks =
  /[\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0640]|[\ufe00-\ufe0f]/g;

/**
 * Returns the plain words of a text in order, with compatibility forms, case and accents folded. A run without spaces gives its
 * pairs of adjacent characters, and its last character alone.
 */
export function toWords(text: string, max: number = Number.POSITIVE_INFINITY): string[] {
  const words: string[] = [];
  const folded = foldText(text.slice(0, maxCharacters));
  // Most mail is ASCII. This faster path gives the same result.
  if (isAscii(folded)) {
    for (const [word] of folded.matchAll(asciiRun)) {
      if (words.length >= max) break;
      words.push(word.slice(0, longestWord));
    }
    return words;
  }
  for (const [letters] of folded.matchAll(run)) {
    for (const [part] of letters.matchAll(spacelessRun)) {
      for (const word of isSpaceless(part) ? pairs(part) : [cut(part)]) {
        if (words.length >= max) return words;
        words.push(word);
      }
    }
  }
  return words;
}

/** Returns the words that begin with one of `beginnings`, which are in the form that toWords returns. */
export function wordsBeginning(text: string, beginnings: readonly string[]): string[] {
  const looked = text.slice(0, maxCharacters);
  if (!isAscii(looked)) {
    return toWords(looked).filter((word) => beginnings.some((typed) => word.startsWith(typed)));
  }
  const folded = looked.toLowerCase();
  const words: string[] = [];
  for (const typed of beginnings) {
    for (let at = folded.indexOf(typed); at >= 0; at = folded.indexOf(typed, at + 1)) {
      if (isOfWord(folded.charCodeAt(at - 1))) continue;
      let end = at + typed.length;
      while (isOfWord(folded.charCodeAt(end))) end++;
      words.push(folded.slice(at, Math.min(end, at + longestWord)));
    }
  }
  return words;
}

/**
 * Reports whether a character code is a lower-case ASCII letter or a digit; false for NaN, before the first character and after
 * the last.
 */
function isOfWord(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
}

/** Reports whether a word is of a script without spaces. */
export function isSpaceless(word: string): boolean {
  return startsSpaceless.test(word);
}

function isAscii(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- all of ASCII is meant
  return /^[\0-\x7f]*$/.test(text);
}

/** Returns the text with compatibility forms, case and accents folded, so equivalent words compare equal. */
export function foldText(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  const bare = limitMarks(text)
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(marks, "");
  return bare
    .normalize("NFC")
    .replaceAll(/[ßςıøłđæœ]/g, (letter) => plainLetters[letter] ?? letter);
}

/** Letters that have no decomposition into a plain letter. */
const plainLetters: Record<string, string> = {
  ß: "ss",
  ς: "σ",
  ı: "i",
  ø: "o",
  ł: "l",
  đ: "d",
  æ: "ae",
  œ: "oe",
};

function cut(word: string): string {
  return word.length <= longestWord
    ? word
    : word.slice(0, longestWord).toWellFormed().replaceAll("\ufffd", "");
}

function pairs(text: string): string[] {
  const characters = Array.from(text);
  return characters.map((character, index) => character + (characters[index + 1] ?? ""));
}
