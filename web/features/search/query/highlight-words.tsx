import { type ReactNode, useMemo } from "react";

/** A text with the search words highlighted. */
export function HitWords({ text, words }: { text: string; words: readonly string[] }): ReactNode {
  const parts = useMemo(() => partsOf(text, words), [text, words]);
  return parts.map(({ part, isHit, at }) =>
    isHit ? (
      <mark key={at} className="rounded-[3px] bg-selected font-semibold text-accent-ink">
        {part}
      </mark>
    ) : (
      part
    ),
  );
}

/** Splits the text into matching and other parts; a word matches if it begins with a search word, ignoring case and accents. */
export function partsOf(
  text: string,
  words: readonly string[],
): { part: string; isHit: boolean; at: number }[] {
  const wanted = [...new Set(words.map((word) => fold(word)))].filter(Boolean);
  const parts: { part: string; isHit: boolean; at: number }[] = [];
  let at = 0;
  const push = (end: number, isHit: boolean) => {
    if (end > at) parts.push({ part: text.slice(at, end), isHit, at });
    at = Math.max(at, end);
  };
  for (const { 0: word, index } of wanted.length > 0 ? text.matchAll(/[\p{L}\p{N}\p{M}]+/gu) : []) {
    const length = Math.max(...wanted.map((begin) => lengthOf(word, begin)));
    if (length <= 0) continue;
    push(index, false);
    push(index + length, true);
  }
  push(text.length, false);
  return parts;
}

const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

/** Returns the length of the prefix of a word that matches; 0 if the word begins differently. */
function lengthOf(word: string, begin: string): number {
  // In scripts without spaces, a run is many words; it is marked as a whole.
  if (spaceless.test(begin)) return fold(word).includes(begin) ? word.length : 0;
  let folded = "";
  let length = 0;
  for (const letter of word) {
    if (folded.length >= begin.length) break;
    folded += fold(letter);
    length += letter.length;
  }
  return folded.startsWith(begin) ? length : 0;
}

/** Removes case and accents, for comparing words. */
export function fold(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase().replaceAll("ß", "ss");
}
