import { fewMarks } from "#/base/few-marks.ts";

/**
 * Characters that take up no room or turn text around: nothing a reader sees, and what hides words from one. Controls,
 * bidi marks, zero-width ones, fillers, variation selectors and the tag characters, in which whole sentences can hide.
 */
const unseen = /[^\P{C}\t\n\v\f\r]|[\p{Default_Ignorable_Code_Point}\u2800\uFFF0-\uFFFB]/gu;

/** The text as a reader sees it: one form for each character, and none that does not show. */
export function visibleCharacters(text: string): string {
  return oneForm(
    text
      .slice(0, maxLength)
      .toWellFormed()
      .replace(/\r\n?|[\u2028\u2029\u0085]/g, "\n")
      .replace(unseen, ""),
  ).replace(unseen, "");
}

/** One form for each character (NFKC), no longer than a text may be: what stands for one may be eighteen long. */
export function oneForm(text: string): string {
  return fewMarks(text).normalize("NFKC").slice(0, maxLength).toWellFormed();
}

/** Longer than any mail that a person wrote; every step after this one costs in proportion. */
export const maxLength = 200_000;
