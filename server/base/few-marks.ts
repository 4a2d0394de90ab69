/**
 * The text with 30 marks at most on a letter. To normalize, marks are put in order by comparing each with each, which of a
 * hundred thousand takes seconds; no language piles up so many.
 */
export function fewMarks(text: string): string {
  return text.replaceAll(/(\p{M}{30})\p{M}+/gu, "$1");
}
