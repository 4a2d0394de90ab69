/**
 * Returns the text with at most 30 combining marks per letter. Normalization sorts marks by comparing each with each, which takes
 * seconds for a hundred thousand of them; no language uses so many.
 */
export function limitMarks(text: string): string {
  return text.replaceAll(/(\p{M}{30})\p{M}+/gu, "$1");
}
